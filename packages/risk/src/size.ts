/** Sizes a book to a risk target. */

import { finite, shown, UsageError } from '@barograph/core';
import { riskIn, type BookRiskOptions } from './book-risk.ts';
import type { RiskBook, RiskPosition } from './book.ts';
import { RISK_V1 } from './config.ts';
import type { RiskPanel } from './panel.ts';
import { drawScenarios } from './scenarios.ts';

/** Options of a target. */
export interface SizeOptions extends BookRiskOptions {
  /** Target risk, USD, > 0. */
  readonly target: number;
  /** Measure of the target. @default 'shortfall' */
  readonly measure?: 'shortfall' | 'value_at_risk' | 'volatility' | undefined;
  /** Tail share, one of the config's levels. @default 0.05 */
  readonly level?: number | undefined;
}

/** Scaled book. */
export interface SizedBook {
  /** Factor of all sizes and of the margins of isolated positions; null when the book has no risk. */
  readonly factor: number | null;
  /** Risk before and after scaling, USD. */
  readonly before: number;
  readonly after: number;
  readonly positions: readonly RiskPosition[];
}

/** Most steps of the search; without isolated positions the first step is exact. */
const MOST_STEPS = 20;

/**
 * Scales a book to a risk target: the sizes of all positions and the margins of isolated ones, but not the account's
 * balance.
 *
 * @throws {UsageError} as `bookRisk`, a target that is not positive, a level that the config does not have.
 * @example
 * const book = { positions: [{ coin: 'BTC', side: 'long', notional: 10_000 }] } as const;
 * const { factor, after } = sizeBook(panel, book, { target: 100 });
 * [factor! > 0, after.toFixed(6)]; // → [ true, '100.000000' ]
 */
export function sizeBook(panel: RiskPanel, book: RiskBook, options: SizeOptions): SizedBook {
  const { target, measure = 'shortfall', level = 0.05 } = options;
  const { levels } = options.config ?? RISK_V1;
  if (!(finite('target', target) > 0)) throw new UsageError(`"target" expected a number > 0, got ${target}`);
  if (!levels.includes(level))
    throw new UsageError(`"level" expected one of ${levels.join(', ')}, got ${shown(level)}`);
  const names = [...new Set(book.positions.map(({ coin }) => coin))];
  const scenarios = drawScenarios(panel, names, options);
  const riskOf = (book: RiskBook): number => {
    const { volatility, tails } = riskIn(scenarios, panel, book, options);
    const tail = tails.find((other) => other.level === level)!;
    return measure === 'volatility' ? volatility : measure === 'shortfall' ? tail.expectedShortfall : tail.valueAtRisk;
  };
  const before = riskOf(book);
  if (!(before > 0)) return { factor: null, before, after: before, positions: book.positions };
  let [factor, after] = [1, before];
  for (let step = 0; step < MOST_STEPS && Math.abs(after / target - 1) > 1e-9; step++) {
    factor *= target / after;
    after = riskOf(scaled(book, factor));
  }
  return { factor, before, after, positions: scaled(book, factor).positions };
}

function scaled(book: RiskBook, factor: number): RiskBook {
  const times = (value: number | undefined): number | undefined => (value === undefined ? undefined : value * factor);
  const positions = book.positions.map((position) => ({
    ...position,
    size: times(position.size),
    notional: times(position.notional),
    collateral: times(position.collateral),
  }));
  return { ...book, positions };
}
