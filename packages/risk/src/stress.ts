/** Stress of a book: moves of named days in units of their volatility, applied at the current volatility. */

import { maintenanceMargin } from '@barograph/positioning';
import { bookIn, type BookRiskOptions } from './book-risk.ts';
import type { OpenBook, RiskBook } from './book.ts';
import type { RiskPanel } from './panel.ts';
import { drawScenarios, type Scenarios } from './scenarios.ts';
import { STRESS_DAYS, type StressDay } from './stress-days.ts';

/** Book after the repetition of a named day. Profits are in USD; null when the day lacks a coin. */
export interface StressResult {
  /** Day, such as `2020-03-12`. */
  readonly day: string;
  readonly name: string;
  /** Profit, USD; negative for a loss. Isolated positions lose at most their margin. Null for a day without moves. */
  readonly profit: number | null;
  readonly positions: readonly {
    readonly coin: string;
    /** Simple return of the coin. */
    readonly move: number;
    readonly profit: number;
    /** Whether the coin's move was measured on the day; otherwise the median of the measured coins is used. */
    readonly measured: boolean;
    /** Whether its margin no longer covers the maintenance at the end; null when the backing is unknown. */
    readonly liquidated: boolean | null;
  }[];
  /** Whether the cross account no longer covers its maintenance at the end; null when its equity is unknown. */
  readonly liquidated: boolean | null;
}

/**
 * Applies named days to a book. The move of a coin is `exp(z · σ · √24) − 1`, with `z` the log return of the day's
 * worst 24 hours over the volatility expected for them, and `σ` the volatility per hour expected now. Without funding.
 *
 * @param days stress days. @default {@link STRESS_DAYS}
 * @throws {UsageError} as `bookRisk`.
 * @example
 * const book = { positions: [{ coin: 'BTC', side: 'long', notional: 10_000 }] } as const;
 * stressBook(panel, book).map(({ profit }) => profit !== null && profit < 0); // → [ true, true, true, true, false ]
 */
export function stressBook(
  panel: RiskPanel,
  book: RiskBook,
  options: BookRiskOptions = {},
  days: readonly StressDay[] = STRESS_DAYS,
): StressResult[] {
  const names = [...new Set(book.positions.map(({ coin }) => coin))];
  // Draws scenarios only to check the coins and get their forecasts.
  const scenarios = drawScenarios(panel, names, { ...options, horizon: 'h24' });
  const open = bookIn(scenarios, panel, book, options);
  return days.map((day) => stressed(scenarios, open, day));
}

function stressed({ coins }: Scenarios, { positions, crossEquity }: OpenBook, day: StressDay): StressResult {
  const { median } = day;
  if (median === null) return { day: day.day, name: day.name, profit: null, positions: [], liquidated: null };
  let equity = crossEquity;
  let maintenance = 0;
  const results = positions.map((position) => {
    const { coin, notional, isolated, margin, table } = position;
    const known = Object.hasOwn(day.moves, coin) ? day.moves[coin] : undefined;
    const { volatility } = coins.find((other) => other.coin === coin)!;
    const move = Math.expm1((known ?? median) * volatility * Math.sqrt(24));
    const profit = notional * move;
    const owed = maintenanceMargin(table, Math.abs(notional) * (1 + move));
    const measured = known !== undefined;
    if (isolated) {
      const liquidated = notional !== 0 && margin! + profit <= owed;
      return { coin, move, measured, profit: liquidated ? 0 - margin! : profit, liquidated };
    }
    if (equity !== null) equity += profit;
    maintenance += owed;
    return { coin, move, measured, profit, liquidated: null };
  });
  const isCross = positions.some(({ isolated }) => !isolated);
  const liquidated = equity === null || !isCross ? null : equity <= maintenance;
  return {
    day: day.day,
    name: day.name,
    profit: results.reduce((sum, { profit }) => sum + profit, 0),
    positions: results.map((result, p) => (positions[p]!.isolated ? result : { ...result, liquidated })),
    liquidated,
  };
}
