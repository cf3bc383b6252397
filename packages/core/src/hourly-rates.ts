/** Converts settled funding to hourly rates. The funding interval differs by venue and may change. */

import { HOUR_MS } from './interval.ts';
import { UsageError } from './errors.ts';

/** Longest funding interval, hours; a longer distance means a missing settlement. */
const LONGEST_INTERVAL = 8;

/**
 * Converts settlements to rates per hour: each value over the hours since the previous settlement. At a change of
 * interval, and next to a missing settlement, the distance to the previous or the next settlement is used, whichever
 * gives the rate closer to its neighbours: some venues state the rate of the interval that ends, others that of the one
 * that begins.
 *
 * @param time settlement times, epoch ms, strictly ascending; a delay of some seconds is fine.
 * @param value funding per interval, fraction of the notional.
 * @returns fractions per hour; NaN where the interval is unknown, as for a lone settlement.
 * @throws {UsageError} when the columns differ in length.
 * @example
 * hourlyRates([0, 8 * HOUR_MS, 12 * HOUR_MS], [0.0008, 0.0008, 0.0004]); // → Float64Array(3) [ 0.0001, 0.0001, 0.0001 ]
 */
export function hourlyRates(time: ArrayLike<number>, value: ArrayLike<number>): Float64Array {
  const { length } = time;
  if (length !== value.length) throw new UsageError(`"value" expected ${length} numbers, got ${value.length}`);
  /** Hours since the previous settlement; NaN when the distance is not a funding interval. */
  const since = Float64Array.from({ length: length + 1 }, (_, i) => {
    const hours = i === 0 || i === length ? NaN : Math.round((time[i]! - time[i - 1]!) / HOUR_MS);
    return hours >= 1 && hours <= LONGEST_INTERVAL ? hours : NaN;
  });
  const rates = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const [before, after] = [value[i]! / since[i]!, value[i]! / since[i + 1]!];
    if (Number.isNaN(before) || Number.isNaN(after)) rates[i] = Number.isNaN(before) ? after : before;
    else {
      const around = i === 0 ? NaN : rates[i - 1]!;
      const next = i + 1 < length && since[i + 1] === since[i + 2] ? value[i + 1]! / since[i + 1]! : NaN;
      const usual = Number.isNaN(around) ? next : Number.isNaN(next) ? around : (around + next) / 2;
      rates[i] = Math.abs(after - usual) < Math.abs(before - usual) ? after : before;
    }
  }
  return rates;
}
