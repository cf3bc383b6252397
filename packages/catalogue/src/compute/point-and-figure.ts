/** Signals of point-and-figure charts. */

import { each } from './series.ts';

/**
 * Last signal of a point-and-figure chart of closes: 1 buy, −1 sell, 0 before the first. A rising column that exceeds
 * the previous rising one buys; a falling one that undercuts the previous falling one sells.
 *
 * @param box height of a box as a fraction of price; boxes are equal in logarithms.
 * @param reversal number of opposite boxes that start the next column.
 * @source J. du Plessis, The Definitive Guide to Point and Figure, Harriman House, 2005, chapter 2.
 */
export function pointAndFigure(close: Float64Array, box: number, reversal: number): Float64Array {
  const height = Math.log1p(box);
  let [side, end, signal] = [0, NaN, 0];
  let [lastTop, lastBottom] = [Infinity, -Infinity];
  return each(close, (price) => {
    if (Number.isNaN(price)) return signal;
    const level = Math.log(price) / height;
    if (Number.isNaN(end)) end = Math.floor(level);
    const [up, down] = [Math.floor(level), Math.ceil(level)];
    if (side >= 0 && up > end) [side, end] = [1, up];
    else if (side <= 0 && down < end) [side, end] = [-1, down];
    else if (side > 0 && down <= end - reversal) [lastTop, side, end] = [end, -1, down];
    else if (side < 0 && up >= end + reversal) [lastBottom, side, end] = [end, 1, up];
    if (side > 0 && end > lastTop) signal = 1;
    if (side < 0 && end < lastBottom) signal = -1;
    return signal;
  });
}
