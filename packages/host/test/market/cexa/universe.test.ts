/**
 * Spot pairs in the universe: perps win, pairs that trade enough fill the gaps, and an hour costs the hour that is new. The cold
 * start and the hourly pass of some hundred pairs, with the figures of operations.md: BAROGRAPH_FULL=1 alone.
 */

import { bucketOpen, candlesOf, DAY_MS, HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createManualClock, type Clock } from '../../../../sources/src/clock.ts';
import { createCexaSource } from '../../../../sources/src/cexa/source.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import type { SpotTicker } from '../../../../sources/src/market/venues.ts';
import { createUniverse } from '../../../../runtime/src/producers/universe/universe.ts';
import { exchangeConfig } from '../../../../venue/src/universe.ts';
import { openVenue, type VenueOptions } from '../../../../venue/src/venue.ts';
import { beginSlice } from '../../../../runtime/src/slice.ts';
import { marketReader } from '../../../../runtime/src/market-reader.ts';
import { sumEngine, type SumRow } from '../../services/universe/toy-engines.ts';
import { QUIET } from '../../../../store/test/test-support.ts';
import { universeWith } from '../../../../runtime/test/test-support.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
if (FULL) vi.setConfig({ testTimeout: 3_600_000 });

let ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
});

/** Five minutes after an hour, 120 days into the market. */
const NOW = SIMULATOR_V2.start + 120 * DAY_MS + 7 * HOUR_MS + 5 * MINUTE_MS;

/** Weight of the spot part at the venue. */
interface Spent {
  readonly requests: number;
  readonly total: number;
  readonly mostInMinute: number;
  readonly refused: number;
}
async function exchangeOn(clock: Clock, options: Partial<VenueOptions> = {}) {
  const venue = openVenue({ clock, speed: 0, seed: SIMULATOR_V2.seed, coins: 4, ...options });
  const base = new URL(await venue.listen('127.0.0.1', 0)).origin;
  ends.push(async () => venue.close());
  const url = `${base}/cexa`;
  const source = createCexaSource({ url, futuresUrl: url, wsUrl: url.replace('http', 'ws'), clock, log: QUIET });
  ends.push(async () => source.close());
  await source.start();
  const spent = async (): Promise<Spent> => {
    const parts = (await (await fetch(`${url}/weight`)).json()) as Record<string, Spent[]>;
    return parts['spot']![0] ?? { requests: 0, total: 0, mostInMinute: 0, refused: 0 };
  };
  return { source, spent, base };
}

