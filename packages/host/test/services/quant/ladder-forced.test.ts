/** The head of liquidation risk with the forced notional of the newest ladder. */

import type { PositioningRecordWire, QuantCoinWire, QuantMarketWire } from '@barograph/contract';
import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { liquidationBand, liquidationRiskOutlook } from '@barograph/nowcast';
import type { AccountRecord } from '@barograph/positioning';
import { SIMULATOR_V2 } from '@barograph/simulator';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { createDepthSamples } from '../../../../runtime/src/producers/liquidity/archive.ts';
import { createBookCounts } from '../../../../runtime/src/producers/liquidity/book-counts.ts';
import { liquidityProducer } from '../../../../runtime/src/producers/liquidity/producer.ts';
import { positioningProducer } from '../../../../runtime/src/producers/positioning/producer.ts';
import { LADDER_FORCED_V1, ladderForced } from '../../../../runtime/src/producers/quant/ladder-forced.ts';
import { quantProducer } from '../../../../runtime/src/producers/quant/producer.ts';
import { sampledDepths } from '../../../../runtime/src/producers/quant/sampled-depth.ts';
import { memoryStates, START } from '../../test-support.ts';
import { runAt } from '../../../../runtime/test/test-support.ts';
import { perpOf } from '../liquidity/test-support.ts';
import { accountsVenue } from '../positioning/test-support.ts';
import { memoryObservations, quantAsker, testModel } from './test-support.ts';

/** Volatility whose band of 24 hours is a fraction of the price. */
const volatilityOf = (move: number): number => move / liquidationBand(1, 'h24').move;

/** Records of a cycle over positions in BTC at a mark of 100. */
async function recordsOf(positions: readonly { usd: number; liquidation: number }[], openInterest: number) {
  const accounts = positions.map(({ usd, liquidation }, i): AccountRecord => ({
    address: `a${i}`,
    equity: 1e6,
    positions: [{ coin: 'BTC', size: (liquidation < 100 ? usd : -usd) / 100, entry: 100, liquidation }],
  }));
  const venue = accountsVenue({ perps: () => [perpOf('BTC', { openInterest })], accounts: () => accounts });
  const snapshots = createMemorySnapshotStore();
  const observations = memoryObservations();
  await runAt(positioningProducer('t'), { source: venue, states: memoryStates(), observations, snapshots })(START);
  return snapshots.latest<PositioningRecordWire>('positioning')!.records.map(({ value }) => value);
}

describe('forced notional from published ladders', () => {
  const LEVELS = [
    { usd: 4e5, liquidation: 99.2 },
    { usd: 2e5, liquidation: 97.6 },
    { usd: 3e5, liquidation: 90.1 },
    { usd: 5e5, liquidation: 101.3 },
    { usd: 1e5, liquidation: 104.8 },
  ];
  let records: readonly PositioningRecordWire[];
  beforeAll(async () => {
    records = await recordsOf(LEVELS, 5e4);
  });

  it('is that of the bins within the band, longs below mark and shorts above', () => {
    const forcedFor = ladderForced(records, START);
    const at = (move: number) => forcedFor('BTC', volatilityOf(move), 'h24')!;
    expect(at(0.02)).toEqual({ longs: 4e5, shorts: 5e5, version: 'ladder/1' });
    expect(at(0.03)).toMatchObject({ longs: 6e5, shorts: 5e5 });
    expect(at(0.12)).toMatchObject({ longs: 9e5, shorts: 6e5 });
    // A bin that the band cuts in half counts by half: 97.5 to 98.
    expect(at(0.0225).longs).toBeCloseTo(4e5 + 1e5, 3);
  });

  it('grows with the band, and is never more than the ladder', () => {
    const forcedFor = ladderForced(records, START);
    const moves = fc.tuple(fc.double({ min: 0, max: 0.5, noNaN: true }), fc.double({ min: 0, max: 0.5, noNaN: true }));
    fc.assert(
      fc.property(moves, ([a, b]) => {
        const [near, far] = [Math.min(a, b), Math.max(a, b)].map((move) => forcedFor('BTC', volatilityOf(move), 'h24'));
        fc.pre(near !== null && far !== null);
        for (const [side, all] of [
          ['longs', 9e5],
          ['shorts', 6e5],
        ] as const) {
          // prettier-ignore
          expect(near![side]).toBeLessThanOrEqual(far![side] + 1e-6);
          expect(far![side]).toBeLessThanOrEqual(all + 1e-6);
        }
      }),
    );
  });

  it('is absent without a cycle, without a volatility, and for a coin that none holds', () => {
    expect(ladderForced([], START)('BTC', 0.01, 'h4')).toBeNull();
    expect(ladderForced(records, START)('ETH', 0.01, 'h4')).toBeNull();
    expect(ladderForced(records, START)('BTC', null, 'h4')).toBeNull();
  });

  it('is absent of a cycle older than 15 minutes, and of a later one: only what was known then', () => {
    const old = START + LADDER_FORCED_V1.mostMinutes * MINUTE_MS;
    expect(ladderForced(records, old)('BTC', 0.01, 'h4')).not.toBeNull();
    expect(ladderForced(records, old + 1)('BTC', 0.01, 'h4')).toBeNull();
    expect(ladderForced(records, START - 1)('BTC', 0.01, 'h4')).toBeNull();
  });

  it('is absent of a ladder of another grid, and beyond the grid', () => {
    const other = JSON.parse(JSON.stringify(records).replaceAll('ladder/1', 'ladder/0')) as typeof records;
    expect(ladderForced(other, START)('BTC', 0.01, 'h4')).toBeNull();
    expect(ladderForced(records, START)('BTC', volatilityOf(0.4999), 'h24')).not.toBeNull();
    expect(ladderForced(records, START)('BTC', volatilityOf(0.5001), 'h24')).toBeNull();
  });

  it('is absent where the accounts hold less than a tenth of either side, or open interest is not known', async () => {
    const forced = async (openInterest: number) =>
      ladderForced(await recordsOf(LEVELS, openInterest), START)('BTC', 0.01, 'h4');
    // 600,000 of shorts are a tenth of 60,000 units at 100.
    expect(await forced(59_999)).not.toBeNull();
    expect(await forced(60_001)).toBeNull();
    expect(await forced(NaN)).toBeNull();
  });
});

