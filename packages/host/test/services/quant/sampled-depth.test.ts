/** The head of liquidation risk with the depth of the newest sample. */

import type { LiquidityRecordWire, QuantCoinWire, QuantMarketWire } from '@barograph/contract';
import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { liquidationBand, liquidationRiskOutlook } from '@barograph/nowcast';
import { SIMULATOR_V1 } from '@barograph/simulator';
import { depth, depthWithin } from '@barograph/stress';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { createDepthSamples } from '../../../../runtime/src/producers/liquidity/archive.ts';
import { createBookCounts } from '../../../../runtime/src/producers/liquidity/book-counts.ts';
import { liquidityProducer } from '../../../../runtime/src/producers/liquidity/producer.ts';
import { quantProducer } from '../../../../runtime/src/producers/quant/producer.ts';
import { SAMPLED_DEPTH_V1, sampledDepths } from '../../../../runtime/src/producers/quant/sampled-depth.ts';
import type { Asker } from '../../ask.ts';
import { memoryStates, START } from '../../test-support.ts';
import { runAt } from '../../../../runtime/test/test-support.ts';
import { evenBook, perpOf, samplerOf, venueOf } from '../liquidity/test-support.ts';
import { memoryObservations, quantAsker, testModel } from './test-support.ts';

describe('depth from published samples', () => {
  const book = evenBook(100, 1000, 60);
  let records: readonly LiquidityRecordWire[];
  let cut: readonly LiquidityRecordWire[];
  beforeAll(async () => {
    const sampled = async (of: typeof book): Promise<readonly LiquidityRecordWire[]> => {
      const sampler = samplerOf(venueOf({ perps: () => [perpOf('BTC')], book: () => of }));
      await sampler.run(START);
      return sampler.records();
    };
    records = await sampled(book);
    cut = await sampled(evenBook(100, 1000));
  });

  it('is that within the band of the horizon, which 1 % is the most of', () => {
    const measured = depth(book);
    const whole = measured.ok ? measured.value : expect.fail();
    const depthFor = sampledDepths(records, START);
    for (const [volatility, horizon] of [
      [0.0005, 'h4'],
      [0.0005, 'h24'],
      [0.02, 'h24'],
    ] as const) {
      const near = liquidationBand(volatility, horizon).depth;
      expect(depthFor('BTC', volatility, horizon)).toEqual({ ...depthWithin(whole, near), version: 'liquidity/1' });
    }
    expect(sampledDepths(cut, START)('BTC', 0.02, 'h24')!.bids).toBeGreaterThan(depthFor('BTC', 0.02, 'h24')!.bids);
  });

  it('is null for a coin without a sample, for one older than ten minutes, and without a volatility', () => {
    const old = START + SAMPLED_DEPTH_V1.mostMinutes * MINUTE_MS;
    expect(sampledDepths(records, old)('BTC', 0.01, 'h4')).not.toBeNull();
    expect(sampledDepths(records, old + 1)('BTC', 0.01, 'h4')).toBeNull();
    expect(sampledDepths(records, START)('ETH', 0.01, 'h4')).toBeNull();
    expect(sampledDepths(records, START)('BTC', null, 'h4')).toBeNull();
    expect(sampledDepths([], START)('BTC', 0.01, 'h4')).toBeNull();
    const other = JSON.parse(JSON.stringify(records).replaceAll('liquidity/1', 'liquidity/0')) as typeof records;
    expect(sampledDepths(other, START)('BTC', 0.01, 'h4')).toBeNull();
  });
});

describe('liquidation risk of a host that samples books', () => {
  const NOW = SIMULATOR_V1.start + 760 * HOUR_MS;
  const listings = SIMULATOR_V1.listings
    .filter(({ venue, listedAfter }) => venue === 'perpdex_perp' && listedAfter === 0)
    .slice(0, 3);
  const source = openMarket([createSimulatedSource({ ...SIMULATOR_V1, listings })]);
  const model = testModel();
  const observations = memoryObservations();
  const stage = { source, states: memoryStates(), observations, snapshots: createMemorySnapshotStore() };
  const samples = createDepthSamples(observations, 't');
  const sample = runAt(liquidityProducer({ timeline: 't', samples, counts: createBookCounts() }), stage);
  const nowcast = runAt(quantProducer(model, 't'), stage);
  let ask: Asker;
  beforeAll(async () => {
    await sample(NOW - 2 * MINUTE_MS);
    await nowcast(NOW);
    ask = quantAsker(model, { ...stage, wall: createManualClock(NOW) })(NOW);
  });

  it('is that of the engine on its depth, and the provenance names the version of the samples [#449]', async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of that publication
    const records = stage.snapshots.latest<LiquidityRecordWire>('liquidity')!.records.map(({ value }) => value);
    const depthFor = sampledDepths(records, NOW);
    for (const symbol of listings.map((one) => one.symbol)) {
      const coin = await ask.json<QuantCoinWire>('quant.coin', { path: { symbol } });
      expect(coin.explain.heads_provenance['liquidation_risk']).toEqual({
        source: 'prior',
        version: 'heads/liquidation-risk-2',
        trained_to: null,
        n: null,
        reason: null,
        inputs: ['liquidity/1'],
      });
      for (const horizon of ['4h', '24h'] as const) {
        const risk = coin.horizons[horizon].liquidation_risk!;
        expect(Object.values(risk).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
      }
      expect(depthFor(symbol, 0.01, 'h24')).not.toBeNull();
    }
    const market = await ask.json<QuantMarketWire>('quant.market', { query: { horizon: '24h' } });
    expect(market.liquidation_risk).not.toBeNull();
    expect(market.explain.heads_provenance['liquidation_risk']).toMatchObject({ inputs: ['liquidity/1'] });
  });

  it('grows as the book thins, all else equal', () => {
    const inputs = { volatility: 0.01, forced: null, openInterest: 1e9 };
    const severe = (usd: number): number =>
      liquidationRiskOutlook({ ...inputs, depth: { bids: usd, asks: usd } }, 'h24').probabilities!.at(-1)!;
    expect(severe(1e6)).toBeGreaterThan(severe(1e7));
  });
});
