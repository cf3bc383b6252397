/** Bollinger bands. */

import type { BandColumns } from '@barograph/core';
import { machine } from './machine.ts';

/** Rows of a call, and the longest window that fits the memory. */
const ROWS = 1_024;
const LONGEST = 512;

/**
 * Computes rows `period − 1…n` of the columns, NaN before.
 *
 * @returns false, with nothing written, without kernels or for a period over 512.
 */
export function fillBands(close: Float64Array, period: number, deviations: number, out: BandColumns): boolean {
  const to = period <= LONGEST ? machine() : undefined;
  if (to === undefined) return false;
  const closes = to.view('BAND_CLOSES', ROWS + LONGEST);
  const outputs = [
    [to.view('LOWER', ROWS), out.lower],
    [to.view('MIDDLE', ROWS), out.middle],
    [to.view('UPPER', ROWS), out.upper],
    [to.view('BANDWIDTH', ROWS), out.bandwidth],
    [to.view('PERCENT_B', ROWS), out.percentB],
  ] as const;
  const before = period - 1;
  for (const [, column] of outputs) column.fill(NaN, 0, before);
  // whole blocks of the JavaScript, which restarts its sums at each
  const rows = ROWS - (ROWS % period);
  for (let from = before; from < close.length; from += rows) {
    const count = Math.min(rows, close.length - from);
    closes.set(close.subarray(from - before, from + count));
    to.run.bollingerBlock(count, period, deviations);
    for (const [view, column] of outputs) column.set(count === ROWS ? view : view.subarray(0, count), from);
  }
  return true;
}
