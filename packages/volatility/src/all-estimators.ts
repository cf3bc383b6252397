/**
 * Five estimators of one window in one pass, for comparison or for screening many markets: four logarithms a bar
 * instead of fourteen in five calls.
 *
 * With u = ln(h/o), d = ln(l/o), y = ln(c/o) and j = ln(o/c₋₁): ln(h/l) = u − d, ln(h/c) = u − y, ln(l/c) = d − y and
 * ln(c/c₋₁) = j + y. The columns equal those of the single functions up to rounding: variances differ by less than
 * 1e-14 of the bars' mean squared moves.
 *
 * @source as in the files of the single estimators.
 */

import { DAY_MS, givenColumn, kernelsInUse, type Candles, type VolatilityTerms } from '@barograph/core';
import { annualise } from './annualise.ts';
import { BATCH, checkConfig, ESTIMATOR_DEFAULTS, type EstimatorConfig } from './estimator.ts';
import { logRatio } from './log-ratio.ts';
import { windowMean, windowMeanSlots } from './window-mean.ts';
import { windowVariance, windowVarianceSlots } from './window-variance.ts';
import { bodyWeight } from './yang-zhang.ts';

/**
 * Volatilities in percent a year, NaN until defined: for `window` rows when the previous close counts, `window − 1`
 * otherwise.
 */
export interface EstimatorColumns {
  readonly closeToClose: Float64Array;
  readonly parkinson: Float64Array;
  readonly garmanKlass: Float64Array;
  readonly rogersSatchell: Float64Array;
  readonly yangZhang: Float64Array;
}

/**
 * Computes five volatilities of a series.
 *
 * @param bars bars, oldest first; prices are positive, in any unit.
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @param into columns to fill, n rows each, not those of the bars. @default new ones
 * @returns volatilities in percent a year, one row per bar; NaN where the single function gives NaN.
 * @throws {UsageError} when the config is invalid, the window is below 2, or a column has another length.
 * @example
 * allEstimators(bars).parkinson[259].toFixed(2); // → '34.98'
 */
export function allEstimators(
  bars: Candles,
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  into?: EstimatorColumns,
): EstimatorColumns {
  checkConfig(config, 2);
  const { window } = config;
  const { length } = bars;
  const columns = {
    closeToClose: givenColumn('into.closeToClose', length, into?.closeToClose),
    parkinson: givenColumn('into.parkinson', length, into?.parkinson),
    garmanKlass: givenColumn('into.garmanKlass', length, into?.garmanKlass),
    rogersSatchell: givenColumn('into.rogersSatchell', length, into?.rogersSatchell),
    yangZhang: givenColumn('into.yangZhang', length, into?.yangZhang),
  };
  const k = bodyWeight(window);
  const ownTerms = (from: number, out: VolatilityTerms): void => terms(bars, from, out);
  const kernels = length < LEAST_ROWS ? undefined : kernelsInUse();
  if (kernels?.fillEstimators(bars, window, k, config.periodsPerYear, ownTerms, columns) !== true) {
    fill(bars, config, k, columns);
  }
  for (const whole of [columns.closeToClose, columns.yangZhang]) blank(whole, bars.time, window, 0, config);
  for (const whole of [columns.parkinson, columns.garmanKlass, columns.rogersSatchell]) {
    blank(whole, bars.time, window - 1, 1, config);
  }
  return columns;
}

/** Fewest rows for which a kernel gains more than its copies cost. */
const LEAST_ROWS = 32;

/** Fills the five columns without a kernel; rows before the window is full are invalid. */
function fill(bars: Candles, { window, periodsPerYear }: EstimatorConfig, k: number, columns: EstimatorColumns): void {
  const { length } = bars;
  const bodies = new Float64Array(Math.min(BATCH, length));
  const means = [0, 1, 2].map(() => new Float64Array(windowMeanSlots(window)));
  const variances = [0, 1, 2].map(() => new Float64Array(windowVarianceSlots(window)));
  for (let from = 0; from < length; from += BATCH) {
    const part = (whole: Float64Array): Float64Array => whole.subarray(from, Math.min(from + BATCH, length));
    const closes = part(columns.closeToClose);
    const ranges = part(columns.parkinson);
    const garman = part(columns.garmanKlass);
    const rogers = part(columns.rogersSatchell);
    const jumps = part(columns.yangZhang);
    terms(bars, from, { closes, ranges, garman, rogers, jumps, bodies });
    windowMean(means[0]!, 0, window, ranges, ranges);
    windowMean(means[1]!, 0, window, garman, garman);
    windowMean(means[2]!, 0, window, rogers, rogers);
    windowVariance(variances[0]!, 0, window, closes, closes);
    windowVariance(variances[1]!, 0, window, jumps, jumps);
    windowVariance(variances[2]!, 0, window, bodies, bodies);
    for (let i = 0; i < jumps.length; i++) jumps[i] = jumps[i]! + k * bodies[i]! + (1 - k) * rogers[i]!;
    for (const variance of [closes, ranges, garman, rogers, jumps]) {
      for (let i = 0; i < variance.length; i++) variance[i] = annualise(variance[i]!, periodsPerYear);
    }
  }
}

const RANGE: number = 1 / (4 * Math.LN2);
const BODY: number = 2 * Math.LN2 - 1;

function terms(bars: Candles, from: number, out: VolatilityTerms): void {
  const { open, high, low, close } = bars;
  const { closes, ranges, garman, rogers, jumps, bodies } = out;
  let before = from > 0 ? close[from - 1]! : open[0]!;
  for (let i = 0; i < closes.length; i++) {
    const o = open[from + i]!;
    const c = close[from + i]!;
    const u = logRatio(high[from + i]!, o);
    const d = logRatio(low[from + i]!, o);
    const y = logRatio(c, o);
    const j = logRatio(o, before);
    const x = u - d;
    closes[i] = j + y;
    ranges[i] = RANGE * x * x;
    garman[i] = 0.5 * x * x - BODY * y * y;
    // u ≥ y ≥ d except for the last bit
    rogers[i] = u * Math.max(u - y, 0) + d * Math.min(d - y, 0);
    jumps[i] = j;
    bodies[i] = y;
    before = c;
  }
}

/** Writes NaN before row `lookback`, and where a window spans more than the config allows. */
function blank(
  column: Float64Array,
  time: Float64Array,
  lookback: number,
  own: 0 | 1,
  { maxSpan = Infinity, stepMs = DAY_MS }: EstimatorConfig,
): void {
  column.fill(NaN, 0, lookback);
  if (maxSpan === Infinity) return;
  for (let i = lookback; i < column.length; i++) {
    if (time[i]! - time[i - lookback]! > (maxSpan - own) * stepMs) column[i] = NaN;
  }
}
