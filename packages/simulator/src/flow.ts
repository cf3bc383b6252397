/** Trade flow of the perps of a market: fills and forced closes. */

import { barAt, bucketOpen, integerAtLeast, MINUTE_MS, shown, UsageError } from '@barograph/core';
import { cascadesOf, type Cascade } from './cascades.ts';
import { fillColumns, fillsOf, type FillColumns } from './fills.ts';
import type { ForcedClose } from './forced-close.ts';
import type { ListingConfig } from './listings.ts';
import type { Market } from './market.ts';
import { sizeDecimalsOf } from './perp-terms.ts';

/** Fills and forced closes of the perps of a market. Times are epoch ms. */
export interface Flow {
  /** Every perp of the market, in the order of its listings, listed or not. */
  readonly symbols: readonly string[];
  /**
   * Fills after `from` and by `to`, oldest first. Those of a minute add up to its bar: volume to half a unit of the
   * smallest size; with eight fills or more also open, high, low and close.
   *
   * @throws {UsageError} when the symbol was never a perp or a time is invalid.
   */
  fills(symbol: string, from: number, to: number): FillColumns;
  /** Forced closes after `from` and by `to`, oldest first. @throws {UsageError} as `fills`. */
  forcedCloses(symbol: string, from: number, to: number): readonly ForcedClose[];
  /**
   * Complete cascades that began after `from` and by `to`, in order of their starts. @throws {UsageError} as `fills`.
   */
  cascades(symbol: string, from: number, to: number): readonly Cascade[];
}

const COLUMNS = ['time', 'price', 'size', 'isBuy', 'id'] as const;

function within(columns: FillColumns, from: number, to: number): FillColumns {
  let [start, end] = [0, columns.length];
  while (start < end && columns.time[start]! <= from) start++;
  while (end > start && columns.time[end - 1]! > to) end--;
  const part = { ...columns, length: end - start };
  for (const name of COLUMNS) part[name] = columns[name].subarray(start, end);
  return part;
}

function joined(parts: readonly FillColumns[]): FillColumns {
  const whole = fillColumns(parts.reduce((sum, { length }) => sum + length, 0));
  let row = 0;
  for (const part of parts) {
    for (const name of COLUMNS) whole[name].set(part[name], row);
    row += part.length;
  }
  return whole;
}

/**
 * Creates the trade flow of a market.
 *
 * @throws {UsageError} when the config of the market has no `microstructure`.
 * @example
 * const { start } = SIMULATOR_V2;
 * const { time, price } = createFlow(createMarket()).fills('BTC', start, start + MINUTE_MS);
 * time.length > 0 && time.length === price.length; // → true
 */
export function createFlow(market: Market): Flow {
  const { seed, coins, listings, microstructure } = market.config;
  if (microstructure === null) throw new UsageError('"config.microstructure" expected laws of fills, got null');
  const { fills: law } = microstructure;
  const perps = new Map<string, ListingConfig>();
  for (const listing of listings) if (listing.venue === 'perpdex_perp') perps.set(listing.symbol, listing);
  const prices = new Map(coins.map(({ coin, price }) => [coin, price]));

  const perpOf = (symbol: string): ListingConfig => {
    const perp = perps.get(symbol);
    if (perp === undefined) throw new UsageError(`"symbol" expected a perp of the market, got ${shown(symbol)}`);
    return perp;
  };

  return {
    symbols: [...perps.keys()],
    fills: (symbol, from, to) => {
      const { coin, multiplier } = perpOf(symbol);
      integerAtLeast('to', to, integerAtLeast('from', from, 0));
      const sizeDecimals = sizeDecimalsOf(prices.get(coin)! * multiplier, microstructure.sizeDecimals);
      const first = bucketOpen(from, MINUTE_MS);
      const bars = market.candles(symbol, 'perpdex_perp', '1m', first, bucketOpen(to, MINUTE_MS) + MINUTE_MS);
      const closes = market.forcedCloses(symbol, Math.max(0, first - 1), bucketOpen(to, MINUTE_MS) + MINUTE_MS - 1);
      const parts: FillColumns[] = [];
      let next = 0;
      for (let i = 0; i < bars.length; i++) {
        const bar = barAt(bars, i);
        const begin = next;
        while (next < closes.length && closes[next]!.time < bar.time + MINUTE_MS) next++;
        const forced = closes.slice(begin, next).map(({ time, price, size, side }) => {
          return { time, price, size, isBuy: side === 'short' };
        });
        parts.push(fillsOf({ key: `${seed}|${symbol}|fills|${bar.time}`, bar, sizeDecimals, forced, law }));
      }
      return within(joined(parts), from, to);
    },
    cascades: (symbol, from, to) => {
      perpOf(symbol);
      return cascadesOf(market, symbol, integerAtLeast('from', from, 0), integerAtLeast('to', to, from));
    },
    forcedCloses: (symbol, from, to) => {
      perpOf(symbol);
      return market.forcedCloses(symbol, integerAtLeast('from', from, 0), integerAtLeast('to', to, from));
    },
  };
}
