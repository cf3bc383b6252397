/** Labels for states that no prior tied to one. Fits of `fitRegimes` never need it: their states are born labelled. */

import { finite, sameWithin, UsageError } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import { anchorDistance } from './anchors.ts';
import { leastAssignment } from './assignment.ts';
import { TRAINING_V2, type TrainingConfig } from './config.ts';

/**
 * State by state: its distance to every label, in the order of `REGIMES`; mean squares in robust units.
 * @param means means state by state, in robust units.
 * @param config parameters. @default TRAINING_V2
 *
 * @example
 * const means = model.hmm.parameters.states.map(({ mean }) => mean);
 * const distances = anchorDistances(means);
 * [distances.length, distances[0].indexOf(Math.min(...distances[0]))]; // → [ 12, 0 ]
 */
export function anchorDistances(
  means: readonly ArrayLike<number>[],
  config: TrainingConfig = TRAINING_V2,
): readonly (readonly number[])[] {
  return means.map((mean) => REGIMES.map((_, label) => anchorDistance(mean, label, config)));
}

/**
 * A label for every state: the nearest, unless some label would then have no state. Then states move, at the least cost
 * in distance altogether, until every label has one. Where costs are equal, but for rounding, the states take the lowest
 * ids that they can one after the other, nearest to label 0 first (of equally near, to label 1, and so on): the order in
 * which the states come is chance, and decides nothing.
 *
 * @param distances state by state, to every label; as {@link anchorDistances} has them.
 * @throws {UsageError} no labels, fewer states than labels, rows of different lengths, a distance that is not finite.
 * @example
 * labelStates([[0.1, 2], [0.3, 1], [0.2, 3]]); // → [ 0, 1, 0 ]
 */
export function labelStates(distances: readonly (readonly number[])[]): number[] {
  const labels = distances[0]?.length ?? 0;
  if (labels === 0) throw new UsageError('"distances" expected at least one state and one label, got none');
  if (distances.length < labels) {
    throw new UsageError(`"distances" expected at least ${labels} states, got ${distances.length}`);
  }
  distances.forEach((row, k) => {
    if (row.length !== labels) throw new UsageError(`"distances[${k}]" expected ${labels} values, got ${row.length}`);
    row.forEach((distance, label) => finite(`distances[${k}][${label}]`, distance));
  });
  const order = [...distances.keys()].toSorted((a, b) => {
    const first = distances[a]!.findIndex((distance, label) => distance !== distances[b]![label]);
    return first < 0 ? 0 : distances[a]![first]! - distances[b]![first]!;
  });
  const sorted = order.map((k) => distances[k]!);
  const chosen: number[] = [];
  for (const row of sorted) {
    const totals = row.map((_, label) => leastTotal(sorted, [...chosen, label]));
    const least = Math.min(...totals);
    chosen.push(totals.findIndex((total) => total < Infinity && sameWithin(total, least)));
  }
  return distances.map((_, k) => chosen[order.indexOf(k)]!);
}

/**
 * The least sum of distances when the first states have the labels `chosen` and every label gets a state; infinite when
 * too few states are left for that. A state left over costs its distance to its nearest label; a label without a state
 * takes one of them, no two the same one, for what that is farther.
 */
function leastTotal(distances: readonly (readonly number[])[], chosen: readonly number[]): number {
  const left = distances.slice(chosen.length).map((row) => ({ row, nearest: Math.min(...row) }));
  const open = [...distances[0]!.keys()].filter((label) => !chosen.includes(label));
  if (left.length < open.length) return Infinity;
  const farther = open.map((label) => left.map(({ row, nearest }) => row[label]! - nearest));
  const moves = leastAssignment(farther).map((state, i) => farther[i]![state]!);
  return [...chosen.map((label, k) => distances[k]![label]!), ...left.map(({ nearest }) => nearest), ...moves].reduce(
    (sum, cost) => sum + cost,
    0,
  );
}
