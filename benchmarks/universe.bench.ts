/**
 * What does the hourly job cost a host that follows 230 symbols with every engine, in memory? One cold start over 400
 * days of hours, then two days of refreshes: the bars of each symbol pulled, every engine told, every row made, encoded
 * and published. Beside it what a store would be handed: the states of all engines as JSON.
 *
 * The work of a refresh does not depend on the length of the history; a symbol's hour is the unit that travels best.
 */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { createManualClock, createMemorySnapshotStore, createSimulatedSource, openMarket } from '@barograph/host';
import { COINS_V1, LISTINGS_V1, SIMULATOR_V1, type ListingConfig } from '@barograph/simulator';
import { createLog } from '../packages/host/src/log.ts';
import { ENGINES } from '../packages/host/src/services/engines/all.ts';
import { createRefresh } from '../packages/host/src/services/refresh.ts';
import { createUniverse } from '../packages/host/src/services/universe/universe.ts';
import type { StoredState } from '../packages/host/src/store/engine-state.ts';

const SYMBOLS = Number(process.env['SYMBOLS'] ?? 230);
const DAYS = Number(process.env['DAYS'] ?? 400);
const REFRESHES = 48;

/** The coins of the simulator, over and over under other names, each a random walk of its own; pegs and all. */
const names = Array.from({ length: SYMBOLS }, (_, i) => {
  const coin = COINS_V1[i % COINS_V1.length]!;
  const turn = Math.floor(i / COINS_V1.length);
  return turn === 0 ? coin : { ...coin, coin: `${coin.coin}${turn + 1}` };
});
const listings = names.map(({ coin }): ListingConfig => {
  return { ...LISTINGS_V1[0]!, symbol: coin, coin, quoteVolume: 1e8 };
});
const source = openMarket([createSimulatedSource({ ...SIMULATOR_V1, coins: names, listings })]);
const start = SIMULATOR_V1.start + DAYS * DAY_MS;
await source.listings(start + REFRESHES * HOUR_MS); // the market is made before anything is timed

let handed: readonly StoredState[] = [];
const states = {
  load: async () => [],
  save: async (changed: readonly StoredState[]) => {
    handed = changed;
    return changed.length;
  },
};
const log = createLog('silent');
const clock = createManualClock(start);
const universe = createUniverse({ source, engines: ENGINES, timeline: 'benchmark', states, log });
const refresh = createRefresh({ universe, clock, store: createMemorySnapshotStore(), log });

/** Milliseconds of one refresh. */
async function timed(at: number): Promise<number> {
  clock.moveTo(at);
  const began = performance.now();
  await refresh.all();
  return performance.now() - began;
}
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
const line = (name: string, ms: number, per: number): void =>
  console.log(`  ${name.padEnd(44)}${ms.toFixed(1).padStart(10)}${((1000 * ms) / per).toFixed(1).padStart(16)}`);

const cold = await timed(start);
const began = performance.now();
const text = handed.map((state) => [state.engine.split('@')[0]!, JSON.stringify(state.state).length] as const);
const serialised = performance.now() - began;

const hours: number[] = [];
const midnights: number[] = [];
for (let i = 1; i <= REFRESHES; i++) {
  const at = start + i * HOUR_MS;
  (at % DAY_MS === 0 ? midnights : hours).push(await timed(at));
}

console.log(
  `\nthe hourly job over ${SYMBOLS} symbols, ${ENGINES.length} engines: ms, and µs a symbol (cold: µs a bar)`,
);
line(`cold start, ${DAYS * 24} hours a symbol`, cold, SYMBOLS * DAYS * 24);
line('an hour, least', Math.min(...hours), SYMBOLS);
line('an hour, median', median(hours), SYMBOLS);
line('an hour that completes a day, least', Math.min(...midnights), SYMBOLS);
line('an hour that completes a day, largest', Math.max(...midnights), SYMBOLS);

console.log('\nstates as JSON: bytes a symbol, kB in all');
for (const { name } of ENGINES) {
  const sizes = text.flatMap(([engine, size]) => (engine === name ? size : []));
  const sum = sizes.reduce((a, b) => a + b, 0);
  console.log(`  ${name.padEnd(44)}${(sum / SYMBOLS).toFixed(0).padStart(10)}${(sum / 1000).toFixed(0).padStart(16)}`);
}
line('all of them to text, ms and µs a symbol', serialised, SYMBOLS);
