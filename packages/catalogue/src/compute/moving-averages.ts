/** Computations: moving averages. */

import type { Computation } from './computation.ts';
import { adaptive, elastic, legoux, variableIndex, zeroLag } from './averages-adaptive.ts';
import { mesa } from './mesa.ts';
import { each, exponential, sumOver, weightedMeanOver, windowed } from './series.ts';

/** Average of closes, with one column of its own name. */
function average(
  name: string,
  lookback: Computation['lookback'],
  compute: (close: Float64Array, parameters: Readonly<Record<string, number>>) => Float64Array,
): Computation {
  return { columns: [name], lookback, compute: ({ close }, parameters) => ({ [name]: compute(close, parameters) }) };
}

/** Tillson's generalised double exponential average. */
function generalised(x: Float64Array, n: number, v: number): Float64Array {
  const once = exponential(x, n);
  const twice = exponential(once, n);
  return each(once, (value, i) => (1 + v) * value - v * twice[i]!);
}

/** Newest value of the least-squares line through each window. */
function lineEnd(x: Float64Array, n: number): Float64Array {
  const middle = (n - 1) / 2;
  const spread = (n * (n * n - 1)) / 12;
  return windowed(x, n, (from) => {
    let mean = 0;
    let slope = 0;
    for (let k = 0; k < n; k++) {
      mean += x[from + k]! / n;
      slope += ((k - middle) * x[from + k]!) / spread;
    }
    return mean + slope * middle;
  });
}

/** Periods of Guppy's two groups. */
const RIBBON = [3, 5, 8, 10, 12, 15, 30, 35, 40, 45, 50, 60] as const;

/** Computations by slug. */
export const MOVING_AVERAGES: Readonly<Record<string, Computation>> = {
  'double-exponential-moving-average': average(
    'dema',
    ({ n }) => 2 * (n! - 1),
    (close, { n }) => generalised(close, n!, 1),
  ),
  'triple-exponential-moving-average': average(
    'tema',
    ({ n }) => 3 * (n! - 1),
    (close, { n }) => {
      const once = exponential(close, n!);
      const twice = exponential(once, n!);
      const thrice = exponential(twice, n!);
      return each(once, (value, i) => 3 * value - 3 * twice[i]! + thrice[i]!);
    },
  ),
  'tillson-t3': average(
    't3',
    ({ n }) => 6 * (n! - 1),
    (close, { n, v }) => generalised(generalised(generalised(close, n!, v!), n!, v!), n!, v!),
  ),
  'hull-moving-average': average(
    'hma',
    ({ n }) => n! - 1 + Math.floor(Math.sqrt(n!)) - 1,
    (close, { n }) => {
      const slow = weightedMeanOver(close, n!);
      const lead = each(weightedMeanOver(close, Math.floor(n! / 2)), (fast, i) => 2 * fast - slow[i]!);
      return weightedMeanOver(lead, Math.floor(Math.sqrt(n!)));
    },
  ),
  'kaufman-adaptive-moving-average': average(
    'kama',
    ({ n }) => n!,
    (close, { n, fast, slow }) => adaptive(close, n!, fast!, slow!),
  ),
  'variable-index-dynamic-average': average(
    'vidya',
    ({ n }) => n!,
    (close, { n, a }) => variableIndex(close, n!, a!),
  ),
  'arnaud-legoux-moving-average': average(
    'alma',
    ({ n }) => n! - 1,
    (close, { n, offset, sigma }) => legoux(close, n!, offset!, sigma!),
  ),
  'zero-lag-exponential-moving-average': average(
    'zlema',
    ({ n }) => n! - 1,
    (close, { n }) => zeroLag(close, n!),
  ),
  'volume-weighted-moving-average': {
    columns: ['vwma'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close, volume }, { n }) => {
      const turnover = sumOver(
        each(close, (price, i) => price * volume[i]!),
        n!,
      );
      const traded = sumOver(volume, n!);
      return { vwma: each(turnover, (sum, i) => (traded[i] === 0 ? NaN : sum / traded[i]!)) };
    },
  },
  'elastic-volume-weighted-moving-average': {
    columns: ['evwma'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close, volume }, { n }) => ({ evwma: elastic(close, volume, n!) }),
  },
  'least-squares-moving-average': average(
    'lsma',
    ({ n }) => n! - 1,
    (close, { n }) => lineEnd(close, n!),
  ),
  'mesa-adaptive-moving-average': {
    columns: ['mama', 'fama'],
    lookback: () => 32,
    compute: ({ high, low }, { fast, slow }) =>
      mesa(
        each(high, (top, i) => (top + low[i]!) / 2),
        fast!,
        slow!,
      ),
  },
  'guppy-multiple-moving-average': {
    columns: ['spread', ...RIBBON.map((n) => `ema_${n}`)],
    lookback: () => RIBBON.at(-1)! - 1,
    compute: ({ close }) => {
      const ribbon = RIBBON.map((n) => exponential(close, n));
      const half = RIBBON.length / 2;
      const meanOf = (lines: readonly Float64Array[], i: number): number =>
        lines.reduce((sum, line) => sum + line[i]! / half, 0);
      const spread = each(
        close,
        (price, i) => (meanOf(ribbon.slice(0, half), i) - meanOf(ribbon.slice(half), i)) / price,
      );
      return { spread, ...Object.fromEntries(RIBBON.map((n, k) => [`ema_${n}`, ribbon[k]!])) };
    },
  },
};
