/** The unit of price is a convention: a power of two changes no bit of a dimensionless output. */

import { candles, type Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { anyCandles } from './arbitraries/candles.ts';
import type { OutputColumns } from './columns.ts';
import { broken, registerLaws, type Law, type TestRunner } from './law.ts';
import { describeDifference, firstDifference } from './tolerance.ts';

/** Powers of two to try, from far below any coin's price to far above. */
export const SCALE_POWERS: readonly number[] = Object.freeze([-120, -60, -30, 30, 60, 120]);

/** Engine whose answer does not depend on the unit of price. */
export interface ScaleContract {
  readonly name: string;
  /** Outputs independent of the unit of price: ratios, states, ranks. @default none */
  readonly degree0?: (bars: Candles) => OutputColumns;
  /** Outputs in units of price: averages, ranges, levels. @default none */
  readonly degree1?: (bars: Candles) => OutputColumns;
  /** Bars to try. @default every kind that the library may meet */
  readonly bars?: fc.Arbitrary<Candles>;
}

/**
 * Multiplies every price by `factor`; exact when `factor` is a power of two in range.
 *
 * @example
 * scalePrices(bars, 2).close[0] / bars.close[0]; // → 2
 */
export function scalePrices(bars: Candles, factor: number): Candles {
  const scaled = (column: Float64Array): Float64Array => column.map((price) => price * factor);
  return candles({
    time: bars.time,
    open: scaled(bars.open),
    high: scaled(bars.high),
    low: scaled(bars.low),
    close: scaled(bars.close),
    volume: bars.volume,
  });
}

const times = (columns: OutputColumns, factor: number): Readonly<Record<string, unknown[]>> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      Array.from(column, (value) => (typeof value === 'number' ? value * factor : value)),
    ]),
  );

/**
 * Returns the laws as checks, to run without registering tests.
 *
 * @example
 * const { rsi } = await import('@barograph/indicators');
 * checkLaws(scaleLaws({ name: 'RSI', degree0: (candles) => ({ rsi: rsi(candles) }) })); // → undefined
 */
export function scaleLaws(contract: ScaleContract): readonly Law[] {
  const bars = contract.bars ?? anyCandles();
  const law = (name: string, degree: number, columns: (bars: Candles) => OutputColumns): Law => {
    const property = fc.property(bars, fc.constantFrom(...SCALE_POWERS), (input, power) => {
      const factor = 2 ** power;
      const expected = times(columns(input), factor ** degree);
      const difference = firstDifference(times(columns(scalePrices(input, factor)), 1), expected);
      if (difference !== undefined) broken(`prices × 2^${power}: ${describeDifference(difference)}`);
    });
    return { name, check: () => fc.assert(property) };
  };
  const laws: Law[] = [];
  if (contract.degree0 !== undefined) laws.push(law('prices × 2^k change no bit', 0, contract.degree0));
  if (contract.degree1 !== undefined)
    laws.push(law('prices × 2^k scale the outputs by exactly 2^k', 1, contract.degree1));
  return laws;
}

/**
 * Registers {@link scaleLaws} as tests.
 * @param runner test runner. @default that of {@link useRunner}, else the global `describe` and `it`
 *
 * @example
 * const range = ({ high, low }: Candles) => ({ range: high.map((top, i) => top - low[i]!) });
 * const titles = new Set<string>();
 * const runner: TestRunner = { describe: (_, body) => body(), it: (title) => titles.add(title) };
 * scaleContract({ name: 'range', degree1: range }, runner);
 * titles; // → Set(1) { 'prices × 2^k scale the outputs by exactly 2^k' }
 */
export function scaleContract(contract: ScaleContract, runner?: TestRunner): void {
  registerLaws(contract.name, scaleLaws(contract), runner);
}
