/**
 * Restart of the book sampler on a database: 25 coins with a month of hours and a week of samples, with the kept states of
 * an hour ago, and without any, so that everything is made of the stored samples. Run by hand; it prints times.
 *
 *     node --import tsx --conditions source benchmarks/liquidity-restart.evidence.ts
 */

import type { DepthSample } from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { depth } from '@barograph/stress';
import {
  createDepthSamples,
  depthSamplesSeries,
  sampleObservation,
} from '../packages/runtime/src/producers/liquidity/archive.ts';
import { LIQUIDITY_STATE, openCoin } from '../packages/runtime/src/producers/liquidity/coin-state.ts';
import type { StateText } from '../packages/runtime/src/producer.ts';
import { evenBook } from '../packages/host/test/services/liquidity/test-support.ts';
import { startTestServer } from '../packages/store/test/test-support.ts';

const COINS = Array.from({ length: 25 }, (_, i) => `C${i}`);
const PASS = 2 * MINUTE_MS;
const END = 1_750_000_000_000 - (1_750_000_000_000 % HOUR_MS) + 58 * MINUTE_MS;
const LOG = { info: () => undefined, warn: () => undefined };

function sampleAt(symbol: string, at: number): DepthSample {
  const wave = Math.sin(at / 7e6);
  const measured = depth(evenBook(100 + wave, 1e4 * (1.3 + wave)));
  if (!measured.ok) throw new Error(measured.error.expected);
  return {
    symbol,
    sampledAt: at,
    time: at - 100,
    depth: measured.value,
    books: { bids: ['exact', 'exact', 'exact', 'exact'], asks: ['exact', 'exact', 'exact', 'exact'] },
    markPrice: 100 + wave,
    openInterest: 1e6 * (1 + 0.1 * wave),
    openInterestUsd: null,
    liquidationsUsd: 0,
    liquidationsBasis: 'venue',
  };
}

const server = await startTestServer();
const store = await server.open(await server.database());
const series = depthSamplesSeries('bench');
const read = createDepthSamples(store.observations, 'bench');
const states = new Map<string, StateText>();
for (const symbol of COINS) {
  // A sample an hour for three weeks, then one every two minutes.
  const coin = openCoin(symbol, undefined, END, async () => [], LOG);
  const rows = [];
  const dense = END - 7 * DAY_MS;
  for (let at = END - 30 * DAY_MS; at <= END; at += at + HOUR_MS <= dense ? HOUR_MS : PASS) {
    const sample = sampleAt(symbol, at);
    const state = coin.take(sample);
    if (state !== undefined) states.set(symbol, state);
    rows.push(sampleObservation(series, sample, 'bench'));
  }
  for (let i = 0; i < rows.length; i += 1000) await store.observations.append(rows.slice(i, i + 1000));
}
const texts = [...states.values()].map(({ name, version, scope, asOf, json }) => ({
  engine: `${name}@bench`,
  configVersion: version,
  scope,
  asOf,
  json,
}));
await store.engineStates.saveTexts(texts);
console.log(`${COINS.length} coins, ${Math.round(texts[0]!.json.length / 1000)} kB a state`);

for (const isKept of [true, false]) {
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    const before = process.cpuUsage();
    const stored = isKept ? await store.engineStates.loadTexts('liquidity@bench', LIQUIDITY_STATE.version) : [];
    const known = new Map(stored.map(({ scope, asOf, json }) => [scope, { ...LIQUIDITY_STATE, scope, asOf, json }]));
    for (const symbol of COINS) {
      const coin = openCoin(symbol, known.get(symbol), END, read, LOG);
      await coin.catchUp(END);
      if (coin.newest?.row.time !== END) throw new Error(`${symbol} is at ${String(coin.newest?.row.time)}`);
    }
    const { user, system } = process.cpuUsage(before);
    const ms = Math.round(performance.now() - began);
    const what = isKept ? 'with the states of an hour' : 'from the samples alone';
    console.log(`${what}: ${ms} ms, ${Math.round((user + system) / 1000)} ms of CPU here`);
  }
}
await server.stop();
