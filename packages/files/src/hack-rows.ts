/** Merges two lists of hacks. */

import { DAY_MS } from '@barograph/core';

/** A hack of a file. */
export interface FileHack {
  readonly name: string;
  /** Date in the file, epoch ms. */
  readonly day: number;
  /** Epoch ms, when it became known at the earliest. */
  readonly time: number;
  /** USD; null when absent. */
  readonly lossUsd: number | null;
}

/** Tolerances for the same hack in two lists: days between dates, and ratio of losses. */
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

/** Whether two rows are the same hack: same first word and dates within a week, or similar losses within days. */
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

/** Merges the first list with hacks that only the second has, oldest first. */
export function mergedHacks(first: readonly FileHack[], second: readonly FileHack[]): readonly FileHack[] {
  const added: FileHack[] = [];
  for (const hack of second) {
    if (![...first, ...added].some((known) => isSameHack(known, hack))) added.push(hack);
  }
  return [...first, ...added].sort((a, b) => (a.time === b.time ? (a.name < b.name ? -1 : 1) : a.time - b.time));
}
