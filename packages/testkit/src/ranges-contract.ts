/** Bounds: an output is undefined, or within the documented range. */

import type { Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { anyCandles } from './arbitraries/candles.ts';
import type { OutputColumns } from './columns.ts';
import { broken, registerLaws, type Law, type TestRunner } from './law.ts';

/** Both bounds belong to the range; `labels` lists the texts of a column of labels. */
export type OutputRange = readonly [min: number, max: number] | { readonly labels: readonly string[] };

/** Promised ranges of the columns of a batch function. */
export interface RangesContract {
  readonly name: string;
  readonly columns: (bars: Candles) => OutputColumns;
  /** Range by column; every column must have one. */
  readonly ranges: Readonly<Record<string, OutputRange>>;
  /** Bars to try. @default every kind that the library may meet */
  readonly bars?: fc.Arbitrary<Candles>;
}

/** NaN of a number and null of a label mean no value. */
function isWithin(value: unknown, range: OutputRange): boolean {
  if ('labels' in range) return value === null || (typeof value === 'string' && range.labels.includes(value));
  return typeof value === 'number' && (Number.isNaN(value) || (value >= range[0] && value <= range[1]));
}

/**
 * Returns the law as a check, to run without registering a test.
 *
 * @example
 * const { rsi } = await import('@barograph/indicators');
 * const columns = (candles: Candles) => ({ rsi: rsi(candles) });
 * checkLaws(rangesLaws({ name: 'RSI', columns, ranges: { rsi: [0, 100] } })); // → undefined
 */
export function rangesLaws(contract: RangesContract): readonly Law[] {
  const property = fc.property(contract.bars ?? anyCandles(), (bars) => {
    for (const [name, column] of Object.entries(contract.columns(bars))) {
      const range = contract.ranges[name];
      if (range === undefined) broken(`column "${name}" has no range`);
      for (let i = 0; i < column.length; i++) {
        if (!isWithin(column[i], range))
          broken(`${name}[${i}] is ${String(column[i])}, outside ${JSON.stringify(range)}`);
      }
    }
  });
  return [{ name: 'every output lies within its range', check: () => fc.assert(property) }];
}

/**
 * Registers {@link rangesLaws} as a test.
 * @param runner test runner. @default that of {@link useRunner}, else the global `describe` and `it`
 *
 * @example
 * const { rsi } = await import('@barograph/indicators');
 * const titles = new Set<string>();
 * const runner: TestRunner = { describe: (_, body) => body(), it: (title) => titles.add(title) };
 * rangesContract({ name: 'RSI', columns: (candles) => ({ rsi: rsi(candles) }), ranges: { rsi: [0, 100] } }, runner);
 * titles; // → Set(1) { 'every output lies within its range' }
 */
export function rangesContract(contract: RangesContract, runner?: TestRunner): void {
  registerLaws(contract.name, rangesLaws(contract), runner);
}
