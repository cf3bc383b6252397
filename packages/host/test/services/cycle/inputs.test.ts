/// <reference types="node" />

import type { CycleCurrentWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cycleProducer } from '../../../../runtime/src/producers/cycle/producer.ts';
import { optionalInputs } from '../../../../runtime/src/producers/cycle/inputs.ts';
import { liquidationsProducer } from '../../../../runtime/src/producers/flow/liquidations.ts';
import { marketReader } from '../../../../runtime/src/market-reader.ts';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { refreshAt } from '../../../../runtime/test/test-support.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { createLog } from '../../../../store/src/log.ts';
import { startTestServer, type TestServer } from '../../../../store/test/test-support.ts';

const FROM = SIMULATOR_V2.start + 420 * DAY_MS;
const market = openMarket([createSimulatedSource(SIMULATOR_V2)]);
let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(async () => server.stop());

it('gives the long-horizon regime what the feeds of its market know', async () => {
  const { engineStates: states, observations } = await server.open(await server.database());
  const snapshots = createMemorySnapshotStore();
  await refreshAt(cycleProducer('t'), { source: market, states, observations, snapshots })(FROM + HOUR_MS);
  const { head } = snapshots.latest('cycle')!;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the producer
  const { signals, signal_times: times } = (head as { current: CycleCurrentWire }).current;
  const total = (await market.read('stablecoins', { from: 0, asOf: FROM + HOUR_MS })) as unknown as {
    value: { total: { time: Float64Array; value: Float64Array } };
  };
  const { time, value } = total.value.total;
  const before = value[time.findLastIndex((at) => at <= time.at(-1)! - 90 * DAY_MS)]!;
  expect(signals['stable90']).toMatchOracle(100 * (value.at(-1)! / before - 1), { rel: 1e-9, abs: 0 });
  expect(signals['depeg_minutes']).toBe(0);
  for (const name of ['dom_chg90', 'funding7', 'oi_chg7']) expect(signals[name], name).toEqual(expect.any(Number));
  expect(times['oi_chg7']).toBe(FROM + HOUR_MS);
});

it('compares liquidations with the days that the same venues were watched on', async () => {
  const { observations } = await server.open(await server.database());
  const snapshots = createMemorySnapshotStore();
  const minutes = refreshAt(liquidationsProducer('t'), { source: market, observations, snapshots });
  await minutes(FROM);
  const venue = { status: 'ok', watched_pct: 95 };
  const headOf = (day: number, usd: number, watched = 95) => ({
    ...(snapshots.latest('liquidations')!.head as object),
    to: FROM + day * DAY_MS,
    totals: { ...(snapshots.latest('liquidations')!.head as { totals: object }).totals, usd },
    venues: (snapshots.latest('liquidations')!.head as { venues: object[] }).venues.map((one) => ({
      ...one,
      ...venue,
      watched_pct: watched,
    })),
  });
  const inputsAt = async (day: number, head: object) => {
    const asOf = FROM + day * DAY_MS + HOUR_MS;
    const made = await optionalInputs('t', {
      asOf,
      slot: asOf,
      market: {
        ...marketReader(market),
        read: async () => ({ ok: false, error: { code: 'unavailable', reason: '' } }),
      },
      load: async () => [],
      published: async () => [],
      head: async () => head,
      observed: async (series, from, to) => observations.asOf(series, { knownAt: asOf, from, to }),
      log: createLog('silent'),
    });
    await observations.append(made.observations);
    return made.inputs.liqZ?.value;
  };
  for (let day = 0; day < 30; day++) expect(await inputsAt(day, headOf(day, 1e6 + (day % 3) * 1e5))).toBeUndefined();
  expect(await inputsAt(30, headOf(30, 9e6, 50))).toBeUndefined(); // half a day is no quiet one
  expect(await inputsAt(30, headOf(30, 9e6))).toMatchOracle((9e6 - 1.1e6) / (1.4826 * 1e5), { rel: 1e-9, abs: 0 });
});
