/** A run of the goals beside an earlier one. */

import { shown, type Line } from './row.ts';
import type { Ran } from './run.ts';

/** A run as it is kept. */
export interface Kept {
  readonly machine: readonly string[];
  readonly rows: readonly Ran[];
}

/** A line of both runs. */
export interface Compared {
  readonly title: string;
  readonly before: number;
  readonly now: number;
  readonly unit: string;
  /** The larger by the smaller, less one. */
  readonly apart: number;
}

/** Beyond this share two runs differ. */
const A_FIFTH = 0.2;

/** Lines that both runs have a number of, in the order of this one. */
export function compared(now: readonly Ran[], before: readonly Ran[]): Compared[] {
  const known = new Map(linesOf(before).map(({ title, now: value }) => [title, value]));
  return linesOf(now).flatMap(({ title, now: value, unit }) => {
    const then = known.get(title);
    if (value === undefined || then === undefined) return [];
    return [{ title, before: then, now: value, unit, apart: Math.max(value, then) / Math.min(value, then) - 1 }];
  });
}

/** Report of the two: which lines differ by more than a fifth, and how many do not. */
export function differences(all: readonly Compared[]): string[] {
  const far = all.filter(({ apart }) => apart > A_FIFTH);
  const said = far.map(
    ({ title, before, now, unit, apart }) =>
      `${title}: ${shown(before)} before, ${shown(now)} now (${unit}), ${(100 * apart).toFixed(0)} % apart`,
  );
  return [...said, `${all.length - far.length} of ${all.length} lines are within a fifth`];
}

const linesOf = (rows: readonly Ran[]): Line[] => rows.flatMap(({ result }) => [...(result?.lines ?? [])]);
