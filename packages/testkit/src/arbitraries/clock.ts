/** Arrival times: on a grid or off it, with gaps, and on request repeated or late. */

import { HOUR_MS, UsageError } from '@barograph/core';
import * as fc from 'fast-check';

/** Options of {@link clock}. */
export interface ClockOptions {
  /** Number of times, or its bounds. @default 0…60 */
  readonly n?: number | { readonly min: number; readonly max: number };
  /** Distance between two times without a gap, ms, an integer ≥ 1. @default an hour */
  readonly step?: number;
  /** First time, epoch ms. @default 2021-01-04 */
  readonly start?: number;
  /** Most steps that a gap skips; 0 for no gaps. @default 30 */
  readonly gap?: number;
  /** Largest delay of a time after its grid point, ms, less than `step`. @default 0 */
  readonly jitter?: number;
  /** Whether times may repeat or be late; otherwise they are strictly ascending. @default false */
  readonly late?: boolean;
}

/** 2021-01-04, a Monday, 00:00 UTC. */
const START = 1_609_718_400_000;

/**
 * Draws times in order of arrival, epoch ms: one in ten after a gap, and with `late` one in ten not after an earlier
 * one. Shrinks towards few, evenly spaced times; shrunk lists still satisfy the options.
 *
 * @throws {UsageError} when `step` is below 1, or `jitter` is not below `step`.
 * @example
 * const fc = await import('fast-check');
 * fc.assert(fc.property(clock({ gap: 48 }), (times) => times.every((t, i) => i === 0 || t > times[i - 1]!)));
 * // → undefined
 */
export function clock(options: ClockOptions = {}): fc.Arbitrary<number[]> {
  const { step = HOUR_MS, start = START, gap = 30, jitter = 0, late = false, n = { min: 0, max: 60 } } = options;
  if (!Number.isInteger(step) || step < 1) throw new UsageError(`"step" expected an integer ≥ 1, got ${step}`);
  if (!(jitter >= 0 && jitter < step)) throw new UsageError(`"jitter" expected 0 … ${step - 1}, got ${jitter}`);
  const size = typeof n === 'number' ? { min: n, max: n } : n;
  const rare = <T>(value: fc.Arbitrary<T>, otherwise: T): fc.Arbitrary<T> =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value });
  const tick = fc.record({
    skipped: gap === 0 ? fc.constant(0) : rare(fc.integer({ min: 1, max: gap }), 0),
    behind: fc.nat({ max: jitter }),
    back: late ? rare(fc.integer({ min: 1, max: 5 }), 0) : fc.constant(0),
  });
  return fc.array(tick, { minLength: size.min, maxLength: size.max, size: 'max' }).map((ticks) => {
    const times: number[] = [];
    let at = start - step;
    for (const { skipped, behind, back } of ticks) {
      if (back > 0 && times.length > 0) {
        times.push(times[Math.max(0, times.length - back)]!);
        continue;
      }
      at += step * (1 + skipped);
      times.push(at + behind);
    }
    return times;
  });
}
