/** Stream laws for algorithms over bars: candles in, columns out, and a stream of bars. */

import { candlesOf, type Bar, type Candles, type Stream } from '@barograph/core';
import * as fc from 'fast-check';
import { anyCandles } from './arbitraries/candles.ts';
import { barsOf, copyCandles, rowsOf, type OutputColumns } from './columns.ts';
import { broken, registerLaws, type Law, type TestRunner } from './law.ts';
import type { Timed } from './order-contract.ts';
import { streamLaws } from './stream-contract.ts';
import { describeDifference, firstDifference } from './tolerance.ts';

/** Laws of a batch function over candles and its stream. */
export interface BarsContract<Point, Snapshot> {
  readonly name: string;
  readonly create: (resume?: Snapshot) => Stream<Bar, Point, Snapshot>;
  /** Batch form, its columns named after the stream's fields; fields without a column are not compared. */
  readonly columns: (bars: Candles) => OutputColumns;
  /** Bars to try. @default every kind that the library may meet */
  readonly bars?: fc.Arbitrary<Candles>;
  /** Number of bars before the first value; without it the law is not checked. */
  readonly lookback?: number;
  /** Whether a point has its values. @default no number is NaN and no field is null */
  readonly defined?: (point: Point) => boolean;
}

/** Time accessor of bars, for contracts over bars other than {@link barsContract}. */
export const BAR_TIMES: Timed<Bar> = { timeOf: ({ time }) => time, at: (bar, time) => ({ ...bar, time }) };

const memoryOf = (column: unknown): unknown => (ArrayBuffer.isView(column) ? column.buffer : undefined);

/**
 * Returns the laws as checks, to run without registering tests.
 *
 * @example
 * const { createSma, sma } = await import('@barograph/indicators');
 * const create = (resume?: SmaSnapshot) => createSma({ period: 5 }, resume);
 * const columns = (candles: Candles) => ({ sma: sma(candles, { period: 5 }) });
 * checkLaws(barsLaws({ name: 'SMA', create, columns, lookback: 4 })); // → undefined
 */
export function barsLaws<Point, Snapshot>(contract: BarsContract<Point, Snapshot>): readonly Law[] {
  const bars = contract.bars ?? anyCandles();
  const laws = streamLaws<Bar, Point, Snapshot>({
    name: contract.name,
    create: contract.create,
    batch: (inputs) => rowsOf(contract.columns(candlesOf(inputs)), inputs.length) as Partial<Point>[],
    inputs: bars.map(barsOf),
    timed: BAR_TIMES,
    vary: (bar) => ({ ...bar, high: bar.high * 2, close: bar.high * 1.5, volume: bar.volume + 1 }),
    ...(contract.lookback === undefined ? {} : { lookback: contract.lookback }),
    ...(contract.defined === undefined ? {} : { defined: contract.defined }),
  });
  return [
    ...laws,
    {
      name: 'the batch face writes into no input and gives columns of its own',
      check: () =>
        fc.assert(
          fc.property(bars, (input) => {
            const before = copyCandles(input);
            const first = contract.columns(input);
            const written = firstDifference(input, before);
            if (written !== undefined) broken(`an input was written to at ${describeDifference(written)}`);
            const second = contract.columns(input);
            for (const [name, column] of Object.entries(first)) {
              if (memoryOf(column) !== undefined && memoryOf(column) === memoryOf(second[name])) {
                broken(`column "${name}" is shared by two calls`);
              }
            }
            const changed = firstDifference(second, first);
            if (changed !== undefined) broken(`a second call differs at ${describeDifference(changed)}`);
          }),
        ),
    },
  ];
}

/**
 * Registers {@link barsLaws} as tests.
 *
 * @example
 * const { createSma, sma } = await import('@barograph/indicators');
 * const { describe, it } = await import('node:test');
 * barsContract(
 *   {
 *     name: 'SMA',
 *     create: (resume?: SmaSnapshot) => createSma({ period: 5 }, resume),
 *     columns: (candles) => ({ sma: sma(candles, { period: 5 }) }),
 *   },
 *   { describe, it },
 * );
 */
export function barsContract<Point, Snapshot>(contract: BarsContract<Point, Snapshot>, runner?: TestRunner): void {
  registerLaws(contract.name, barsLaws(contract), runner);
}