describe('liquidation risk of a host with positioning', () => {
  const NOW = SIMULATOR_V2.start + 760 * HOUR_MS;
  const listings = SIMULATOR_V2.listings
    .filter(({ venue, listedAfter }) => venue === 'perpdex_perp' && listedAfter === 0)
    .slice(0, 3);
  const source = openMarket([createSimulatedSource({ ...SIMULATOR_V2, listings })]);
  const model = testModel();

  /** A host whose last positioning cycle was at a given time. */
  async function hostWith(cycleAt: number | undefined) {
    const observations = memoryObservations();
    const stage = { source, states: memoryStates(), observations, snapshots: createMemorySnapshotStore() };
    const samples = createDepthSamples(observations, 't');
    await runAt(liquidityProducer({ timeline: 't', samples, counts: createBookCounts() }), stage)(NOW - 2 * MINUTE_MS);
    if (cycleAt !== undefined) await runAt(positioningProducer('t'), stage)(cycleAt);
    await runAt(quantProducer(model, 't'), stage)(NOW);
    const rows = <Row>(name: string): readonly Row[] =>
      stage.snapshots.latest<Row>(name)?.records.map(({ value }) => value) ?? [];
    return { ask: quantAsker(model, { ...stage, wall: createManualClock(NOW) })(NOW), rows, stage };
  }

  it('is the rule over ladder and depth, and names both [#449]', async () => {
    const { ask, rows } = await hostWith(NOW - 5 * MINUTE_MS);
    const depthFor = sampledDepths(rows('liquidity'), NOW);
    const forcedFor = ladderForced(rows('positioning'), NOW);
    for (const symbol of listings.map((one) => one.symbol)) {
      const coin = await ask.json<QuantCoinWire>('quant.coin', { path: { symbol } });
      expect(coin.explain.heads_provenance['liquidation_risk']).toMatchObject({
        source: 'rule',
        version: 'heads/liquidation-risk-2',
        inputs: ['liquidity/1', 'ladder/1'],
      });
      // The volatility is not on the wire: the answer equals that of a plausible one.
      const says = Object.values(coin.horizons['24h'].liquidation_risk!);
      const of = (volatility: number): readonly number[] => {
        const read = { depth: depthFor(symbol, volatility, 'h24'), forced: forcedFor(symbol, volatility, 'h24') };
        return liquidationRiskOutlook({ volatility, ...read, openInterest: null }, 'h24').probabilities!;
      };
      const [calm, wild] = [of(0.0005), of(0.03)];
      expect(says[0]).toBeLessThanOrEqual(calm[0]!);
      expect(says[0]).toBeGreaterThanOrEqual(wild[0]!);
    }
    const market = await ask.json<QuantMarketWire>('quant.market', { query: { horizon: '24h' } });
    expect(market.explain.heads_provenance['liquidation_risk']).toMatchObject({ source: 'rule' });
  });

  it('is to the byte that of a host without positioning while there is no cycle of the last 15 minutes', async () => {
    const none = await hostWith(undefined);
    const stale = await hostWith(NOW - 16 * MINUTE_MS);
    const fresh = await hostWith(NOW - MINUTE_MS);
    const published = ({ stage }: typeof none): unknown => {
      const { head, records } = stage.snapshots.latest('quant')!;
      return [head, records.map(({ json }) => json)];
    };
    expect(published(stale)).toEqual(published(none));
    expect(published(fresh)).not.toEqual(published(none));
    const wire = await none.ask.json<QuantCoinWire>('quant.coin', { path: { symbol: listings[0]!.symbol } });
    expect(wire.explain.heads_provenance['liquidation_risk']).toMatchObject({
      source: 'prior',
      inputs: ['liquidity/1'],
    });
  });

  it('reads ladders whose accounts hold at least the stated share on the simulator', async () => {
    const { rows } = await hostWith(NOW - 5 * MINUTE_MS);
    for (const { split } of rows<PositioningRecordWire>('positioning')) {
      expect(split.open_interest_share!.long).toBeGreaterThan(LADDER_FORCED_V1.leastShare);
      expect(split.open_interest_share!.short).toBeGreaterThan(LADDER_FORCED_V1.leastShare);
    }
  });
});
