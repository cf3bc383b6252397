/** Tails of published books next to a baseline that is known at the same hour: historical simulation without filter and weights. */

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

/** Tails of a book whose unit is 1: losses are positive shares of it. */
export interface BookTails extends ReferenceBook {
  /** One a level of the config. */
  readonly tails: readonly Tail[];
  /** The same of the past windows as they were, each counted once; null with fewer than the dates that a coin needs. */
  readonly baseline: readonly Tail[] | null;
}

/** Hour and horizon of the tails. */
export interface BookTailsOptions {
  /** Epoch ms of the open of the last hour that is known. Later hours are never read. */
  readonly at: number;
  readonly horizon: RiskHorizon;
  readonly config?: RiskConfig;
  readonly books?: ReferenceBooksConfig;
}

/**
 * Tails of the reference books at an hour.
 *
 * @param panel its first coins are those of the largest volume. Without funding.
 * @throws {UsageError} a bad config, or an hour outside the panel.
 * @example
 * const [btc] = bookTails(panel, { at: panel.first + (panel.hours - 1) * 3_600_000, horizon: 'h24' });
 * btc.tails.map(({ level }) => level); // → [ 0.01, 0.05 ]
 */
export function bookTails(
  panel: RiskPanel,
  { at, horizon, config = RISK_V1, books = REFERENCE_BOOKS_V1 }: BookTailsOptions,
): readonly BookTails[] {
  // As many more as may lack a forecast.
  const names = panel.coins.map(({ coin }) => coin).filter((coin, rank) => rank < 2 * books.alts || coin === books.lead); // prettier-ignore
  const scenarios = drawScenarios(panel, names, { at, horizon, config });
  const ready = scenarios.coins.map(({ coin }) => coin);
  return referenceBooks(ready, books).map((book): BookTails => {
    const positions = book.positions.map(({ coin, weight }) => ({ coin, notional: weight, payment: 0 }));
    const total = totalOf(profitsOf(scenarios, positions), scenarios.count);
    const past = pastProfits(panel, book, rowAt(panel, at), horizon, config);
    const of = (sample: Float64Array): readonly Tail[] => config.levels.map((level) => tailOf(sample, level));
    return { ...book, tails: of(total), baseline: past.length < config.minDates ? null : of(past) };
  });
}

/** Profits of the past windows of all coins of a book. */
function pastProfits(
  panel: RiskPanel,
  { positions }: ReferenceBook,
  row: number,
  horizon: RiskHorizon,
  { lookback }: RiskConfig,
): Float64Array {
  const range = datesBefore(row, horizon, lookback);
  const one = new Float32Array(panel.hours).fill(1);
  const sums = new Float64Array(range.to - range.from);
  for (const { coin, weight } of positions) {
    const column = panel.coins.find((other) => other.coin === coin)!;
    const windows = standardizedWindows({ ...column, volatility: { h4: one, h24: one } }, horizon, range, 1);
    for (let t = 0; t < sums.length; t++) sums[t]! += weight * Math.expm1(windows[t]!);
  }
  return sums.filter((sum) => !Number.isNaN(sum));
}
