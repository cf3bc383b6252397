/** Bounds of a file of bars: numbers beyond them overflow in the engines, and times beyond them mix units. */

import { INTERVALS, MINUTE_MS, stepMs, type Candles, type DataProblem } from '@barograph/core';
import type { ReadBarsOptions } from './bars-file.ts';

/** Bounds on the content of a file of bars. */
export interface ReadBounds {
  readonly version: `read-bounds/${string}`;
  /** Minimum and maximum price, within which squares, ratios and long sums stay finite. */
  readonly minPrice: number;
  readonly maxPrice: number;
  /** Maximum volume, base units, and maximum close × volume, so that sums over any number of bars in memory stay finite. */
  readonly maxVolume: number;
  readonly maxNotional: number;
  /** Maximum steps of a file's time span, per bar; a step counts as at least a minute. */
  readonly stepsPerBar: number;
}

/** Bounds of every read. */
export const READ_BOUNDS_V1: ReadBounds = Object.freeze({
  version: 'read-bounds/1',
  minPrice: 1e-150,
  maxPrice: 1e150,
  maxVolume: 1e300,
  maxNotional: 1e300,
  stepsPerBar: 1_000,
});

/** Out-of-bounds cell: its column index in candle order, and the reason. */
interface OutOfBounds {
  readonly column: number;
  readonly expected: string;
  readonly got: string;
}

const { minPrice, maxPrice, maxVolume, maxNotional, stepsPerBar } = READ_BOUNDS_V1;
const CLOSE = 4;
const VOLUME = 5;

/** First number of a row that would overflow. Prices of zero or less are checked elsewhere. */
export function outOfBounds(cells: Float64Array): OutOfBounds | undefined {
  for (let column = 1; column <= CLOSE; column++) {
    const price = cells[column]!;
    if (price > maxPrice || (price > 0 && price < minPrice)) {
      return { column, expected: `a price within ${minPrice}…${maxPrice}`, got: String(price) };
    }
  }
  const volume = cells[VOLUME]!;
  if (volume > maxVolume) return { column: VOLUME, expected: `a volume of at most ${maxVolume}`, got: String(volume) };
  const notional = cells[CLOSE]! * volume;
  if (!(notional > maxNotional)) return undefined;
  return { column: VOLUME, expected: `close × volume of at most ${maxNotional}`, got: String(notional) };
}

/**
 * Finds bars that fill too little of their time span: mixed time units, or a distant outlier.
 *
 * @param step length of a bar, ms.
 * @param stated target interval of the bars, and the flag that selects it.
 * @returns the problem, and the index of the bar after the widest gap.
 */
export function spanProblem(
  { time, length }: Pick<Candles, 'time' | 'length'>,
  step: number | undefined,
  stated: Pick<ReadBarsOptions, 'interval' | 'intervalFlag'> = {},
): { readonly problem: DataProblem; readonly at: number } | undefined {
  if (step === undefined) return undefined;
  const counted = Math.max(step, stated.interval === undefined ? MINUTE_MS : stepMs(stated.interval));
  const span = time[length - 1]! - time[0]!;
  const fits = (each: number): boolean => span / each <= stepsPerBar * length;
  if (fits(counted)) return undefined;
  let widest = 1;
  for (let i = 2; i < length; i++) if (time[i]! - time[i - 1]! > time[widest]! - time[widest - 1]!) widest = i;
  const enough = INTERVALS.find((name) => fits(stepMs(name)));
  const ask = stated.intervalFlag === undefined || enough === undefined ? '' : `, or ${stated.intervalFlag} ${enough}`;
  const problem: DataProblem = {
    code: 'bad_value',
    column: 'time',
    expected: `times of one unit: at most ${stepsPerBar} steps of ${counted} ms for each bar${ask}`,
    got: `${time[widest]} after ${time[widest - 1]}, ${Math.round(span / counted)} steps in all for ${length} bars`,
  };
  return { problem, at: widest };
}
