/**
 * Cost of the positioning cycle of a host on the simulator: processor time of the first cycle, which makes the market, of
 * those that follow within the hour and of the first of an hour with a full ring; and what a cycle publishes and stores.
 */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { loadavg } from 'node:os';
import { createMemorySnapshotStore } from '../packages/runtime/src/snapshots/memory/snapshot-store.ts';
import { openMarket } from '../packages/sources/src/market/market.ts';
import { createSimulatedSource } from '../packages/sources/src/simulated/source.ts';
import { positioningProducer } from '../packages/runtime/src/producers/positioning/producer.ts';
import { memoryObservations } from '../packages/host/test/services/quant/test-support.ts';
import { memoryStates } from '../packages/host/test/test-support.ts';
import { runAt } from '../packages/runtime/test/test-support.ts';

const START = Date.UTC(2024, 2, 1);
const CYCLE = 5 * MINUTE_MS;

const observations = memoryObservations();
const kept = memoryStates();
/** Characters of each state that was stored last. */
const stored = new Map<string, number>();
const states = {
  ...kept,
  saveTexts: async (texts: Parameters<typeof kept.saveTexts>[0]) => {
    for (const { engine, json } of texts) stored.set(engine, json.length);
    return kept.saveTexts(texts);
  },
};
const snapshots = createMemorySnapshotStore();
const newReplica = () =>
  runAt(positioningProducer('t'), { source: openMarket([createSimulatedSource(SIMULATOR_V2)]), states, observations, snapshots }); // prettier-ignore
let run = newReplica();

/** Processor and wall time of a cycle, ms. */
async function timed(at: number): Promise<readonly [cpu: number, wall: number]> {
  const [used, start] = [process.cpuUsage(), performance.now()];
  await run(at);
  const { user, system } = process.cpuUsage(used);
  return [(user + system) / 1e3, performance.now() - start];
}
const line = (name: string, cycles: readonly (readonly [number, number])[]): void => {
  const median = (k: 0 | 1): string => cycles.map((cycle) => cycle[k]).toSorted((a, b) => a - b)[cycles.length >> 1]!.toFixed(0); // prettier-ignore
  const least = Math.min(...cycles.map(([cpu]) => cpu)).toFixed(0);
  console.log(`${name.padEnd(44)} cpu median ${median(0)} ms, least ${least} ms; wall median ${median(1)} ms (${cycles.length})`); // prettier-ignore
};

console.log(`load ${loadavg().map((load) => load.toFixed(1)).join(' ')}`); // prettier-ignore
line('cold start: market and first cycle', [await timed(START)]);
const within: (readonly [number, number])[] = [];
for (let i = 1; i < 12; i++) within.push(await timed(START + i * CYCLE));
line('cycle within the hour', within);
// A ring of 60 hours: every percentile is ranked.
const hourly: (readonly [number, number])[] = [];
for (let hour = 1; hour <= 60; hour++) hourly.push(await timed(START + hour * HOUR_MS));
line('first cycle of an hour, 1 to 47 samples', hourly.slice(0, 47));
line('first cycle of an hour, 48 to 61 samples', hourly.slice(47));
const ready: (readonly [number, number])[] = [];
for (let i = 1; i < 12; i++) ready.push(await timed(START + 60 * HOUR_MS + i * CYCLE));
line('cycle within the hour, ready', ready);
run = newReplica();
line('restart: market, rings of 61 samples, cycle', [await timed(START + 61 * HOUR_MS)]);

const { records, head } = snapshots.latest('positioning')!;
const sizes = records.map(({ json }) => json.length);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
console.log(
  `published: ${records.length} coins, ${(sum(sizes) / 1e3).toFixed(0)} kB, largest ${(Math.max(...sizes) / 1e3).toFixed(1)} kB, head ${(JSON.stringify(head).length / 1e3).toFixed(1)} kB`, // prettier-ignore
);
const parsed = performance.now();
for (const { json } of records) JSON.parse(json);
console.log(`parsed by the nowcast in ${(performance.now() - parsed).toFixed(1)} ms`);
for (const [engine, size] of stored) console.log(`state ${engine}: ${size} characters a cycle`);
