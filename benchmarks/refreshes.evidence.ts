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
import { createManualClock } from '@barograph/sources';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSharedSnapshotStore } from '../packages/runtime/src/snapshots/shared/snapshot-store.ts';
import { createLog } from '../packages/store/src/log.ts';
import { openModel } from '../packages/runtime/src/producers/quant/model.ts';
import { openStore } from '../packages/store/src/open-store.ts';
import { marketReader } from '../packages/runtime/src/market-reader.ts';
import { marketProducers } from '../packages/runtime/src/producers.ts';
import { createRunner } from '../packages/runtime/src/runner.ts';
import { createThreadPool } from '../packages/runtime/src/thread/pool.ts';
import { createThreadComputation } from '../packages/runtime/src/thread/thread.ts';
import { memoryOfThreads, ownMemory, resident, threadEntry } from './soak/memory.ts';
import { openWideMarket } from './wide-market.ts';

const SYMBOLS = Number(process.env['SYMBOLS'] ?? 50);
const DAYS = Number(process.env['DAYS'] ?? 60);
const THREADS = Number(process.env['THREADS'] ?? 2);
const REFRESHES = Number(process.env['REFRESHES'] ?? 200);
/** Lines of the table. */
const MARKS = new Set(Array.from({ length: 10 }, (_, i) => Math.ceil(((i + 1) / 10) * REFRESHES)));
const NAMES = ['engines', 'cycle', 'quant'];
const TIMELINE = 'refreshes';
const log = createLog('warn');

const market = openWideMarket(SYMBOLS);
const start = SIMULATOR_V2.start + DAYS * DAY_MS;
await market.listings(start + (REFRESHES + 1) * HOUR_MS); // the memory of the market itself no longer grows

const model = await openModel('models');
if (model.kind !== 'loaded') throw new Error(`no model: ${model.reason}`);
const folder = mkdtempSync(join(tmpdir(), 'barograph-refreshes-'));
chmodSync(folder, 0o711);
const opened = await openStore({ dataDir: folder, log });
if (!opened.ok) throw new Error(opened.error);
const store = opened.value;

const producers = marketProducers(TIMELINE, model).filter(({ name }) => NAMES.includes(name));
const entry = threadEntry(new URL('../packages/runtime/dist/worker.js', import.meta.url));
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
  latest: (name) => snapshots.latest(name),
  heavy,
  log,
});
await snapshots.open();

const { gc } = globalThis;
if (gc === undefined) throw new Error('expected the flag --expose-gc');
const mb = (bytes: number): string => (bytes / 1e6).toFixed(1).padStart(10);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const COLUMNS = [
  'heap',
  'external',
  'threads',
  'external',
  'V8 pages',
  'process',
  'malloc',
  'arenas',
  'other',
  'files',
];
console.log(
  `${SYMBOLS} symbols from ${DAYS * 24} hours on, ${THREADS} threads; MB after a collection, load ${loadavg()[0]!.toFixed(0)}`,
);
console.log(`${'refreshes'.padEnd(12)}${COLUMNS.map((name) => name.padStart(10)).join('')}`);
const kept: number[] = [];

async function mark(refresh: number): Promise<void> {
  gc!();
  gc!();
  const threads = await memoryOfThreads(THREADS);
  const own = ownMemory();
  const pages = resident();
  kept.push(own.used + sum(threads.map(({ used }) => used)));
  const figures = [
    own.used,
    own.outside,
    sum(threads.map(({ used }) => used)),
    sum(threads.map(({ outside }) => outside)),
    own.held + sum(threads.map(({ held }) => held)),
    pages.total,
    pages.malloc,
    pages.arenas,
    pages.anonymous,
    pages.files,
  ];
  console.log(`${String(refresh).padEnd(12)}${figures.map(mb).join('')}`);
}

await runner.catchUp();
await mark(0);
for (let refresh = 1; refresh <= REFRESHES; refresh++) {
  clock.moveTo(start + refresh * HOUR_MS + 6 * MINUTE_MS);
  for (const name of NAMES) await runner.run(name);
  if (MARKS.has(refresh)) await mark(refresh);
}
const growth = (kept.at(-1)! - kept[0]!) / REFRESHES;
console.log(`growth of the heaps: ${(growth / 1e3).toFixed(1)} kB a refresh`);
await runner.stop();
snapshots.close();
await store.close();
rmSync(folder, { recursive: true, force: true });
