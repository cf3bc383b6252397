/** Units of numeric times. */

/** Units of a numeric time, distinguished by magnitude. */
export type TimeUnit = 's' | 'ms' | 'us' | 'ns';

/** Last moment of the year 9999, epoch ms: a later time is in another unit. */
export const LATEST_TIME = 253_402_300_799_999;

/** The bound in words, for messages. */
export const UNTIL_LATEST = 'until the year 9999';

/**
 * Unit of a numeric time: below 1e11 seconds (until the year 5138), below 1e14 ms (since 1973-03-03), below 1e17 µs,
 * else ns.
 *
 * @param value time since the epoch, any unit.
 * @example
 * timeUnitOf(1_700_000_000_000_000); // → 'us'
 */
export function timeUnitOf(value: number): TimeUnit {
  const size = Math.abs(value);
  if (size < 1e11) return 's';
  if (size < 1e14) return 'ms';
  return size < 1e17 ? 'us' : 'ns';
}

/**
 * Snap distance to whole ms. Today's nanoseconds need 61 bits: as a double they are off by up to 128 ns, which must not
 * cost a millisecond. A microsecond is a real difference.
 */
const SNAP_MS = 5e-4;

/**
 * Converts a numeric time to epoch ms. A fraction of a millisecond stays: the check of the bars refuses it.
 *
 * @param value time since the epoch, in `unit`.
 * @returns epoch ms, possibly fractional.
 * @example
 * toEpochMs(1_700_000_000, 's'); // → 1700000000000
 */
export function toEpochMs(value: number, unit: TimeUnit): number {
  if (unit === 'ms') return value;
  const time = unit === 's' ? value * 1e3 : value / (unit === 'us' ? 1e3 : 1e6);
  const whole = Math.round(time);
  return Math.abs(time - whole) < SNAP_MS ? whole : time;
}
