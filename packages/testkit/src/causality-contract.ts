/** No lookahead: bars after t never change the output up to bar t. */

import { CANDLE_COLUMNS, candleColumns, candles, sliceCandles, type Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { anyCandles } from './arbitraries/candles.ts';
import type { OutputColumns } from './columns.ts';
import { broken, registerLaws, type Law, type TestRunner } from './law.ts';
import { describeDifference, firstDifference } from './tolerance.ts';

/** Engine whose answers must not depend on later bars. */
export interface CausalityContract {
  readonly name: string;
  readonly columns: (bars: Candles) => OutputColumns;
  /** Bars to try. @default every kind that the library may meet */
  readonly bars?: fc.Arbitrary<Candles>;
}

/** Equal bars up to `cut`, and other valid bars from there. */
function garbled(bars: Candles, cut: number, seed: number): Candles {
  const columns = candleColumns(bars.length);
  for (const column of CANDLE_COLUMNS) columns[column].set(bars[column]);
  for (let i = cut; i < bars.length; i++) {
    const factor = 2 ** (((seed + 7 * i) % 41) - 20);
    const range = columns.open[i]! * factor;
    columns.open[i] = range;
    columns.close[i] = range * (1 + ((seed + i) % 3));
    columns.high[i] = range * 5;
    columns.low[i] = range / 3;
    columns.volume[i] = (seed + i) % 1_000;
  }
  return candles(columns);
}

const head = (columns: OutputColumns, cut: number): Readonly<Record<string, unknown[]>> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, Array.from(column).slice(0, cut)]));

/**
 * Returns the law as a check, to run without registering a test.
 *
 * @example
 * const columns = ({ close }: Candles) => ({ change: close.map((price, i) => price - (close[i - 1] ?? NaN)) });
 * checkLaws(causalityLaws({ name: 'change', columns })); // → undefined
 */
export function causalityLaws(contract: CausalityContract): readonly Law[] {
  const bars = contract.bars ?? anyCandles();
  const property = fc.property(bars, fc.nat({ max: 1_000_000 }), fc.nat({ max: 1_000_000 }), (input, at, seed) => {
    const cut = at % (input.length + 1);
    const whole = head(contract.columns(input), cut);
    const others = { garbage: garbled(input, cut, seed), nothing: sliceCandles(input, 0, cut) };
    for (const [tail, changed] of Object.entries(others)) {
      const difference = firstDifference(head(contract.columns(changed), cut), whole);
      if (difference !== undefined) {
        broken(`looks ahead: with ${tail} from bar ${cut} on, ${describeDifference(difference)}`);
      }
    }
  });
  return [{ name: 'garbage after a bar never changes outputs up to it', check: () => fc.assert(property) }];
}

/**
 * Registers {@link causalityLaws} as a test.
 * @param runner test runner. @default that of {@link useRunner}, else the global `describe` and `it`
 *
 * @example
 * const titles = new Set<string>();
 * const runner: TestRunner = { describe: (_, body) => body(), it: (title) => titles.add(title) };
 * causalityContract({ name: 'close', columns: ({ close }) => ({ close }) }, runner);
 * titles; // → Set(1) { 'garbage after a bar never changes outputs up to it' }
 */
export function causalityContract(contract: CausalityContract, runner?: TestRunner): void {
  registerLaws(contract.name, causalityLaws(contract), runner);
}
