/** The fit of a jump model from several seeded starts. */

import type { JumpModel } from '../../train/alternatives/jump.ts';
import { descend, type JumpFit } from '../../train/alternatives/fit-jump.ts';
import { completeRows, seedCentres } from '../../train/k-means.ts';

/** Starts of a fit: coordinate descent ends in a local minimum. */
const STARTS = 10;
const MOST_ITERATIONS = 100;

/** Centres by D² sampling, one list for each start. */
function startsOf(columns: readonly Float64Array[], states: number, seed: string): readonly number[][][] {
  const rows = completeRows(columns);
  return Array.from({ length: STARTS }, (_, start) => {
    const centres = seedCentres(rows, states, `${seed}|${start}`);
    return Array.from({ length: states }, (__, k) => [
      ...centres.subarray(k * columns.length, (k + 1) * columns.length),
    ]);
  });
}

/**
 * Fits a jump model with free centres.
 *
 * @param from centres to begin at; drawn ones unless given.
 * @source As of `descend`: Bemporad et al. 2018; Nystrup, Lindström, Madsen 2020. Starts: Arthur, Vassilvitskii 2007.
 * @throws {FitError} fewer different rows than states.
 */
export function fitDiscrete(
  columns: readonly Float64Array[],
  { states, penalty, seed }: { readonly states: number; readonly penalty: number; readonly seed: string },
  from?: readonly (readonly number[])[],
): JumpModel {
  const starts = from === undefined ? startsOf(columns, states, seed) : [from];
  const fits = starts.map((start): JumpFit =>
    descend(columns, start, { penalty, prior: { means: start, strength: 0 }, maxIterations: MOST_ITERATIONS }),
  );
  const { centres } = fits.reduce((best, fit) => (fit.objective.at(-1)! < best.objective.at(-1)! ? fit : best));
  return { centres, labels: centres.map((_, k) => k), penalty };
}
