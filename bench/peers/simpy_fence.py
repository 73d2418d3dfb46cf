"""The lease experiment as SimPy processes: what a Python user would write first. A trial is simulated once and its
writes are judged under three postures (unprotected, check, fencing).
Raced against: BenchmarkCompare of fencekit/lease.
Needs simpy 3 or later (Debian: python3-simpy3).
usage: python3 simpy_fence.py TRIALS      counts on standard output, time on standard error"""
import random
import sys
import time

import simpy

P = dict(clients=3, horizon=120000, lease=3000, gap=25, think=(250, 17500), work=(0.13, 0.95),
         pause_p=0.29, pause=(1000, 17000), wire=(5, 40), spike_p=0.15, spike=(50, 540),
         step_every=18000, step=(150, 2500))


class Service:
    """The lock service: one lease at a time, first come first served, tokens that count up."""

    def __init__(self, env):
        self.env, self.token, self.holder, self.expiry, self.queue = env, 0, None, 0, []

    def acquire(self):
        granted = self.env.event()
        self.queue.append(granted)
        self.pump()
        return granted

    def pump(self):
        if self.holder is not None and self.env.now >= self.expiry:
            self.holder = None
        if self.holder is None and self.queue:
            self.token += 1
            self.holder, self.expiry = self.token, self.env.now + P['lease']
            self.queue.pop(0).succeed((self.token, self.expiry))
            self.env.process(self.expire(self.token))

    def expire(self, token):
        yield self.env.timeout(P['lease'])
        if self.holder == token:
            self.holder = None
        self.pump()

    def release(self, token):
        if self.holder == token:
            self.holder = None
        self.pump()


def client(env, service, rng, steps, writes):
    while True:
        yield env.timeout(rng.randint(*P['think']))
        token, expiry = yield service.acquire()
        grant = env.now
        work = int(P['lease'] * rng.uniform(*P['work']))
        paused, at, length = rng.random() < P['pause_p'], rng.randrange(work + P['gap']), rng.randint(*P['pause'])
        wire = rng.randint(*P['spike']) if rng.random() < P['spike_p'] else rng.randint(*P['wire'])
        yield env.timeout(work + (length if paused and at < work else 0))
        check = env.now
        yield env.timeout(P['gap'] + (length if paused and at >= work else 0))
        yield env.timeout(wire)
        offset = -sum(d for t, d in steps if grant < t <= check)
        writes.append((env.now, token, expiry, P['lease'] - (check + offset - grant)))
        service.release(token)


def simulate(seed):
    """The writes of one trial, in the order of their arrival: (arrival, token, expiry, remaining at the check)."""
    env, writes = simpy.Environment(), []
    service = Service(env)
    for c in range(P['clients']):
        rng = random.Random(seed * 1000 + c)
        steps, t = [], rng.expovariate(1 / P['step_every'])
        while t < P['horizon']:
            steps.append((t, rng.randint(*P['step'])))
            t += rng.expovariate(1 / P['step_every'])
        env.process(client(env, service, rng, steps, writes))
    env.run(until=P['horizon'])
    return writes


def judge(writes, posture):
    value = high = destroyed = aborts = unlocked = applied = refused = 0
    for at, token, expiry, remaining in writes:
        if posture == 1 and remaining <= 0:
            aborts += 1
            continue
        late = at >= expiry
        unlocked += late
        if posture == 2 and token < high:
            refused += 1
            continue
        applied += late
        destroyed += token < value
        value, high = token, max(high, token)
    return len(writes), aborts, unlocked, applied, destroyed, refused


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    began = time.perf_counter()
    totals = [[0] * 6 for _ in range(3)]
    for seed in range(trials):
        writes = simulate(seed)
        for posture in range(3):
            totals[posture] = [a + b for a, b in zip(totals[posture], judge(writes, posture))]
    took = time.perf_counter() - began
    print('attempts aborts unlocked applied destroyed refused', totals)
    print(f'{trials} trials x 3 postures: {took * 1e3:.0f} ms, {took / trials * 1e6:.1f} us per trial', file=sys.stderr)


main()
