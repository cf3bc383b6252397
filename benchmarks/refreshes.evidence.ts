/**
 * Memory of a host through 200 refreshes, as fast as the machine does them: every engine, the cycle and the nowcast, hour by hour, in
 * worker threads, with states and snapshots in a database. What is left after a collection is read at a tenth, a half and the end. The soak
 * (`soak.evidence.ts`) reads the same of a whole host in its own time.
 *
 *     npm run build && node --conditions=source --expose-gc --import tsx benchmarks/refreshes.evidence.ts
 *
 * `SYMBOLS`, `DAYS`, `REFRESHES` and `THREADS` change the size.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { createManualClock } from '@barograph/host';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSharedSnapshotStore } from '../packages/host/src/adapters/shared/snapshot-store.ts';
import { createLog } from '../packages/host/src/log.ts';
import { openModel } from '../packages/host/src/services/quant/model.ts';
import { openStore } from '../packages/host/src/store/open-store.ts';
import { marketReader } from '../packages/host/src/work/market-reader.ts';
import { marketProducers } from '../packages/host/src/work/producers.ts';
import { createRunner } from '../packages/host/src/work/runner.ts';
import { createThreadPool } from '../packages/host/src/work/thread/pool.ts';
import { createThreadComputation } from '../packages/host/src/work/thread/thread.ts';
import { openWideMarket } from './wide-market.ts';

const SYMBOLS = Number(process.env['SYMBOLS'] ?? 50);
const DAYS = Number(process.env['DAYS'] ?? 60);
const THREADS = Number(process.env['THREADS'] ?? 2);
const REFRESHES = Number(process.env['REFRESHES'] ?? 200);
const MARKS = [0.1, 0.5, 1].map((share) => Math.ceil(share * REFRESHES));
const NAMES = ['engines', 'cycle', 'quant'];
const TIMELINE = 'refreshes';
const log = createLog('warn');

const market = openWideMarket(SYMBOLS);
const start = SIMULATOR_V2.start + DAYS * DAY_MS;
await market.listings(start + (REFRESHES + 1) * HOUR_MS); // what the market itself holds does not grow from here on

const model = await openModel('models');
if (model.kind !== 'loaded') throw new Error(`no model: ${model.reason}`);
const folder = mkdtempSync(join(tmpdir(), 'barograph-refreshes-'));
chmodSync(folder, 0o711);
const opened = await openStore({ dataDir: folder, log });
if (!opened.ok) throw new Error(opened.error);
const store = opened.value;

const producers = marketProducers(TIMELINE, model).filter(({ name }) => NAMES.includes(name));
const entry = new URL('../packages/host/dist/worker.js', import.meta.url);
const about = {
  timeline: TIMELINE,
  model: { text: JSON.stringify(model.artifact), sha256: model.sha256 },
  kernels: true,
};
const heavy = createThreadPool(
  Array.from({ length: THREADS }, () => createThreadComputation(entry, about, log)),
  producers,
);
const clock = createManualClock(start);
const snapshots = createSharedSnapshotStore(store.snapshots, store.listener, TIMELINE, log);
const runner = createRunner({
  producers,
  market: marketReader(market),
  clock,
  timeline: TIMELINE,
  states: store.engineStates,
  observations: store.observations,
  snapshots,
  latest: (of) => snapshots.latest(of),
  heavy,
  log,
});
await snapshots.open();

const { gc } = globalThis;
if (gc === undefined) throw new Error('expected the flag --expose-gc');
const mb = (bytes: number): string => (bytes / 1e6).toFixed(1).padStart(10);
console.log(
  `${SYMBOLS} symbols from ${DAYS * 24} hours on, ${THREADS} threads; MB after a collection, load ${loadavg()[0]!.toFixed(0)}`,
);
console.log(`${'refreshes'.padEnd(12)}${['heap', 'external', 'process'].map((name) => name.padStart(10)).join('')}`);
const kept: number[] = [];
await runner.catchUp();
for (let refresh = 1; refresh <= REFRESHES; refresh++) {
  clock.moveTo(start + refresh * HOUR_MS + 6 * MINUTE_MS);
  for (const name of NAMES) await runner.run(name);
  if (!MARKS.includes(refresh)) continue;
  gc();
  gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  kept.push(heapUsed);
  console.log(`${String(refresh).padEnd(12)}${mb(heapUsed)}${mb(external)}${mb(rss)}`);
}
const growth = (kept.at(-1)! - kept[0]!) / (REFRESHES - MARKS[0]!);
console.log(`growth of the heap from the first mark on: ${(growth / 1e3).toFixed(1)} kB a refresh`);
await runner.stop();
snapshots.close();
await store.close();
rmSync(folder, { recursive: true, force: true });
