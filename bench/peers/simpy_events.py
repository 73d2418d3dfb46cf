"""Events a second in SimPy: a ping-pong between two processes through stores, and an M/M/1 queue.
To be raced against: the message simulator, fencekit/sim.
Needs simpy 3 or later (Debian: python3-simpy3).
usage: python3 simpy_events.py EVENTS"""
import random
import sys
import time

import simpy


def ping_pong(n):
    env = simpy.Environment()
    a, b = simpy.Store(env), simpy.Store(env)

    def player(mine, other, first):
        if first:
            yield env.timeout(1)
            yield other.put(0)
        while True:
            message = yield mine.get()
            if message >= n:
                return
            yield env.timeout(1)
            yield other.put(message + 1)

    env.process(player(a, b, True))
    env.process(player(b, a, False))
    began = time.perf_counter()
    env.run()
    return n / (time.perf_counter() - began)


def mm1(n):
    env, rng = simpy.Environment(), random.Random(1)
    server = simpy.Resource(env, 1)

    def job():
        with server.request() as turn:
            yield turn
            yield env.timeout(rng.expovariate(1.0))

    def source():
        for _ in range(n):
            yield env.timeout(rng.expovariate(0.8))
            env.process(job())

    env.process(source())
    began = time.perf_counter()
    env.run()
    return n / (time.perf_counter() - began)


events = int(sys.argv[1]) if len(sys.argv) > 1 else 200000
print(f'ping-pong {ping_pong(events):.0f} messages/s, M/M/1 {mm1(events):.0f} customers/s')
