/** The five volatility estimators of one window. */

import type { FiveVolatilities, PriceColumns, VolatilityTerms } from '@barograph/core';
import { machine, type Machine } from './machine.ts';

/** Bars of a block, and the longest window that fits the memory. */
const BARS = 1_024;
const LONGEST_WINDOW = 512;

/**
 * Computes the five columns.
 *
 * @param bodyWeight weight of the bodies' variance in Yang–Zhang.
 * @param terms computes the terms of bars `from…from + n`, n the length of its output columns.
 * @returns false, with nothing written, without kernels or for a window under 2 or over 512.
 */
export function fillEstimators(
  bars: PriceColumns,
  window: number,
  bodyWeight: number,
  periodsPerYear: number,
  terms: (from: number, out: VolatilityTerms) => void,
  out: FiveVolatilities,
): boolean {
  const to = window >= 2 && window <= LONGEST_WINDOW ? machine() : undefined;
  if (to === undefined) return false;
  const { open, close } = bars;
  const { length } = close;
  const inputs = [
    [to.view('OPENS', BARS), open],
    [to.view('HIGHS', BARS), bars.high],
    [to.view('LOWS', BARS), bars.low],
  ] as const;
  const closes = to.view('CLOSES', BARS + 2);
  const outputs = [
    [to.view('CLOSE_TO_CLOSE', BARS), out.closeToClose],
    [to.view('PARKINSON', BARS), out.parkinson],
    [to.view('GARMAN_KLASS', BARS), out.garmanKlass],
    [to.view('ROGERS_SATCHELL', BARS), out.rogersSatchell],
    [to.view('YANG_ZHANG', BARS), out.yangZhang],
  ] as const;
  to.run.estimatorReset(window);
  for (let from = 0; from < length; from += BARS) {
    const end = Math.min(from + BARS, length);
    const count = end - from;
    for (const [view, column] of inputs) view.set(column.subarray(from, end));
    closes[0] = from > 0 ? close[from - 1]! : open[0]!;
    closes.set(close.subarray(from, end), 1);
    if (count % 2 === 1) repeatLast(inputs, closes, count);
    if (to.run.estimatorTerms(count + (count % 2)) !== 0) storeTerms(to, from, count, terms);
    to.run.estimatorWindows(count, window, bodyWeight, periodsPerYear);
    for (const [view, column] of outputs) column.set(count === BARS ? view : view.subarray(0, count), from);
  }
  return true;
}

/** Repeats the last bar to fill both lanes: stale memory could hold a ratio outside the range. */
function repeatLast(
  inputs: readonly (readonly [view: Float64Array, column: Float64Array])[],
  closes: Float64Array,
  count: number,
): void {
  for (const [view] of inputs) view[count] = view[count - 1]!;
  closes[count + 1] = closes[count]!;
}

/** Stores terms of the JavaScript in the pairs that the kernel reads. */
function storeTerms(
  to: Machine,
  from: number,
  count: number,
  terms: (from: number, out: VolatilityTerms) => void,
): void {
  const column = (): Float64Array => new Float64Array(count);
  const out = {
    closes: column(),
    ranges: column(),
    garman: column(),
    rogers: column(),
    jumps: column(),
    bodies: column(),
  };
  terms(from, out);
  const pairs = [
    [to.view('RANGE_TERMS', 2 * BARS), out.ranges, out.garman],
    [to.view('BODY_TERMS', 2 * BARS), out.rogers, out.bodies],
    [to.view('MOVE_TERMS', 2 * BARS), out.closes, out.jumps],
  ] as const;
  for (const [view, one, other] of pairs) {
    for (let i = 0; i < count; i++) {
      view[2 * i] = one[i]!;
      view[2 * i + 1] = other[i]!;
    }
  }
}
