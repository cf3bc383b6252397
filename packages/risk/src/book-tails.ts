/**
 * Tails of published books, with a baseline known at the same hour: historical simulation without filter and weights.
 */

import { RISK_V1, type RiskConfig, type RiskHorizon } from './config.ts';
import { profitsOf } from './book-risk.ts';
import { tailOf, type Tail } from './measures.ts';
import type { RiskPanel } from './panel.ts';
import { totalOf } from './parts.ts';
import {
  REFERENCE_BOOKS_V1,
  referenceBooks,
  type ReferenceBook,
  type ReferenceBooksConfig,
} from './reference-books.ts';
import { drawScenarios } from './scenarios.ts';
import { rowAt } from './state.ts';
import { datesBefore, standardizedWindows } from './windows.ts';

/** Tails of a book of unit size: losses are positive shares of it. */
export interface BookTails extends ReferenceBook {
  /** Tails, one per level of the config. */
  readonly tails: readonly Tail[];
  /** Tails of the past windows, each counted once; null with fewer windows than the dates a coin needs. */
  readonly baseline: readonly Tail[] | null;
}

/** Hour and horizon of the tails. */
export interface BookTailsOptions {
  /** Open of the last known hour, epoch ms. Later hours are never read. */
  readonly at: number;
  readonly horizon: RiskHorizon;
  /** Parameters. @default RISK_V1 */
  readonly config?: RiskConfig;
  /** Reference books. @default REFERENCE_BOOKS_V1 */
  readonly books?: ReferenceBooksConfig;
}

/**
 * Computes the tails of the reference books at an hour.
 *
 * @param panel panel with coins by descending volume. Funding is not included.
 * @throws {UsageError} when the config is invalid, or the hour is outside the panel.
 * @example
 * const [btc] = bookTails(panel, { at: panel.first + (panel.hours - 1) * 3_600_000, horizon: 'h24' });
 * btc.tails.map(({ level }) => level); // → [ 0.01, 0.05 ]
 */
export function bookTails(
  panel: RiskPanel,
  { at, horizon, config = RISK_V1, books = REFERENCE_BOOKS_V1 }: BookTailsOptions,
): readonly BookTails[] {
  // Spare coins, in case some lack a forecast.
  const names = panel.coins.map(({ coin }) => coin).filter((coin, rank) => rank < 2 * books.alts || coin === books.lead); // prettier-ignore
  const scenarios = drawScenarios(panel, names, { at, horizon, config });
  const ready = scenarios.coins.map(({ coin }) => coin);
  return referenceBooks(ready, books).map((book): BookTails => {
    const positions = book.positions.map(({ coin, weight }) => ({ coin, notional: weight, payment: 0 }));
    const total = totalOf(profitsOf(scenarios, positions), scenarios.count);
    const past = pastProfits(panel, book, rowAt(panel, at), horizon, config);
    const tailsOf = (sample: Float64Array): readonly Tail[] => config.levels.map((level) => tailOf(sample, level));
    return { ...book, tails: tailsOf(total), baseline: past.length < config.minDates ? null : tailsOf(past) };
  });
}

/** Profits of a book in the past windows of its coins. */
function pastProfits(
  panel: RiskPanel,
  { positions }: ReferenceBook,
  row: number,
  horizon: RiskHorizon,
  { lookback }: RiskConfig,
): Float64Array {
  const range = datesBefore(row, horizon, lookback);
  const ones = new Float32Array(panel.hours).fill(1);
  const sums = new Float64Array(range.to - range.from);
  for (const { coin, weight } of positions) {
    const column = panel.coins.find((other) => other.coin === coin)!;
    const windows = standardizedWindows({ ...column, volatility: { h4: ones, h24: ones } }, horizon, range, 1);
    for (let t = 0; t < sums.length; t++) sums[t]! += weight * Math.expm1(windows[t]!);
  }
  return sums.filter((sum) => !Number.isNaN(sum));
}
