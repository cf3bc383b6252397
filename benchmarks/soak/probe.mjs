// @ts-check
/**
 * Loaded into a host before its own code (`node --import`): every wait of its event loop that is long, and what the time
 * of it went into. Lines of JSON to the file that `SOAK_PROBE` names. Linux only.
 *
 * A wait is split by what the kernel counts for the thread: `own` it was on a processor (of that `gc` was garbage
 * collection), `queued` it was ready and other work had the processors, and the rest it slept in a call that blocks.
 *
 * SIGUSR2 collects garbage and writes what is left of memory: `kept` of this thread, and the whole process.
 */

import { appendFileSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const FILE = process.env['SOAK_PROBE'] ?? '';
/** Interval of the probe, ms. */
const EVERY_MS = 5;
/** Minimum wait that is written separately, ms. */
const LONG_MS = Number(process.env['SOAK_LONG_MS'] ?? 100);
const MEMORY_EVERY_MS = 5000;

/** Time of this thread on a processor, and time that it was ready and waited for one, ms. @returns {[number, number]} */
function times() {
  const [own = 0, queued = 0] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1')
    .split(' ')
    .map(Number);
  return [own / 1e6, queued / 1e6];
}
const write = (/** @type {object} */ line) => appendFileSync(FILE, `${JSON.stringify({ at: Date.now(), ...line })}\n`);

/** Collections since the last look but one: the observer hears of them a turn later. @type {{ start: number, ms: number }[]} */
let collections = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) collections.push({ start: startTime, ms: duration });
}).observe({ entryTypes: ['gc'] });

let at = performance.now();
let [own, queued] = times();
/** A long wait whose collections are not known yet. @type {undefined | { from: number, to: number, line: object }} */
let pending;
setInterval(() => {
  if (pending !== undefined) {
    const { from, to, line } = pending;
    const gc = collections.filter(({ start }) => start >= from && start <= to).reduce((sum, { ms }) => sum + ms, 0);
    write({ ...line, gc });
    pending = undefined;
  }
  const now = performance.now();
  const [nowOwn, nowQueued] = times();
  const wait = now - at - EVERY_MS;
  if (wait > LONG_MS) {
    pending = { from: at, to: now, line: { wait, own: nowOwn - own, queued: nowQueued - queued, up: now } };
  } else collections = collections.filter(({ start }) => start > now - 1000);
  [at, own, queued] = [now, nowOwn, nowQueued];
}, EVERY_MS).unref();

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
setInterval(() => {
  const { rss, heapUsed, external } = process.memoryUsage();
  write({ rss, heapUsed, external, longest: delays.max / 1e6, p99: delays.percentile(99) / 1e6 });
  delays.reset();
}, MEMORY_EVERY_MS).unref();

process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // The second collection frees the memory that finalizers release.
  collect();
  collect();
  const { rss, heapUsed: kept, external } = process.memoryUsage();
  write({ kept, external, keptRss: rss });
});
