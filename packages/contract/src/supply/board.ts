/** Board and calendar at a time, from coins and schedules: the same rows for the service and the command line. */

import { coinNamed } from '@barograph/core';
import {
  byFloat,
  byUnlock,
  coinUnlocks,
  floatRow,
  isWithinDays,
  perpsOfCoins,
  type CoinRecord,
  type UnlockSchedule,
} from '@barograph/stress';
import { floatRowRecord, unlockRow, type FloatRowWire, type UnlockRowWire } from './row.ts';

/** Longest window of the calendar, days. */
export const LONGEST_WINDOW = 35;

/** Board and calendar. */
export interface SupplyBoard {
  /** Ascending by float, unknown floats last. */
  readonly rows: readonly FloatRowWire[];
  /** Days ahead within the longest window, soonest first. */
  readonly unlocks: readonly UnlockRowWire[];
  /** Coins of the table with a schedule. */
  readonly tracked: number;
}

/**
 * Computes the board and the calendar of a moment.
 * @param coins by rank, as `coinTable` returns them.
 * @param schedules of coins by id; schedules that became known after `asOf` are ignored.
 * @param asOf epoch ms.
 * @param perps symbols of the perp venue.
 * @example
 * const coin = { id: 'arbitrum', symbol: 'ARB', name: 'Arbitrum', rank: 60, price: 0.5, marketCap: 2.5e9 };
 * const supply = { circulating: 5e9, total: 1e10, max: 1e10 };
 * const rest = { change24h: null, change7d: null, categories: [], contracts: [] };
 * const { rows, tracked } = supplyBoard([{ ...coin, ...supply, ...rest }], [], 0, new Set(['ARB']));
 * [rows[0].float_pct, rows[0].pd_symbol, tracked]; // → [ 0.5, 'ARB', 0 ]
 */
export function supplyBoard(
  coins: readonly CoinRecord[],
  schedules: readonly UnlockSchedule[],
  asOf: number,
  perps: ReadonlySet<string> = new Set(),
): SupplyBoard {
  const perpOf = perpsOfCoins(coins, perps);
  const ahead = coinUnlocks(coins, schedules, asOf);
  const rows = coins
    .map((coin) => ({ id: coin.id, marketCap: coin.marketCap, coin, float: floatRow(coin) }))
    .map((coin) => ({ ...coin, floatPct: coin.float.floatPct }))
    .sort(byFloat)
    .map(({ coin, float }) =>
      floatRowRecord.encode({
        coin,
        float,
        nextUnlock: ahead.get(coin.id)?.[0] ?? null,
        isTracked: ahead.has(coin.id),
        perp: perpOf.get(coin.id) ?? null,
      }),
    );
  const unlocks = [...ahead.values()]
    .flat()
    .filter((unlock) => isWithinDays(unlock, asOf, LONGEST_WINDOW))
    .sort(byUnlock)
    .map((unlock) => unlockRow.encode({ ...unlock, perp: perpOf.get(unlock.id) ?? null }));
  return { rows, unlocks, tracked: ahead.size };
}

/** Filters of the board. */
export interface FloatFilters {
  /** USD; 0 keeps coins without a market cap. */
  readonly min_market_cap: number;
  /** USD; 0 keeps coins without a price. */
  readonly min_locked_usd: number;
  /** Fraction; 1 keeps coins without a float. */
  readonly max_float_pct: number;
  /** Ticker or id, ignoring case. */
  readonly symbol?: string | undefined;
}

/**
 * Whether a coin has a ticker, in any usual spelling, or an id.
 *
 * @example
 * isNamed({ symbol: 'ARB', id: 'arbitrum' }, 'arb'); // → true
 */
export function isNamed({ symbol, id }: { readonly symbol: string; readonly id: string }, name: string): boolean {
  const wanted = name.toLowerCase();
  return symbol.toLowerCase() === wanted || id.toLowerCase() === wanted || symbol.toUpperCase() === coinNamed(name);
}

/**
 * Rows that pass all filters, in board order.
 *
 * @example
 * const coin = { id: 'arbitrum', symbol: 'ARB', name: 'Arbitrum', rank: 60, price: 0.5, marketCap: 2.5e9 };
 * const supply = { circulating: 5e9, total: 1e10, max: 1e10 };
 * const rest = { change24h: null, change7d: null, categories: [], contracts: [] };
 * const { rows } = supplyBoard([{ ...coin, ...supply, ...rest }], [], 0);
 * filteredFloats(rows, { min_market_cap: 1e9, min_locked_usd: 0, max_float_pct: 0.6 }).length; // → 1
 */
export function filteredFloats(rows: readonly FloatRowWire[], filters: FloatFilters): readonly FloatRowWire[] {
  const { min_market_cap: leastCap, min_locked_usd: leastLocked, max_float_pct: mostFloat, symbol } = filters;
  return rows.filter(
    (row) =>
      (leastCap <= 0 || (row.market_cap ?? -1) >= leastCap) &&
      (leastLocked <= 0 || (row.locked_usd ?? -1) >= leastLocked) &&
      (mostFloat >= 1 || (row.float_pct ?? 2) <= mostFloat) &&
      (symbol === undefined || isNamed(row, symbol)),
  );
}
