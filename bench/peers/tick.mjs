// The lease experiment as a tick loop: one pass over every integer millisecond, no framework. The schedule is drawn once
// a seed and replayed under three postures (unprotected, check, fencing).
// Raced against: BenchmarkCompare of fencekit/lease, which simulates the same trial from event to event.
// usage: node tick.mjs TRIALS      counts on standard output, time on standard error

const P = {
  clients: 3, horizon: 120000, lease: 3000, gap: 25, think: [250, 17500], work: [0.13, 0.95],
  pauseP: 0.29, pause: [1000, 17000], wire: [5, 40], spikeP: 0.15, spike: [50, 540],
  stepEvery: 18000, step: [150, 2500], margin: 0,
};
const ATTEMPTS = 60; // drawn ahead for each client; more than a horizon has room for

function mulberry32(a) {
  return () => {
    a |= 0;
    a = a + 0x6D2B79F5 | 0;
    let t = Math.imul(a ^ a >>> 15, 1 | a);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
}

const uniform = (r, [low, high]) => low + Math.floor(r() * (high - low + 1));

function drawSchedule(seed) {
  const clients = [];
  for (let c = 0; c < P.clients; c++) {
    const r = mulberry32(seed * 97 + c * 7919 + 1);
    const attempts = [];
    for (let k = 0; k < ATTEMPTS; k++) {
      const work = Math.floor(P.lease * (P.work[0] + (P.work[1] - P.work[0]) * r()));
      const paused = r() < P.pauseP;
      attempts.push({
        think: uniform(r, P.think), work,
        pauseAt: paused ? Math.floor(r() * (work + P.gap)) : -1, pause: uniform(r, P.pause),
        wire: r() < P.spikeP ? uniform(r, P.spike) : uniform(r, P.wire),
      });
    }
    const steps = [];
    for (let t = 0; (t += Math.floor(-Math.log(1 - r()) * P.stepEvery)) < P.horizon;) steps.push([t, uniform(r, P.step)]);
    clients.push({ attempts, steps });
  }
  return clients;
}

function run(schedule, posture) {
  const clients = schedule.map(s => ({ s, k: 0, state: 'think', left: s.attempts[0].think, offset: 0, stepped: 0 }));
  let holder = -1, expiry = 0, counter = 0;
  const queue = [], wires = [];
  let high = 0, value = 0;
  const m = { attempts: 0, aborts: 0, unlocked: 0, applied: 0, destroyed: 0, refused: 0, both: 0 };
  for (let t = 0; t < P.horizon; t++) {
    if (holder >= 0 && t >= expiry) holder = -1;
    for (let i = 0; i < wires.length; i++) {
      const w = wires[i];
      if (w.at !== t) continue;
      wires.splice(i--, 1);
      const unlocked = t >= w.expiry;
      if (unlocked) m.unlocked++;
      if (posture === 2 && w.token < high) { m.refused++; continue; }
      if (unlocked) m.applied++;
      if (w.token < value) m.destroyed++;
      value = w.token;
      if (w.token > high) high = w.token;
    }
    let believing = 0;
    for (let i = 0; i < clients.length; i++) {
      const c = clients[i];
      while (c.stepped < c.s.steps.length && c.s.steps[c.stepped][0] <= t) c.offset -= c.s.steps[c.stepped++][1];
      const a = c.s.attempts[c.k];
      if (c.state === 'think') {
        if (--c.left < 0) { c.state = 'wait'; queue.push(i); }
      } else if (c.state === 'hold') {
        if (c.pausedFor > 0) {
          c.pausedFor--;
        } else {
          if (c.phase === 'work' && c.ran === a.work) {
            c.phase = 'gap';
            const remaining = P.lease - ((t + c.offset) - c.believedAt);
            c.abort = posture === 1 && remaining <= P.margin;
          }
          if (c.phase === 'gap' && c.ran === a.work + P.gap) {
            c.phase = 'wire';
            c.wireLeft = a.wire;
            m.attempts++;
            if (c.abort) m.aborts++;
            else wires.push({ at: t + a.wire, token: c.token, expiry: c.expiry });
          }
          if (c.phase === 'wire') {
            if (c.wireLeft-- === 0) {
              if (holder === i && c.token === counter) holder = -1;
              c.state = 'think';
              c.k++;
              c.left = c.s.attempts[c.k].think;
            }
          } else if (a.pauseAt === c.ran && !c.didPause) {
            c.didPause = true;
            c.pausedFor = a.pause;
          } else {
            c.ran++;
          }
        }
      }
      if (c.state === 'hold') believing++;
    }
    if (holder < 0 && queue.length) {
      const i = queue.shift(), c = clients[i];
      holder = i;
      expiry = t + P.lease;
      counter++;
      Object.assign(c, {
        state: 'hold', phase: 'work', ran: 0, token: counter, expiry, believedAt: t + c.offset,
        pausedFor: 0, didPause: false, abort: false,
      });
    }
    if (believing >= 2) m.both++;
  }
  return m;
}

const trials = +process.argv[2] || 150;
const totals = [{}, {}, {}];
const began = process.hrtime.bigint();
for (let seed = 1; seed <= trials; seed++) {
  const schedule = drawSchedule(seed);
  for (let posture = 0; posture < 3; posture++) {
    const m = run(schedule, posture);
    for (const k in m) totals[posture][k] = (totals[posture][k] || 0) + m[k];
  }
}
const ms = Number(process.hrtime.bigint() - began) / 1e6;
console.log(JSON.stringify(totals));
console.error(`${trials} trials x 3 postures: ${ms.toFixed(0)} ms, ${(ms / trials * 1000).toFixed(1)} us per trial`);
