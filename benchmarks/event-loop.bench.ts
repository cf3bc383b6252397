/**
 * Waits of requests while a host refreshes 230 symbols: the delay of the event loop, sampled every millisecond,
 * through a cold start of every engine, the cycle and the nowcast, and through hourly refreshes: with heavy producers in
 * worker threads, and inline. States and snapshots go to a database, as on a host. Other load on the machine
 * adds delays: the minimum of several runs is the cost of the work.
 *
 * `SYMBOLS`, `DAYS`, `REFRESHES` and `THREADS` change the size; needs a build (`npm run bench` makes one).
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { createManualClock } from '@barograph/sources';
import { nowcastHistorySteps } from '@barograph/nowcast';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { createSharedSnapshotStore } from '../packages/runtime/src/snapshots/shared/snapshot-store.ts';
import { createLog } from '../packages/store/src/log.ts';
import { openModel } from '../packages/runtime/src/producers/quant/model.ts';
import { openStore } from '../packages/store/src/open-store.ts';
import type { Computation } from '../packages/runtime/src/computation.ts';
import { marketReader } from '../packages/runtime/src/market-reader.ts';
import { marketProducers } from '../packages/runtime/src/producers.ts';
import { createRunner } from '../packages/runtime/src/runner.ts';
import { createThreadPool, type ThreadPool } from '../packages/runtime/src/thread/pool.ts';
import { createThreadComputation } from '../packages/runtime/src/thread/thread.ts';
import { openWideMarket } from './wide-market.ts';

const SYMBOLS = Number(process.env['SYMBOLS'] ?? 230);
const DAYS = Number(process.env['DAYS'] ?? 400);
const THREADS = Number(process.env['THREADS'] ?? 1);
const REFRESHES = Number(process.env['REFRESHES'] ?? 12);
/** Producers that need no accounts, which this market lacks. */
const MEASURED = ['engines', 'cycle', 'quant'];
const WORKER = new URL('../packages/runtime/dist/worker.js', import.meta.url);
const log = createLog('warn');

const market = openWideMarket(SYMBOLS);
const start = SIMULATOR_V2.start + DAYS * DAY_MS;
await market.listings(start + (REFRESHES + 1) * HOUR_MS); // creates the market before any timing

const model = await openModel('models');
if (model.kind !== 'loaded') throw new Error(`no model: ${model.reason}`);
const folder = mkdtempSync(join(tmpdir(), 'barograph-event-loop-'));
chmodSync(folder, 0o711);
const opened = await openStore({ dataDir: folder, log });
if (!opened.ok) throw new Error(opened.error);
const store = opened.value;

type Delays = readonly [max: number, p999: number, own: number, took: number];

/** Processor time of this thread, ms. Linux only. */
function onProcessor(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
}

/**
 * Measures the event loop during some work, ms: longest wait, 99.9th percentile, longest processor time of this thread
 * between two turns (independent of other load), and the time of the work.
 */
async function delays(work: () => Promise<unknown>): Promise<Delays> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  let last = onProcessor();
  let own = 0;
  const sampler = setInterval(() => {
    const now = onProcessor();
    own = Math.max(own, now - last);
    last = now;
  }, 1);
  const began = performance.now();
  histogram.enable();
  await work();
  const took = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, 50));
  histogram.disable();
  clearInterval(sampler);
  return [histogram.max / 1e6, histogram.percentile(99.9) / 1e6, own, took];
}
const line = (name: string, ...values: readonly number[]): void =>
  console.log(`  ${name.padEnd(44)}${values.map((value) => value.toFixed(1).padStart(12)).join('')}`);
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

async function measure(name: string, heavy: Computation | undefined): Promise<void> {
  const timeline = name.replaceAll(' ', '-');
  const clock = createManualClock(start);
  const snapshots = createSharedSnapshotStore(store.snapshots, store.listener, timeline, log);
  const runner = createRunner({
    producers: marketProducers(timeline, model.kind === 'loaded' ? model : undefined).filter(({ name }) =>
      MEASURED.includes(name),
    ),
    market: marketReader(market),
    clock,
    timeline,
    states: store.engineStates,
    observations: store.observations,
    snapshots,
    latest: (name) => snapshots.latest(name),
    heavy,
    log,
  });
  await snapshots.open();
  console.log(`\n${name}: longest wait of the event loop, its 99.9th percentile, longest own stretch, the work; ms`);
  line(`cold start, ${SYMBOLS} symbols of ${DAYS * 24} hours`, ...(await delays(async () => runner.catchUp())));
  for (const producer of MEASURED) {
    const seen: Delays[] = [];
    for (let hour = 1; hour <= REFRESHES; hour++) {
      clock.moveTo(start + hour * HOUR_MS + 5 * MINUTE_MS);
      if (producer === 'engines') seen.push(await delays(async () => runner.run(producer)));
      else if (hour === REFRESHES)
        for (let i = 0; i < 3; i++) seen.push(await delays(async () => runner.run(producer)));
    }
    line(
      `${producer}, least of ${seen.length}`,
      ...[0, 1, 2, 3].map((i) => Math.min(...seen.map((delays) => delays[i]!))),
    );
    line(`${producer}, median`, ...[0, 1, 2, 3].map((i) => median(seen.map((delays) => delays[i]!))));
    line(`${producer}, largest`, ...[0, 1, 2, 3].map((i) => Math.max(...seen.map((delays) => delays[i]!))));
  }
  await runner.stop();
  snapshots.close();
}

const about = (timeline: string) => ({
  timeline,
  model: {
    text: JSON.stringify(model.kind === 'loaded' ? model.artifact : null),
    sha256: model.kind === 'loaded' ? model.sha256 : '',
  },
  kernels: true,
});
function pool(timeline: string): ThreadPool {
  const data = about(timeline);
  const producers = marketProducers(timeline, model.kind === 'loaded' ? model : undefined);
  return createThreadPool(
    Array.from({ length: THREADS }, () => createThreadComputation(WORKER, data, log)),
    producers,
  );
}

/** Measures a requested history of a coin in a worker and in this thread. */
async function measureHistories(): Promise<void> {
  if (model.kind !== 'loaded') return;
  const { model: nowcast } = model;
  const [listing] = await market.listings(start);
  const hours = await marketReader(market).closedBars(listing!, '1h', 0, start);
  const threads = pool('histories');
  await threads.history(hours!);
  console.log(`\na history of ${hours!.length} hours: the same; ms`);
  line('worker threads', ...(await delays(async () => threads.history(hours!))));
  const here = async (): Promise<void> => {
    const steps = nowcastHistorySteps(nowcast, hours!);
    while (steps.next().done !== true) await setImmediate();
  };
  await here();
  line('this thread, with breaks', ...(await delays(here)));
  await threads.stop();
}

await measureHistories();
await measure('worker threads', pool('worker-threads'));
if (process.env['INLINE'] !== '0') await measure('inline', undefined);
await store.close();
rmSync(folder, { recursive: true, force: true });
