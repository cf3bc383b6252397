/**
 * Efficient estimator of the spread from open, high, low and close.
 *
 * @source D. Ardia, E. Guidotti, T. A. Kroencke, Efficient estimation of bid-ask spreads from open, high, low, and
 * close prices, Journal of Financial Economics 161, 2024, section 3.
 */

import type { IndicatorBars } from './computation.ts';

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value / values.length, 0);

/** Mean squared deviation. */
function variance(values: readonly number[]): number {
  const middle = mean(values);
  return mean(values.map((value) => (value - middle) ** 2));
}

/** Share of flags that are set. */
function shareOf(flags: readonly boolean[]): number {
  return flags.filter(Boolean).length / flags.length;
}

/** Spread, a fraction, over the bars between two indexes; the first serves as the previous bar. */
export function edge({ open, high, low, close }: IndicatorBars, from: number, to: number): number {
  const pairs = Array.from({ length: to - from }, (_, k) => {
    const i = from + 1 + k;
    const [o, h, l] = [Math.log(open[i]!), Math.log(high[i]!), Math.log(low[i]!)];
    const last = Math.log(close[i - 1]!);
    const [highBefore, lowBefore] = [Math.log(high[i - 1]!), Math.log(low[i - 1]!)];
    const before = (highBefore + lowBefore) / 2;
    const middle = (h + l) / 2;
    const isTraded = h !== l || l !== last;
    return { o, h, l, last, highBefore, lowBefore, before, middle, isTraded };
  });
  const traded = shareOf(pairs.map(({ isTraded }) => isTraded));
  if (traded === 0) return 0;
  // Sums of two shares, as in the estimator: each product accounts for half of the squared spread.
  const offOpen =
    shareOf(pairs.map(({ o, h, isTraded }) => isTraded && o !== h)) +
    shareOf(pairs.map(({ o, l, isTraded }) => isTraded && o !== l));
  const offClose =
    shareOf(pairs.map(({ last, highBefore, isTraded }) => isTraded && last !== highBefore)) +
    shareOf(pairs.map(({ last, lowBefore, isTraded }) => isTraded && last !== lowBefore));
  if (offOpen === 0 || offClose === 0) return 0;
  const centred = (values: readonly number[]): readonly number[] => {
    const middle = mean(values) / traded;
    return values.map((value, k) => value - (pairs[k]!.isTraded ? middle : 0));
  };
  const r1 = pairs.map(({ middle, o }) => middle - o);
  const r2 = pairs.map(({ o, before }) => o - before);
  const r3 = pairs.map(({ middle, last }) => middle - last);
  const r4 = pairs.map(({ last, before }) => last - before);
  const r5 = pairs.map(({ o, last }) => o - last);
  const [d1, d3, d5] = [centred(r1), centred(r3), centred(r5)];
  const x1 = pairs.map((_, k) => (-4 / offOpen) * d1[k]! * r2[k]! + (-4 / offClose) * d3[k]! * r4[k]!);
  const x2 = pairs.map((_, k) => (-4 / offOpen) * d1[k]! * r5[k]! + (-4 / offClose) * d5[k]! * r4[k]!);
  const [v1, v2] = [variance(x1), variance(x2)];
  const squared = v1 + v2 > 0 ? (v2 * mean(x1) + v1 * mean(x2)) / (v1 + v2) : (mean(x1) + mean(x2)) / 2;
  return Math.sqrt(Math.max(0, squared));
}
