/** Hacks of two lists as one. */

import { DAY_MS } from '@barograph/core';

/** A hack of a file. */
export interface FileHack {
  readonly name: string;
  /** As the file dates it, epoch ms. */
  readonly day: number;
  /** Epoch ms, when it became known at the earliest. */
  readonly time: number;
  /** USD; null where the file has no number. */
  readonly lossUsd: number | null;
}

/** Days between two dates of one hack, and its sizes to each other. */
const SAME = { nameDays: 7, lossDays: 3, lossRatio: 1.25, leastLossUsd: 1e6 } as const;

/** First word of a name, letters and digits. */
function firstWord(name: string): string {
  return (
    name
      .toLowerCase()
      .split(/[^a-z0-9']+/)
      .find((word) => word !== '')
      ?.replaceAll("'", '') ?? ''
  );
}

/** Whether two rows are of one hack: a name that begins alike and dates within a week, or one loss within days. */
export function isSameHack(a: FileHack, b: FileHack): boolean {
  const days = Math.abs(a.day - b.day) / DAY_MS;
  if (days > SAME.nameDays) return false;
  const [first, second] = [firstWord(a.name), firstWord(b.name)];
  const isNamedAlike =
    first.length >= 3 && second.length >= 3 && (first.startsWith(second) || second.startsWith(first));
  if (isNamedAlike) return true;
  if (a.lossUsd === null || b.lossUsd === null || days > SAME.lossDays) return false;
  const [less, more] = a.lossUsd < b.lossUsd ? [a.lossUsd, b.lossUsd] : [b.lossUsd, a.lossUsd];
  return less >= SAME.leastLossUsd && more <= less * SAME.lossRatio;
}

/** All of the first list, and of the second what the first has not; oldest first. */
export function mergedHacks(first: readonly FileHack[], second: readonly FileHack[]): readonly FileHack[] {
  const added: FileHack[] = [];
  for (const hack of second) {
    if (![...first, ...added].some((one) => isSameHack(one, hack))) added.push(hack);
  }
  return [...first, ...added].sort((a, b) => (a.time === b.time ? (a.name < b.name ? -1 : 1) : a.time - b.time));
}