describe('the universe with the spot pairs of the large exchange', () => {
  it('has perps first, and pairs of 100,000 dollars a day in their gaps; an hour later it asks for that hour alone [#579]', async () => {
    const clock = createManualClock(NOW);
    const { source, spent, base } = await exchangeOn(clock, { weightClock: 'venue' });
    const config = exchangeConfig(SIMULATOR_V2.seed, 4);
    const perps = createSimulatedSource({
      ...config,
      listings: config.listings.filter(({ venue }) => venue === 'perpdex_perp'),
    });
    const universe = universeWith({ source: openMarket([perps, source]), engines: [sumEngine()] });
    const rowsAt = async (asOf: number) => {
      clock.moveTo(asOf);
      const [view] = (await universe.at(asOf)).views;
      return view!.members.map(({ about, row }) => ({ ...about, hours: (row as SumRow).hours }));
    };
    const rows = await rowsAt(NOW);
    const of = (on: string): string[] => rows.filter((row) => row.source === on).map(({ symbol }) => symbol);
    expect(of('perpdex_perp')).toEqual(['BTC', 'ETH', 'SOL', 'XRP'].sort());
    expect(of('cexa_spot')).toEqual(expect.arrayContaining(['TRX', 'XMR', 'PEPE', 'USDC', 'WBTC']));
    expect(of('cexa_spot')).not.toContain('DUSK');
    const hours = Math.floor((NOW - SIMULATOR_V2.start) / HOUR_MS);
    expect(new Set(rows.map((row) => row.hours))).toEqual(new Set([hours]));
    expect(rows.every(({ volume24h }) => volume24h! >= 100_000)).toBe(true);

    const pairs = of('cexa_spot').length;
    const cold = await spent();
    const later = await rowsAt(NOW + HOUR_MS);
    expect(new Set(later.map((row) => row.hours))).toEqual(new Set([hours + 1]));
    const lists = 2; // tickers and pairs, which are old after an hour
    expect((await spent()).requests - cold.requests).toBeLessThanOrEqual(pairs + lists);

    // The venue is away for an hour: its rows stay and age, those of the perps continue.
    const fault = { kind: '429', request: 'klines', for: HOUR_MS + MINUTE_MS, retryAfter: 1 };
    await fetch(`${base}/faults`, { method: 'POST', body: JSON.stringify(fault) });
    const away = await rowsAt(NOW + 2 * HOUR_MS);
    expect(away.map(({ symbol }) => symbol)).toEqual(later.map(({ symbol }) => symbol));
    expect(away.find(({ symbol }) => symbol === 'TRX')).toMatchObject({ staleCycles: 1, hours: hours + 1 });
    expect(away.find(({ symbol }) => symbol === 'BTC')).toMatchObject({ staleCycles: 0, hours: hours + 2 });
    await setTimeout(1100);
    const back = await rowsAt(NOW + 3 * HOUR_MS);
    expect(back.find(({ symbol }) => symbol === 'TRX')).toMatchObject({ staleCycles: 0, hours: hours + 3 });
  });

  it.skipIf(!FULL).each([400, 2500])(
    'of %i pairs is spent within the budget: every hour costs a request for each',
    async (pairs) => {
      const clock = createManualClock(SIMULATOR_V2.start + 330 * DAY_MS + 5 * MINUTE_MS);
      const feeds = createSimulatedSource(exchangeConfig(SIMULATOR_V2.seed, 1, pairs)).feeds;
      const { spotPairs, pairBars } = feeds;
      /** Covers the last day only: generating 24 hours of many pairs minute by minute takes minutes. */
      const tickerOf = async (symbol: string, asOf: number): Promise<SpotTicker> => {
        const window = { kind: 'last', count: 1 } as const;
        const pulled = await pairBars!.pull({ symbol, interval: '1d', window, asOf });
        const { closed } = pulled.ok ? pulled.value.rows : { closed: candlesOf([]) };
        const price = closed.close[0]!;
        const prices = { last: price, open: price, high: price, low: price, mean: price, bid: price, ask: price };
        return { symbol, ...prices, volume: 1, quoteVolume: 200_000, trades: 1, from: asOf - DAY_MS, to: asOf };
      };
      const tickers = new Map<number, Promise<readonly SpotTicker[]>>();
      const known = await spotPairs!.pull({ asOf: clock.now() });
      const symbols = known.ok ? known.value.rows.pairs.map(({ symbol }) => symbol) : [];
      const spotTickers = {
        pull: async ({ asOf }: { readonly asOf: number }) => {
          const day = bucketOpen(asOf, DAY_MS);
          if (!tickers.has(day)) tickers.set(day, Promise.all(symbols.map(async (symbol) => tickerOf(symbol, asOf))));
          return ok({ rows: { tickers: await tickers.get(day)!, leftOut: 0 }, asOf });
        },
      };
      await spotTickers.pull({ asOf: clock.now() });
      const { source, spent } = await exchangeOn(clock, {
        coins: 1,
        feeds: { ...feeds, spotTickers, spotPairs: { pull: async () => known } },
      });
      const slices: number[] = [];
      const universe = createUniverse([sumEngine()], () => beginSlice());
      const market = marketReader(openMarket([source]));
      const pass = async (name: string): Promise<number> => {
        const [began, before] = [performance.now(), await spent()];
        slices.length = 0;
        let rows = 0;
        for (let isUnfinished = true; isUnfinished;) {
          const run = await universe.at({ asOf: clock.now(), market, log: QUIET, load: async () => [] });
          ({ isUnfinished } = run);
          slices.push(run.bars);
          rows = run.views[0]!.members.length;
        }
        const after = await spent();
        const seconds = Math.round((performance.now() - began) / 1000);
        const figures = {
          name,
          pairs,
          rows,
          runs: slices.length,
          seconds,
          requests: after.requests - before.requests,
          weight: after.total - before.total,
          mostInMinute: after.mostInMinute,
        };
        process.stdout.write(`${JSON.stringify(figures)}\n`);
        expect([after.refused, after.mostInMinute <= 6000]).toEqual([0, true]);
        return figures.weight;
      };
      const cold = await pass('cold start');
      clock.moveTo(clock.now() + HOUR_MS);
      const hourly = await pass('hourly pass');
      expect(hourly).toBeLessThanOrEqual(2 * pairs + 200);
      expect(cold).toBeGreaterThan(8 * pairs);
    },
  );
});
