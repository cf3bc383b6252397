/**
 * Cost of the hourly job of a host that follows 230 symbols with every engine, in memory. One cold start over 400 days
 * of hours, then two days of refreshes: the bars of each symbol pulled and fed to every engine, every row made, encoded
 * and published, every state made text. All in one thread, since this measures cost and not latency.
 *
 * The work of a refresh does not depend on the length of the history; a symbol's hour is the unit that travels best.
 */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { createMemorySnapshotStore } from '@barograph/runtime';
import { createManualClock, openMarket } from '@barograph/sources';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { createLog } from '../packages/store/src/log.ts';
import { ENGINES } from '@barograph/contract';
import { ENGINES_PRODUCER, enginesProducer } from '../packages/runtime/src/producers/universe/producer.ts';
import type { StoredStateText } from '../packages/store/src/engine-state.ts';
import { marketReader } from '../packages/runtime/src/market-reader.ts';
import { createRunner } from '../packages/runtime/src/runner.ts';
import { wideSource } from './wide-market.ts';

const SYMBOLS = Number(process.env['SYMBOLS'] ?? 230);
const DAYS = Number(process.env['DAYS'] ?? 400);
const REFRESHES = 48;

/** All coins of the simulator, pegs included. */
const source = openMarket([wideSource(SYMBOLS)]);
const start = SIMULATOR_V2.start + DAYS * DAY_MS;
await source.listings(start + REFRESHES * HOUR_MS); // creates the market before any timing

let handed: readonly StoredStateText[] = [];
const states = {
  loadTexts: async () => [],
  saveTexts: async (changed: readonly StoredStateText[]) => {
    handed = changed;
    return changed.length;
  },
};
const clock = createManualClock(start);
const runner = createRunner({
  producers: [enginesProducer(ENGINES)],
  market: marketReader(source),
  clock,
  timeline: 'benchmark',
  states,
  snapshots: createMemorySnapshotStore(),
  latest: () => undefined,
  log: createLog('silent'),
});

/** Milliseconds of one refresh. */
async function timed(at: number): Promise<number> {
  clock.moveTo(at);
  const began = performance.now();
  await runner.run(ENGINES_PRODUCER);
  return performance.now() - began;
}
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
const line = (name: string, ms: number, per: number): void =>
  console.log(`  ${name.padEnd(44)}${ms.toFixed(1).padStart(10)}${((1000 * ms) / per).toFixed(1).padStart(16)}`);

const cold = await timed(start);
const sizesOf = (name: string): number[] =>
  handed.flatMap(({ engine, json }) => (engine === `${name}@benchmark` ? json.length : []));
const sizes = ENGINES.map(({ name }) => [name, sizesOf(name)] as const);

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
for (const [name, all] of sizes) {
  const sum = all.reduce((a, b) => a + b, 0);
  console.log(`  ${name.padEnd(44)}${(sum / SYMBOLS).toFixed(0).padStart(10)}${(sum / 1000).toFixed(0).padStart(16)}`);
}
