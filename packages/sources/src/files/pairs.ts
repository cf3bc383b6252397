/** Spot pairs from bar files: taker volumes when a file has them, and tickers when bars are short enough. */

import { DAY_MS, err, firstAtOrAfter, HOUR_MS, ok, stepMs } from '@barograph/core';
import { coinOfFile } from '@barograph/files';
import type { Feeds } from '../market/feeds.ts';
import { summedWithin } from '../market/summed.ts';
import type { SpotTicker } from '../market/venues.ts';
import { closedBy, windowOf } from '../market/window.ts';
import type { BarSeries } from './bars.ts';

/** Quote of all files, which completes the pair names. */
const QUOTE = 'USDT';

/** Ticker of the 24 hours before `to`, the last whole hour; undefined when the bars do not reach it. */
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

/** Creates the pair feeds; empty without spot series. @param series bar series, of which spot series become pairs. */
export function createFilesPairs(series: readonly BarSeries[]): Partial<Pick<Feeds, 'pairBars' | 'spotTickers'>> {
  const spot = series.filter(({ venue }) => venue === 'cexa_spot');
  if (spot.length === 0) return {};
  const bySymbol = new Map(spot.map((bars) => [bars.symbol, bars]));
  return {
    pairBars: {
      pull: async ({ symbol, interval, window, asOf }) => {
        const bars = symbol.endsWith(QUOTE) ? bySymbol.get(coinOfFile(symbol)) : undefined;
        const base = bars === undefined ? undefined : closedBy(bars.bars, stepMs(bars.interval), asOf);
        if (bars === undefined || base === undefined || base.length === 0) {
          return err({ code: 'unknown_symbol', reason: `no bar file of ${symbol}` });
        }
        if (stepMs(interval) < stepMs(bars.interval)) {
          const reason = `the bar files of ${bars.symbol} hold ${bars.interval} bars, nothing finer`;
          return err({ code: 'unavailable', reason });
        }
        const { closed, forming } = windowOf(base, bars.interval, interval, window, asOf);
        const unknown = (): Float64Array => new Float64Array(closed.length).fill(NaN);
        const takerBuy = bars.takerBuy === undefined ? unknown() : summedWithin(base, bars.takerBuy, closed, interval);
        return ok({ rows: { closed, takerBuy, quoteVolume: unknown(), trades: unknown(), forming }, asOf });
      },
    },
    spotTickers: {
      pull: async ({ asOf }) => {
        const to = Math.floor(asOf / HOUR_MS) * HOUR_MS;
        const tickers = spot.flatMap((bars) => tickerOf(bars, to) ?? []);
        return ok({ rows: { tickers, leftOut: 0 }, asOf: to });
      },
    },
  };
}
