/**
 * Speed of this machine beside the one that the goals in seconds were set on, by plain C of both: clocks of shared machines change
 * by more than twice, and a goal in seconds with them. The C of the estimators is left out: it was another program then.
 */

import { isMet, ratio, shown, type Line } from './row.ts';
import type { Ran } from './run.ts';

/** Nanoseconds a row of plain C on that machine, by row of the table (issue 25, the study behind it). */
const THEN: Readonly<Record<string, number>> = { adx: 11, rank: 57, filter: 52 };
const C = 'plain C';
const TIME = /^(ns|µs|ms|s)( |$)/;

/** Times of plain C over those of then, a row each. */
const ratiosOf = (rows: readonly Ran[]): readonly number[] =>
  rows.flatMap(({ key, result }) => ratio(result?.figures.find(({ name }) => name === C)?.value, THEN[key]) ?? []);

/** Slowness of this machine: times of plain C over those of then, their geometric mean; undefined without C. */
export function slownessOf(rows: readonly Ran[]): number | undefined {
  const ratios = ratiosOf(rows);
  return ratios.length === 0 ? undefined : ratios.reduce((product, one) => product * one, 1) ** (1 / ratios.length);
}

/** The line at the speed of then: its figure divided, where it is a time. */
export const atSpeedOfThen = (line: Line, slowness: number | undefined): Line =>
  line.now === undefined || slowness === undefined || !TIME.test(line.unit)
    ? line
    : { ...line, now: line.now / slowness };

/** A sentence on it, with the times that miss their goals here as they would be then; none without C. */
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
