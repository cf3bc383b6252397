/** ADX and both directional indicators, after their first rows. */

import type { AdxSums, DirectionalColumns, PriceColumns } from '@barograph/core';
import { machine } from './machine.ts';

/** Rows of a block, and the longest period whose products with a guess are exact. */
const ROWS = 1_024;
const LONGEST_PERIOD = 1_024;

/**
 * Rows `from…n` of the columns.
 *
 * @param from ≥ 1.
 * @param sums after row `from − 1`; of an even number of rows it takes those after the last one.
 * @returns false, with nothing written, without kernels or for a period over 1,024.
 */
export function fillAdx(
  { high, low, close }: Omit<PriceColumns, 'open'>,
  from: number,
  period: number,
  hold: boolean,
  sums: AdxSums,
  out: DirectionalColumns,
): boolean {
  const to = period <= LONGEST_PERIOD ? machine() : undefined;
  if (to === undefined) return false;
  const highs = to.view('ADX_HIGHS', ROWS + 1);
  const lows = to.view('ADX_LOWS', ROWS + 1);
  const closes = to.view('ADX_CLOSES', ROWS);
  const outputs = [
    [to.view('ADX_LINE', ROWS), out.adx],
    [to.view('PLUS_DI', ROWS), out.plusDi],
    [to.view('MINUS_DI', ROWS), out.minusDi],
  ] as const;
  const state = to.view('ADX_SUMS', 4);
  state.set([sums.plus, sums.minus, sums.range, sums.average]);
  const { length } = high;
  for (let begin = from; begin < length; begin += ROWS) {
    const end = Math.min(begin + ROWS, length);
    highs.set(high.subarray(begin - 1, end));
    lows.set(low.subarray(begin - 1, end));
    closes.set(close.subarray(begin - 1, end - 1));
    to.run.adxBlock(end - begin, period, Number(hold));
    for (const [view, column] of outputs)
      column.set(end - begin === ROWS ? view : view.subarray(0, end - begin), begin);
  }
  [sums.plus, sums.minus, sums.range, sums.average] = [state[0]!, state[1]!, state[2]!, state[3]!];
  return true;
}
