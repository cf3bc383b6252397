/** The producer of reference data: floats, unlocks and universes of a moment, whatever becomes known later. */

import { coinsPublication, supplyPublication, type CoinsHead, type SupplyHead } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { createMarket, createReference, SIMULATOR_V2 } from '@barograph/simulator';
import type { UnlockSchedule } from '@barograph/stress';
import { describe, expect, it } from 'vitest';
import { createFilesSource } from '../../../../sources/src/files/source.ts';
import { openMarket, type Market } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import type { Source } from '../../../../sources/src/market/source.ts';
import { referenceProducers } from '../../../../runtime/src/producers/reference/producer.ts';
import type { NewObservation, Observation } from '../../../../store/src/observations.ts';
import { marketReader } from '../../../../runtime/src/market-reader.ts';
import type { StateText } from '../../../../runtime/src/producer.ts';
import { smallSeries } from '../../test-support.ts';
import { coinOf, referenceSource } from '../../../../runtime/test/producers/reference/reference-source.ts';

const NOW = Date.UTC(2025, 3, 10, 12);
const TODAY = Date.UTC(2025, 3, 10);

/** Runs of one host over a store of its own. */
function hostOf(market: Market, store: { states: StateText[]; observations: NewObservation[] }) {
  const run = referenceProducers(market, 't')[0]!.create();
  return async (asOf: number) => {
    const done = await run({
      asOf,
      slot: asOf,
      market: marketReader(market),
      load: async ({ name }) => store.states.filter((state) => state.name === name),
      published: async () => [],
      head: async () => undefined,
      observed: async (series) =>
        store.observations
          .filter((one) => one.series === series && one.knownAt <= asOf)
          .map((one): Observation => ({ ...one, revision: 1 })),
      log: { info: () => undefined, warn: () => undefined },
    });
    if (done.states.length > 0) store.states = [...done.states];
    store.observations.push(...(done.observations ?? []));
    const headOf = (name: string): unknown => JSON.parse(done.published.find((one) => one.name === name)!.head);
    const rowsOf = (name: string) =>
      done.published
        .find((one) => one.name === name)!
        .records.map((text) => JSON.parse(text) as Record<string, unknown>);
    return {
      coins: rowsOf(coinsPublication.name),
      coinsHead: headOf(coinsPublication.name) as CoinsHead,
      floats: rowsOf(supplyPublication.name),
      supply: headOf(supplyPublication.name) as SupplyHead,
    };
  };
}
const marketOf = (source: Source): Market => openMarket([createFilesSource(smallSeries()), source]);
const newStore = () => ({ states: [] as StateText[], observations: [] as NewObservation[] });
const cliff = (coin: string, day: number, tokens: number, knownAt: number): UnlockSchedule => ({
  coin,
  knownAt,
  tranches: [{ time: TODAY + day * DAY_MS, tokens, section: 'team', kind: 'cliff' }],
  streams: [],
});

