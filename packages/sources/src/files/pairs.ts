/** Spot pairs from files of bars: what takers bought where a file says it, and tickers where its bars are fine enough. */

import { DAY_MS, err, firstAtOrAfter, HOUR_MS, ok, stepMs } from '@barograph/core';
import { coinOfFile } from '@barograph/files';
import type { Feeds } from '../market/feeds.ts';
import { summedWithin } from '../market/summed.ts';
import type { SpotTicker } from '../market/venues.ts';
import { closedBy, windowOf } from '../market/window.ts';
import type { BarSeries } from './bars.ts';

/** Files hold one quote; pairs are named by it. */
const QUOTE = 'USDT';

/** Ticker of the day that ends with the last whole hour; undefined of bars that do not reach it. */
function tickerOf({ symbol, bars, interval }: BarSeries, to: number): SpotTicker | undefined {
  const from = to - DAY_MS;
  const start = firstAtOrAfter(bars, from);
  const end = firstAtOrAfter(bars, to);
  const step = stepMs(interval);
  if (step > HOUR_MS || start === end || bars.time[end - 1]! + step !== to) return undefined;
  let [high, low, volume] = [-Infinity, Infinity, 0];
  for (let i = start; i < end; i++) {
    high = Math.max(high, bars.high[i]!);
    low = Math.min(low, bars.low[i]!);
    volume += bars.volume[i]!;
  }
  const unknown = { mean: NaN, bid: NaN, ask: NaN, quoteVolume: NaN, trades: NaN };
  return {
    symbol: `${symbol}${QUOTE}`,
    last: bars.close[end - 1]!,
    open: bars.open[start]!,
    high,
    low,
    volume,
    ...unknown,
    from,
    to,
  };
}

/** @param series of which those of the spot venue are pairs; none where there is none. */
export function createFilesPairs(series: readonly BarSeries[]): Partial<Pick<Feeds, 'pairBars' | 'spotTickers'>> {
  const spot = series.filter(({ venue }) => venue === 'cexa_spot');
  if (spot.length === 0) return {};
  const bySymbol = new Map(spot.map((one) => [one.symbol, one]));
  return {
    pairBars: {
      pull: async ({ symbol, interval, window, asOf }) => {
        const one = symbol.endsWith(QUOTE) ? bySymbol.get(coinOfFile(symbol)) : undefined;
        const base = one === undefined ? undefined : closedBy(one.bars, stepMs(one.interval), asOf);
        if (one === undefined || base === undefined || base.length === 0) {
          return err({ code: 'unknown_symbol', reason: `no bar file of ${symbol}` });
        }
        if (stepMs(interval) < stepMs(one.interval)) {
          const reason = `the bar files of ${one.symbol} hold ${one.interval} bars, nothing finer`;
          return err({ code: 'unavailable', reason });
        }
        const { closed, forming } = windowOf(base, one.interval, interval, window, asOf);
        const unknown = (): Float64Array => new Float64Array(closed.length).fill(NaN);
        const takerBuy = one.takerBuy === undefined ? unknown() : summedWithin(base, one.takerBuy, closed, interval);
        return ok({ rows: { closed, takerBuy, quoteVolume: unknown(), trades: unknown(), forming }, asOf });
      },
    },
    spotTickers: {
      pull: async ({ asOf }) => {
        const to = Math.floor(asOf / HOUR_MS) * HOUR_MS;
        const tickers = spot.flatMap((one) => tickerOf(one, to) ?? []);
        return ok({ rows: { tickers, leftOut: 0 }, asOf: to });
      },
    },
  };
}
