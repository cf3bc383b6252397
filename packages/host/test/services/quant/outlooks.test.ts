import type { QuantCoinsWire, QuantCoinWire, QuantMarketWire, QuantRisksWire } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { breadthColumns, breadthOutlook, fundingOutlook, openInterestOutlook, type Outlook } from '@barograph/nowcast';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { hourlyFundingRates, hourlyOpenInterest } from '../../../../sources/src/market/hourly.ts';
import { readOver, openMarket, type Market } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { quantProducer } from '../../../../runtime/src/producers/quant/producer.ts';
import type { Asker } from '../../ask.ts';
import { memoryStates, simulatedMarket } from '../../test-support.ts';
import { refreshAt } from '../../../../runtime/test/test-support.ts';
import { memoryObservations, quantAsker, testModel } from './test-support.ts';

const PERPS = 9;
const HOURS = 720 + 40;
const NOW = SIMULATOR_V2.start + HOURS * HOUR_MS;
const LAST = NOW - HOUR_MS;
const listings = SIMULATOR_V2.listings
  .filter(({ venue, listedAfter }) => venue === 'perpdex_perp' && listedAfter === 0)
  .slice(0, PERPS);
const config = { ...SIMULATOR_V2, listings };
const bars = createMarket(config);
const loaded = testModel();
const simulated = openMarket([createSimulatedSource(config)]);

async function servedBy(source: Market): Promise<Asker> {
  const stage = {
    source,
    states: memoryStates(),
    observations: memoryObservations(),
    snapshots: createMemorySnapshotStore(),
  };
  await refreshAt(quantProducer(loaded, 't'), stage)(NOW);
  return quantAsker(loaded, { ...stage, wall: createManualClock(NOW) })(NOW);
}

const marketOf = async (ask: Asker, horizon = '24h'): Promise<QuantMarketWire> =>
  ask.json<QuantMarketWire>('quant.market', { query: { horizon } });
const coinOf = async (ask: Asker, symbol: string): Promise<QuantCoinWire> =>
  ask.json<QuantCoinWire>('quant.coin', { path: { symbol } });

const panel = listings.map(({ symbol }) => bars.candles(symbol, 'perpdex_perp', '1h', 0, NOW));

describe('the heads of a host that has funding and open interest', () => {
  let ask: Asker;
  let market: QuantMarketWire;
  beforeAll(async () => {
    ask = await servedBy(simulated);
    market = await marketOf(ask);
  });

  it('say what the engine says of the same hours, of the market and of a coin', async () => {
    const columns = breadthColumns(panel);
    const at = columns.time.indexOf(LAST);
    const counts = { above: columns.above[at]!, of: columns.of[at]! };
    expect(counts.of).toBe(PERPS);
    const near = await marketOf(ask, '4h');
    const coin = await coinOf(ask, 'ETH');
    for (const [wire, horizon, symbol] of [
      [market, 'h24', 'BTC'],
      [near, 'h4', 'BTC'],
      [coin.horizons['24h'], 'h24', 'ETH'],
      [coin.horizons['4h'], 'h4', 'ETH'],
    ] as const) {
      const rates = (await hourlyFundingRates(simulated, { symbol, last: LAST, hours: 168 }))!;
      const levels = (await hourlyOpenInterest(simulated, { symbol, last: LAST, hours: 721 }))!;
      const says = (outlook: Outlook): readonly number[] => outlook.probabilities!;
      expect(wire.breadth).toEqual(says(breadthOutlook(counts, horizon)));
      expect(wire.funding).toEqual(says(fundingOutlook(rates, horizon)));
      expect(wire.open_interest).toEqual(says(openInterestOutlook(levels, horizon)));
    }
    expect(near.funding).not.toEqual(market.funding);
    expect(coin.horizons['24h'].funding).not.toEqual(market.funding);
  });

  it('say of each head where it comes from, and of none without depth what it lacks', async () => {
    const { heads_provenance } = market.explain;
    for (const head of ['funding', 'breadth', 'open_interest'] as const) {
      expect(heads_provenance[head], head).toMatchObject({ source: 'direct', reason: null });
    }
    expect(market.liquidation_risk).toBeNull();
    const lacking = { source: null, version: null, trained_to: null, n: null, reason: 'no source of depth' };
    expect(heads_provenance['liquidation_risk']).toEqual(lacking);
    expect((await coinOf(ask, 'ETH')).explain.heads_provenance['liquidation_risk']).toEqual(lacking);
  });

  it('are in the risk of each perp, and its open interest in USD in its row [#434] [#455]', async () => {
    const risks = await ask.json<QuantRisksWire>('quant.coins_risk', { query: { horizon: '4h' } });
    expect(risks.items.length).toBeGreaterThan(0);
    for (const { symbol, funding, open_interest } of risks.items) {
      const { horizons } = await coinOf(ask, symbol);
      expect([funding, open_interest]).toEqual([horizons['4h'].funding, horizons['4h'].open_interest]);
    }
    const { items } = await ask.json<QuantCoinsWire>('quant.coins', { query: { limit: 300 } });
    expect(await ask.json('quant.coins', { query: { limit: 300, horizon: '24h' } })).toMatchObject({
      items,
      horizon: '24h',
    });
    const usd = items.map(({ oi_usd }) => oi_usd!);
    expect(usd).toEqual(usd.toSorted((a, b) => b - a));
    for (const { symbol, oi_usd } of items) {
      const level = (await hourlyOpenInterest(simulated, { symbol, last: LAST, hours: 1 }))![0]!;
      const close = bars.candles(symbol, 'perpdex_perp', '1h', LAST, NOW).close[0]!;
      expect(oi_usd).toBe(level * close);
    }
  });
});

describe('the heads of a host that has bars alone', () => {
  it('are null but for breadth, and say why', async () => {
    const market = await marketOf(await servedBy(simulatedMarket(config)));
    expect(market.breadth).not.toBeNull();
    expect([market.funding, market.open_interest, market.liquidation_risk]).toEqual([null, null, null]);
    const { funding, open_interest } = market.explain.heads_provenance;
    expect([funding!.reason, open_interest!.reason]).toEqual([
      'no source of funding rates',
      'no source of open interest',
    ]);
  });

  it('are so where reading them fails, and nothing else is lost', async () => {
    const broken = async (): Promise<never> => {
      throw new Error('not now');
    };
    const read = readOver(readOver(simulated.read, 'funding', broken), 'openInterest', broken);
    const own = await servedBy({ ...simulated, read });
    const market = await marketOf(own);
    expect([market.funding, market.open_interest]).toEqual([null, null]);
    expect(market.breadth).not.toBeNull();
    expect(market.regime).not.toBeNull();
    expect((await coinOf(own, 'ETH')).regime).not.toBeNull();
  });
});
