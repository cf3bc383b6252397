/** Spot pairs of the seeded market: bars with taker volumes, 24-hour tickers, terms. */

import { bucketOpen, DAY_MS, err, formingBar, HOUR_MS, MINUTE_MS, ok, stepMs } from '@barograph/core';
import type { PairColumns, SpotPairs as SimulatedPairs } from '@barograph/simulator';
import { setImmediate } from 'node:timers/promises';
import type { Feeds } from '../market/feeds.ts';
import { summedWithin } from '../market/summed.ts';
import type { PairBars, PairBarsQuery, SpotPair, SpotTicker } from '../market/venues.ts';
import { windowOf } from '../market/window.ts';
import { baseOfPair, PAIR_QUOTE, pairSymbol } from './venue-symbols.ts';

/** Maximum minutes for a query of bars below an hour: 1,000 bars of 30 minutes, plus a margin. */
const MOST_MINUTES = 40_000;
/** Significant digits of the prices of the market. */
const DIGITS = 5;
const MIN_NOTIONAL = 5;

const tickOf = (price: number): number => Number(`1e${Math.floor(Math.log10(price)) - DIGITS + 1}`);

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Ticker of the 24 hours before the last closed minute; undefined for a pair without bars. */
function tickerOf(base: string, { bars, quoteVolume, trades }: PairColumns, to: number): SpotTicker | undefined {
  const { length, open, high, low, close, volume } = bars;
  if (length === 0) return undefined;
  const last = close[length - 1]!;
  const units = sum(volume);
  const quote = sum(quoteVolume);
  return {
    symbol: pairSymbol(base),
    last,
    open: open[0]!,
    high: high.reduce((a, b) => Math.max(a, b)),
    low: low.reduce((a, b) => Math.min(a, b)),
    mean: units === 0 ? last : quote / units,
    bid: last,
    ask: last + tickOf(last),
    volume: units,
    quoteVolume: quote,
    trades: sum(trades),
    from: to - DAY_MS,
    to,
  };
}

/** Every pair is a spot listing against a dollar coin, and trades since its first hour. */
export function createSimulatedPairs(pairs: SimulatedPairs): Pick<Feeds, 'spotTickers' | 'spotPairs' | 'pairBars'> {
  const known = new Set(pairs.symbols);

  const barsOf = (base: string, { interval, window, asOf }: PairBarsQuery): PairBars => {
    const step = stepMs(interval);
    const short = step < HOUR_MS ? '1m' : '1h';
    const end = Math.max(0, window.kind === 'last' ? asOf : Math.min(asOf, window.to + step));
    const reach = step < HOUR_MS ? MOST_MINUTES * MINUTE_MS : Infinity;
    const wanted = window.kind === 'last' ? bucketOpen(asOf, step) - window.count * step : window.from;
    const from = bucketOpen(Math.max(0, wanted, end - reach), step);
    const columns = pairs.bars(base, short, Math.min(Math.max(0, from), end), end);
    const hour = bucketOpen(end, HOUR_MS);
    const minutes = short === '1h' ? pairs.bars(base, '1m', Math.min(hour, end), end).bars : undefined;
    const rest = minutes === undefined ? undefined : formingBar(minutes, '1m', '1h', asOf);
    const { closed, forming } = windowOf(columns.bars, short, interval, window, asOf, rest);
    const within = (values: Float64Array): Float64Array => summedWithin(columns.bars, values, closed, interval);
    return {
      closed,
      takerBuy: within(columns.takerBuy),
      quoteVolume: within(columns.quoteVolume),
      trades: within(columns.trades),
      forming,
    };
  };

  const pairAt = (base: string, asOf: number): SpotPair | undefined => {
    const { close, length } = pairs.bars(base, '1h', Math.max(0, asOf - 2 * HOUR_MS), Math.max(0, asOf)).bars;
    if (length === 0) return undefined;
    const price = close[length - 1]!;
    const stepSize = Number(`1e${-Math.max(0, Math.ceil(Math.log10(price)))}`);
    return {
      symbol: pairSymbol(base),
      base,
      quote: PAIR_QUOTE,
      status: 'TRADING',
      isTrading: true,
      tickSize: tickOf(price),
      stepSize,
      minQuantity: stepSize,
      minNotional: MIN_NOTIONAL,
    };
  };

  return {
    spotTickers: {
      pull: async ({ asOf }) => {
        const to = Math.max(0, bucketOpen(asOf, MINUTE_MS));
        const tickers: SpotTicker[] = [];
        for (const base of pairs.symbols) {
          const ticker = tickerOf(base, pairs.bars(base, '1m', Math.max(0, to - DAY_MS), to), to);
          if (ticker !== undefined) tickers.push(ticker);
          await setImmediate(); // lets requests through between pairs
        }
        return ok({ rows: { tickers, leftOut: 0 }, asOf: to });
      },
    },
    spotPairs: {
      pull: async ({ asOf }) => {
        const rows = { pairs: pairs.symbols.flatMap((base) => pairAt(base, asOf) ?? []) };
        return ok({ rows, asOf });
      },
    },
    pairBars: {
      pull: async (query) => {
        const base = baseOfPair(query.symbol);
        if (base === undefined || !known.has(base)) {
          return err({ code: 'unknown_symbol', reason: `cexa does not list ${query.symbol}` });
        }
        return ok({ rows: barsOf(base, query), asOf: query.asOf });
      },
    },
  };
}