describe('published reference data', () => {
  it('of the simulator is its law: supply, float and the next unlock', async () => {
    const run = hostOf(openMarket([createSimulatedSource(SIMULATOR_V2)]), newStore());
    const { coins, floats, supply } = await run(NOW);
    const reference = createReference(createMarket());
    const law = new Map(reference.coins(NOW).map((coin) => [coin.id, coin]));
    expect(coins.map(({ id }) => id)).toEqual([...law.keys()]);
    for (const {
      id,
      circulating_supply: circulating,
      market_cap: cap,
      float_pct: float,
      supply_basis: basis,
    } of floats) {
      const coin = law.get(String(id))!;
      expect([circulating, cap, basis]).toEqual([coin.circulating, coin.marketCap, coin.max ?? coin.total]);
      if (float !== null) expect(float).toBe(Math.min(1, coin.circulating / (coin.max ?? coin.total)!));
    }
    expect(new Set(floats.map(({ quality }) => quality))).toEqual(new Set(['ok', 'circ_gt_basis', 'no_basis']));
    const next = new Map(floats.map((row) => [row['id'], row['next_unlock'] as { timestamp: number } | null]));
    for (const { coin, tranches } of reference.schedules(NOW)) {
      const ahead = tranches.filter(({ time }) => time >= NOW).map(({ time }) => time);
      // Versions of one coin agree on what lies before the change.
      expect(ahead).toContain(next.get(coin)!.timestamp);
    }
    expect(supply.tracked).toBe(new Set(reference.schedules(NOW).map(({ coin }) => coin)).size);
    expect(coins.find(({ id }) => id === 'pepe')!['pd_symbol']).toBe('kPEPE');
    expect(coins.find(({ id }) => id === 'bridged-pepe')!['pd_symbol']).toBeNull();
  });

  it('is what was known: a table and a schedule learnt later change no earlier answer', async () => {
    const early = { knownAt: NOW - DAY_MS, coins: [coinOf('x')] };
    const late = {
      knownAt: NOW + 1,
      coins: [coinOf('x', { circulating: 2e9, marketCap: 4e9 }), coinOf('y', { rank: 2 })],
    };
    const before = await hostOf(marketOf(referenceSource([early], [cliff('x', 5, 10, 0)])), newStore())(NOW);
    const all = marketOf(referenceSource([early, late], [cliff('x', 5, 10, 0), cliff('x', 6, 99, NOW + 1)]));
    expect(await hostOf(all, newStore())(NOW)).toEqual(before);
    const after = await hostOf(all, newStore())(NOW + 1);
    expect([before.supply.unlocks, after.supply.unlocks].map(([one]) => one!.tokens)).toEqual([10, 99]);
    const floatOf = ({ floats }: typeof after): unknown => floats.find(({ id }) => id === 'x')!['float_pct'];
    expect([floatOf(before), floatOf(after)]).toEqual([0.25, 0.5]);
  });

  it('is empty before the first table, and has no moment', async () => {
    const market = marketOf(referenceSource([{ knownAt: NOW + 1, coins: [coinOf('x')] }]));
    const { coins, floats, coinsHead } = await hostOf(market, newStore())(NOW);
    expect([coins, floats, coinsHead.coins_as_of]).toEqual([[], [], null]);
  });

  it('of a live source has the schedules that it told before a restart, each kept once', async () => {
    const store = newStore();
    const live = (schedules: readonly UnlockSchedule[]): Market =>
      marketOf({ ...referenceSource([{ knownAt: 0, coins: [coinOf('x'), coinOf('y')] }], schedules), kind: 'live' });
    const run = hostOf(live([cliff('x', 5, 10, NOW - 2), cliff('y', 7, 20, NOW - 1)]), store);
    await run(NOW);
    await run(NOW + 1);
    const kept = store.observations.filter(({ series }) => series === 'unlock-schedules/t');
    expect(kept.map(({ key, knownAt }) => [key, knownAt])).toEqual([['x', NOW - 2], ['y', NOW - 1]]); // prettier-ignore
    const again = await hostOf(live([cliff('x', 6, 11, NOW + 5)]), store)(NOW + 5);
    expect(again.supply.unlocks.map(({ id, tokens }) => [id, tokens])).toEqual([['x', 11], ['y', 20]]); // prettier-ignore
  });

  it('has a universe of breadth for each day, by the market caps of its first run, and keeps it', async () => {
    const store = newStore();
    const table = (day: number, caps: readonly number[]) => ({
      knownAt: TODAY + day * DAY_MS,
      coins: caps.map((marketCap, i) =>
        coinOf(`c${i}`, { rank: null, marketCap, circulating: marketCap / 2, max: null, total: null }),
      ),
    });
    const run = hostOf(
      marketOf(referenceSource([table(0, [9, 8, 7]), table(0.6, [1, 2, 3]), table(1, [4, 6, 5])])),
      store,
    );
    await run(NOW);
    await run(NOW + DAY_MS / 4);
    await run(NOW + DAY_MS);
    const kept = store.observations.filter(({ series }) => series === 'breadth-universe/t');
    expect(kept.map(({ validTime, knownAt, value }) => [validTime, knownAt, value])).toEqual([
      [TODAY, NOW, ['C0', 'C1', 'C2']],
      [TODAY + DAY_MS, NOW + DAY_MS, ['C1', 'C2', 'C0']],
    ]);
  });

  it('is not made where no source has coins', () => {
    expect(referenceProducers({ has: () => false }, 't')).toEqual([]);
  });
});
