/** Hourly samples of the last days, one per UTC hour, append-only; and the rank of the newest. */

import { HOUR_MS, percentRank } from '@barograph/core';

/** Sample with a time. */
export interface Timed {
  /** Epoch ms. */
  readonly time: number;
}

/** UTC hour of a moment, counted from the epoch. */
function hourOf({ time }: Timed): number {
  return Math.floor(time / HOUR_MS);
}

/** Returns whether a sample would be the first of an hour after all others. */
export function isNewHour(samples: readonly Timed[], sample: Timed): boolean {
  const last = samples.at(-1);
  return last === undefined || hourOf(sample) > hourOf(last);
}

/**
 * Appends a sample. The first sample of an hour stays; later ones and those of past hours are ignored: nothing is
 * filled in backwards.
 *
 * @param samples samples, oldest first.
 * @param hours length of the window, hours; older samples are dropped.
 * @returns the new samples; the same array when the sample was ignored.
 */
export function pushHourly<Sample extends Timed>(
  samples: readonly Sample[],
  sample: Sample,
  hours: number,
): readonly Sample[] {
  if (!isNewHour(samples, sample)) return samples;
  const first = hourOf(sample) - hours + 1;
  return [...samples.filter((kept) => hourOf(kept) >= first), sample];
}

/**
 * Percentile rank of the newest sample among all of them (`rank/1`), 0…100.
 *
 * @param read reads a number of a sample; null when unknown.
 * @param least fewest samples with the number.
 * @returns the rank; null when too few samples or not the newest have the number.
 */
export function rankOfNewest<Sample>(
  samples: readonly Sample[],
  read: (sample: Sample) => number | null,
  least: number,
): number | null {
  const newest = samples.at(-1);
  const value = newest === undefined ? null : read(newest);
  if (value === null) return null;
  const known = knownOf(samples, read);
  return known.length < least ? null : percentRank(value, known);
}

/** Known numbers, oldest first. */
export function knownOf<Sample>(samples: readonly Sample[], read: (sample: Sample) => number | null): number[] {
  const known: number[] = [];
  for (const sample of samples) {
    const value = read(sample);
    if (value !== null) known.push(value);
  }
  return known;
}
