/** Settled funding as rates per hour, whatever the interval of the venue, which may change. */

import { HOUR_MS } from './interval.ts';
import { UsageError } from './errors.ts';

/** Hours between two settlements, beyond which one is missing. */
const LONGEST_INTERVAL = 8;

/**
 * Rates per hour: each over the hours between settlements, whose interval may change. At a change, and beside a missing
 * settlement, it is the distance to the one before or after, whichever gives the rate that is nearer to its neighbours': some
 * venues state the rate of the interval that ends, some that of the one that begins.
 *
 * @param time of the settlements, epoch ms, strictly ascending; some seconds late are fine.
 * @param value fractions of the notional per interval.
 * @returns fractions per hour; NaN where the interval is not known, as that of a lone settlement.
 * @throws {UsageError} columns of two lengths.
 * @example
 * hourlyRates([0, 8 * HOUR_MS, 12 * HOUR_MS], [0.0008, 0.0008, 0.0004]); // → Float64Array(3) [ 0.0001, 0.0001, 0.0001 ]
 */
export function hourlyRates(time: ArrayLike<number>, value: ArrayLike<number>): Float64Array {
  const { length } = time;
  if (length !== value.length) throw new UsageError(`"value" expected ${length} numbers, got ${value.length}`);
  /** Hours between a settlement and the one before it; NaN where they are no interval. */
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
