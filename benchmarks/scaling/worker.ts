/** Work of one replica for all: it appends events, refreshes symbols and writes days of the archive. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { setTimeout as wait } from 'node:timers/promises';
import { createSharedSnapshotStore } from '../../packages/runtime/src/snapshots/shared/snapshot-store.ts';
import { createManualClock } from '../../packages/sources/src/clock.ts';
import { createLog } from '../../packages/store/src/log.ts';
import { openModel } from '../../packages/runtime/src/producers/quant/model.ts';
import { openStore } from '../../packages/store/src/open-store.ts';
import { marketReader } from '../../packages/runtime/src/market-reader.ts';
import { marketProducers } from '../../packages/runtime/src/producers.ts';
import { createRunner, type Runner } from '../../packages/runtime/src/runner.ts';
import { sample } from '../../packages/host/test/stream/samples.ts';
import { tell } from '../http/process.ts';
import { writeDay } from './archive.ts';
import { openWideMarket } from '../wide-market.ts';

const [databaseUrl = '', folder = '', redisUrl = ''] = process.argv.slice(2);
const HISTORY_MS = 120 * 24 * HOUR_MS;
/** Producers that need no accounts, which this market lacks. */
const REFRESHED = ['engines', 'cycle', 'quant'];
const log = createLog('error');
const opened = await openStore({ dataDir: '', databaseUrl, ...(redisUrl === '' ? {} : { redisUrl }), log });
if (!opened.ok) throw new Error(opened.error);
const store = opened.value;

/** Types of sample events, which take turns. */
const TYPES = ['price_move', 'liquidation'];
/** Number of the next sample. */
let next = 0;

/** Appends `append` times `each` events that happen now, one statement every `everyMs`. @param type of them all. @default both in turn */
async function append(times: number, each: number, everyMs: number, type: number): Promise<void> {
  const step = type < 0 ? 1 : TYPES.length;
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    const now = Date.now();
    await store.events.append(Array.from({ length: each }, () => sample(Math.max(0, type) + step * next++, now)));
    const left = everyMs - (performance.now() - began);
    if (left > 0) await wait(left);
  }
}

interface Refresher {
  readonly clock: ReturnType<typeof createManualClock>;
  readonly runner: Runner;
}
const refreshers = new Map<string, Refresher>();

/** A host of so many symbols, started from nothing: the coins of the simulator under further names, each a walk of its own. */
async function refresherOf(timeline: string, symbols: number): Promise<Refresher> {
  const market = openWideMarket(symbols);
  const start = SIMULATOR_V2.start + HISTORY_MS;
  await market.listings(start + 100 * HOUR_MS);
  const model = await openModel('models');
  if (model.kind !== 'loaded') throw new Error(`no model: ${model.reason}`);
  const clock = createManualClock(start);
  const snapshots = createSharedSnapshotStore(store.snapshots, store.listener, timeline, log);
  const runner = createRunner({
    producers: marketProducers(timeline, model).filter(({ name }) => REFRESHED.includes(name)),
    market: marketReader(market),
    clock,
    timeline,
    states: store.engineStates,
    observations: store.observations,
    snapshots,
    latest: (of) => snapshots.latest(of),
    log,
  });
  await snapshots.open();
  await runner.catchUp();
  return { clock, runner };
}

/** The next `hours` hours, each with its refresh of every engine. */
async function refresh(timeline: string, symbols: number, hours: number): Promise<void> {
  const known = refreshers.get(timeline) ?? (await refresherOf(timeline, symbols));
  refreshers.set(timeline, known);
  for (let hour = 0; hour < hours; hour++) {
    known.clock.moveTo(known.clock.now() + HOUR_MS + (known.clock.now() % HOUR_MS === 0 ? 5 * MINUTE_MS : 0));
    for (const producer of REFRESHED) await known.runner.run(producer);
  }
}

tell({ url: '' }, async (asked) => {
  const numberOf = (name: string): number => Number(asked[name]);
  const timeline = String(asked['timeline']);
  if (asked['append'] !== undefined) {
    await append(numberOf('append'), numberOf('each'), numberOf('everyMs'), TYPES.indexOf(String(asked['type'])));
  }
  if (asked['refresh'] !== undefined) await refresh(timeline, numberOf('symbols'), numberOf('refresh'));
  if (asked['write'] !== undefined) {
    const [from, days] = [numberOf('from'), numberOf('write')];
    for (let day = from; day < from + days; day++) await writeDay(store, folder, timeline, day, numberOf('symbols'));
  }
  return null;
});
process.once('SIGTERM', () => process.exit());
