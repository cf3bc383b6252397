/**
 * Speed of this machine relative to the one where the goals in seconds were set, by plain C on both. Clock rates of shared machines
 * vary by more than a factor of two. The C of the estimators is excluded, because that program has changed.
 */

import { isMet, ratio, shown, type Line } from './row.ts';
import type { Ran } from './run.ts';

/** Nanoseconds per row of plain C on the reference machine, by row of the table (issue 25). */
const THEN: Readonly<Record<string, number>> = { adx: 11, rank: 57, filter: 52 };
const C = 'plain C';
const TIME = /^(ns|µs|ms|s)( |$)/;

/** Time of plain C here over its time on the reference machine, per row. */
const ratiosOf = (rows: readonly Ran[]): readonly number[] =>
  rows.flatMap(({ key, result }) => ratio(result?.figures.find(({ name }) => name === C)?.value, THEN[key]) ?? []);

/** Slowness of this machine: geometric mean of the time ratios of plain C; undefined without C. */
export function slownessOf(rows: readonly Ran[]): number | undefined {
  const ratios = ratiosOf(rows);
  return ratios.length === 0 ? undefined : ratios.reduce((product, ratio) => product * ratio, 1) ** (1 / ratios.length);
}

/** Line at the speed of the reference machine; only times change. */
export const atSpeedOfThen = (line: Line, slowness: number | undefined): Line =>
  line.now === undefined || slowness === undefined || !TIME.test(line.unit)
    ? line
    : { ...line, now: line.now / slowness };

/** Sentence on the slowness, with missed times converted to the reference machine; empty without C. */
export function speedNote(rows: readonly Ran[]): readonly string[] {
  const slowness = slownessOf(rows);
  if (slowness === undefined) return [];
  const missed = rows
    .flatMap(({ result }) => result?.lines ?? [])
    .filter((line) => TIME.test(line.unit) && isMet(line) === false)
    .map((line) => `${line.title} ${shown(atSpeedOfThen(line, slowness).now)} ${line.unit}`);
  const rest = missed.length === 0 ? '' : ` Divided by that: ${missed.join('; ')}.`;
  return [
    `Plain C takes ${shown(slowness)} times as long here as on the machine that the goals in seconds were set on (ADX, ranks, filter; geometric mean).${rest}`,
  ];
}
