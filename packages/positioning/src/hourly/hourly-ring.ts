/** Hourly samples of the last days: one per UTC hour, forward only, and where the newest one stands among them. */

import { HOUR_MS, percentRank } from '@barograph/core';

/** Anything that was sampled at a moment. */
export interface Timed {
  /** Epoch ms. */
  readonly time: number;
}

/** The UTC hour of a moment, counted from the epoch. */
function hourOf({ time }: Timed): number {
  return Math.floor(time / HOUR_MS);
}

/** Whether a sample would be the first one of an hour after all others. */
export function isNewHour(samples: readonly Timed[], sample: Timed): boolean {
  const last = samples.at(-1);
  return last === undefined || hourOf(sample) > hourOf(last);
}

/**
 * The samples with one more. The first sample of an hour stays, later ones and those of an hour that has gone by are
 * left out: nothing is filled in backwards.
 *
 * @param samples oldest first.
 * @param hours length of the window. Samples further back are let go, so that there are never more than so many.
 * @returns the same array when the sample was left out.
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
 * @param read a number of a sample; null where it was not known.
 * @param least number of samples that must know it.
 * @returns null when too few know it, or the newest one does not.
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

/** The numbers that are known, oldest first. */
export function knownOf<Sample>(samples: readonly Sample[], read: (sample: Sample) => number | null): number[] {
  const known: number[] = [];
  for (const sample of samples) {
    const value = read(sample);
    if (value !== null) known.push(value);
  }
  return known;
}
