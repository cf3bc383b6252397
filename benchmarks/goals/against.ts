/** Compares a run of the goals with an earlier one. */

import { shown, type Line } from './row.ts';
import type { Ran } from './run.ts';

/** A stored run. */
export interface Kept {
  readonly machine: readonly string[];
  readonly rows: readonly Ran[];
}

/** Line with figures of both runs. */
export interface Compared {
  readonly title: string;
  readonly before: number;
  readonly now: number;
  readonly unit: string;
  /** Larger over smaller value, minus 1. */
  readonly apart: number;
}

/** Relative difference above which two runs differ. */
const A_FIFTH = 0.2;

/** Lines with a number in both runs, in the order of this run. */
export function compared(now: readonly Ran[], before: readonly Ran[]): Compared[] {
  const known = new Map(linesOf(before).map(({ title, now: value }) => [title, value]));
  return linesOf(now).flatMap(({ title, now: value, unit }) => {
    const then = known.get(title);
    if (value === undefined || then === undefined) return [];
    return [{ title, before: then, now: value, unit, apart: Math.max(value, then) / Math.min(value, then) - 1 }];
  });
}

/** Report of lines that differ by more than a fifth, and the number of the others. */
export function differences(all: readonly Compared[]): string[] {
  const far = all.filter(({ apart }) => apart > A_FIFTH);
  const notes = far.map(
    ({ title, before, now, unit, apart }) =>
      `${title}: ${shown(before)} before, ${shown(now)} now (${unit}), ${(100 * apart).toFixed(0)} % apart`,
  );
  return [...notes, `${all.length - far.length} of ${all.length} lines are within a fifth`];
}

const linesOf = (rows: readonly Ran[]): Line[] => rows.flatMap(({ result }) => [...(result?.lines ?? [])]);
