/**
 * Inputs that funding and open interest add to the autoregression (HAR+) when both are known.
 *
 * With `f` the mean of the funding that was settled in the last day, annualised, `O` the open interest in units of the
 * coin, and `clip` to a bound:
 *
 * | name | formula |
 * |---|---|
 * | longs pay, shorts pay | `ln(1 + max(0, f))`, `ln(1 + max(0, −f))` |
 * | interest risen, fallen | positive and negative part of `clip(ln(O_t / O_{t−24}))` |
 * | interest over week | `clip(ln(O_t / mean of O over 168 hours))` |
 *
 * All are rates and ratios, independent of the units of price and coin. Nothing is filled in: an hour that lacks one
 * has none, and its forecast uses bars only. They depend on the last week of columns only, so a whole history and its
 * last hours give the same bits.
 *
 * @source The inputs are our own; the model card has the measurement that positioning and funding lead volatility.
 */

import { clamp, givenColumn, integerAtLeast, UsageError } from '@barograph/core';
import { positive } from '../check.ts';

/** Windows of funding and open interest in HAR+. */
export interface HarDerivativesConfig {
  /** Version in every artifact. A changed number needs a new version. */
  readonly version: `har_derivatives/${string}`;
  /** Hours over which funding and the change of open interest are computed. */
  readonly day: number;
  /** Hours that the level of open interest is compared with, and the fewest of them that must be known. */
  readonly week: number;
  readonly leastHours: number;
  /** Fewest settlements within `day` for a funding value, and the largest age of the newest, hours. */
  readonly leastSettlements: number;
  readonly latest: number;
  /** Bound of the two logarithms of open interest, which limits glitches of a venue. */
  readonly clip: number;
}

/** Windows of funding and open interest in HAR+, version 1. */
export const HAR_DERIVATIVES_V1: HarDerivativesConfig = Object.freeze({
  version: 'har_derivatives/1',
  day: 24,
  week: 168,
  leastHours: 84,
  leastSettlements: 3,
  latest: 8,
  clip: 0.5,
});

/** Names of the inputs, in the order of a fit's last coefficients. */
export const HAR_DERIVATIVE_INPUTS = [
  'longs pay',
  'shorts pay',
  'interest risen',
  'interest fallen',
  'interest over week',
] as const;

/** Hourly series of a perp, as `hourlyFunding` and `hourlyLevels` return them; NaN where unknown. */
export interface DerivativeColumns {
  /** Funding, fraction of the notional per hour. */
  readonly funding: ArrayLike<number>;
  /** Open interest, units of the coin. */
  readonly openInterest: ArrayLike<number>;
}

const YEAR_HOURS = 365 * 24;

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 */
export function checkHarDerivatives(config: HarDerivativesConfig): HarDerivativesConfig {
  const { day, week, leastHours, leastSettlements, latest, clip } = config;
  integerAtLeast('day', day, 1);
  integerAtLeast('week', week, day);
  for (const [field, value] of Object.entries({ leastHours, leastSettlements, latest }))
    integerAtLeast(field, value, 1);
  positive('clip', clip);
  return config;
}

/**
 * Number of hours of columns that an hour's inputs depend on.
 * @param config parameters. @default HAR_DERIVATIVES_V1
 *
 * @example
 * derivativesLookback(); // → 168
 */
export function derivativesLookback({ day, week }: HarDerivativesConfig = HAR_DERIVATIVES_V1): number {
  return Math.max(day + 1, week);
}

/**
 * Computes the inputs at the close of hour `t` of the columns.
 *
 * @param config parameters. @default HAR_DERIVATIVES_V1
 * @returns one number per name of `HAR_DERIVATIVE_INPUTS`; null when one is unknown.
 * @throws {UsageError} when the columns differ in length.
 * @example
 * const funding = Float64Array.from({ length: 169 }, (_, t) => (t % 8 === 0 ? 0.00001 : NaN));
 * const openInterest = Float64Array.from({ length: 169 }, (_, t) => 1_000 + t);
 * derivativeInputs({ funding, openInterest }, 168)?.length; // → 5
 * derivativeInputs({ funding, openInterest }, 60); // → null
 */
export function derivativeInputs(
  { funding, openInterest }: DerivativeColumns,
  t: number,
  config: HarDerivativesConfig = HAR_DERIVATIVES_V1,
): readonly number[] | null {
  if (funding.length !== openInterest.length) {
    throw new UsageError(`"openInterest" expected ${funding.length} hours, got ${openInterest.length}`);
  }
  const rate = settled(funding, t, config);
  const now = openInterest[t]!;
  const before = openInterest[t - config.day] ?? NaN;
  const mean = levelOf(openInterest, t, config);
  if (Number.isNaN(rate) || !(now > 0 && before > 0 && mean > 0)) return null;
  const clipped = (log: number): number => clamp(log, -config.clip, config.clip);
  const change = clipped(Math.log(now / before));
  return [
    Math.log1p(Math.max(0, rate)),
    Math.log1p(Math.max(0, -rate)),
    Math.max(0, change),
    Math.max(0, -change),
    clipped(Math.log(now / mean)),
  ];
}

/**
 * Computes {@link derivativeInputs} of every hour, row by row; NaN in place of null.
 *
 * @param config parameters. @default HAR_DERIVATIVES_V1
 * @param into column to fill, other memory than the given columns. @default a new one
 * @returns the inputs of an hour next to each other, hour by hour.
 * @throws {UsageError} when a column has another length.
 * @example
 * const funding = Float64Array.from({ length: 169 }, (_, t) => (t % 8 === 0 ? 0.00001 : NaN));
 * const openInterest = Float64Array.from({ length: 169 }, (_, t) => 1_000 + t);
 * const rows = derivativeRows({ funding, openInterest });
 * rows.length === 169 * HAR_DERIVATIVE_INPUTS.length; // → true
 */
export function derivativeRows(
  columns: DerivativeColumns,
  config: HarDerivativesConfig = HAR_DERIVATIVES_V1,
  into?: Float64Array,
): Float64Array {
  const width = HAR_DERIVATIVE_INPUTS.length;
  const rows = givenColumn('into', columns.funding.length * width, into).fill(NaN);
  for (let t = 0; t < columns.funding.length; t++) {
    const inputs = derivativeInputs(columns, t, config);
    if (inputs !== null) rows.set(inputs, t * width);
  }
  return rows;
}

/** Annualised mean of the settlements in the last day; NaN when there are too few, or the newest is too old. */
function settled(
  funding: ArrayLike<number>,
  t: number,
  { day, leastSettlements, latest }: HarDerivativesConfig,
): number {
  let [sum, count, newest] = [0, 0, -Infinity];
  for (let s = Math.max(0, t - day + 1); s <= t; s++) {
    const rate = funding[s]!;
    if (Number.isNaN(rate)) continue;
    sum += rate;
    count++;
    newest = s;
  }
  return count < leastSettlements || t - newest >= latest ? NaN : (YEAR_HOURS * sum) / count;
}

function levelOf(openInterest: ArrayLike<number>, t: number, { week, leastHours }: HarDerivativesConfig): number {
  let [sum, count] = [0, 0];
  for (let s = Math.max(0, t - week + 1); s <= t; s++) {
    const level = openInterest[s]!;
    if (!(level > 0)) continue;
    sum += level;
    count++;
  }
  return count < leastHours ? NaN : sum / count;
}
