/**
 * Nelder–Mead: minimum of a function without derivatives. The same function and start give the same bits.
 *
 * @source J. A. Nelder, R. Mead, A simplex method for function minimization, The Computer Journal 7, 1965. Coefficients by
 * J. C. Lagarias, J. A. Reeds, M. H. Wright, P. E. Wright, SIAM Journal on Optimization 9, 1998.
 */

import { deepFreeze, UsageError } from '@barograph/core';

/** Numbers of the search. */
export interface NelderMeadConfig {
  /** A changed number is a new version. */
  readonly version: `nelder_mead/${string}`;
  /** Edge of the first simplex along each coordinate. */
  readonly step: number;
  /** The search ends when values of the simplex differ by less, relative to the least. */
  readonly tolerance: number;
  /** Evaluations after which the search stops without convergence. */
  readonly mostEvaluations: number;
  /** Searches that begin at the minimum of the one before: a collapsed simplex gets its edges back. */
  readonly restarts: number;
}

/** Version 1. */
export const NELDER_MEAD_V1: NelderMeadConfig = deepFreeze({
  version: 'nelder_mead/1',
  step: 0.25,
  tolerance: 1e-10,
  mostEvaluations: 4_000,
  restarts: 1,
});

/** Result of a search. */
export interface Minimum {
  /** Place of the minimum. */
  readonly point: readonly number[];
  /** Value of the function at `point`. */
  readonly value: number;
  readonly evaluations: number;
  /** Whether the last search met the tolerance. */
  readonly converged: boolean;
}

interface Vertex {
  readonly point: readonly number[];
  readonly value: number;
}

/**
 * Searches the minimum of `objective`. NaN and Infinity count as worse than any number, so an objective bounds its
 * parameters by returning Infinity, or by a transform of them.
 *
 * @param start at least one coordinate, where the objective is finite.
 * @param config parameters. @default NELDER_MEAD_V1
 * @throws {UsageError} no coordinate, or an objective that is not finite at the start.
 * @example
 * const { point } = minimize(([x, y]) => (x - 1) ** 2 + 10 * (y + 2) ** 2, [0, 0]);
 * point.map((value) => value.toFixed(3)); // → [ '1.000', '-2.000' ]
 */
export function minimize(
  objective: (point: readonly number[]) => number,
  start: readonly number[],
  config: NelderMeadConfig = NELDER_MEAD_V1,
): Minimum {
  if (start.length === 0) throw new UsageError('"start" expected at least one coordinate, got none');
  let evaluations = 0;
  const at = (point: readonly number[]): Vertex => {
    evaluations++;
    const value = objective(point);
    return { point, value: Number.isNaN(value) ? Infinity : value };
  };
  let best = at(start);
  if (!Number.isFinite(best.value)) {
    throw new UsageError(`"objective" expected a finite value at the start, got ${best.value}`);
  }
  let converged = false;
  for (let run = 0; run <= config.restarts; run++) {
    const limit = evaluations + config.mostEvaluations;
    ({ best, converged } = search(at, best, config, () => evaluations < limit));
  }
  return { point: best.point, value: best.value, evaluations, converged };
}

function search(
  at: (point: readonly number[]) => Vertex,
  start: Vertex,
  { step, tolerance }: NelderMeadConfig,
  mayContinue: () => boolean,
): { readonly best: Vertex; readonly converged: boolean } {
  const simplex = [start, ...start.point.map((_, i) => at(start.point.map((x, j) => (i === j ? x + step : x))))];
  const order = (): Vertex[] => simplex.sort((a, b) => a.value - b.value);
  const last = simplex.length - 1;
  while (mayContinue()) {
    order();
    const [best, worst] = [simplex[0]!, simplex[last]!];
    if (worst.value - best.value <= tolerance * (Math.abs(best.value) + tolerance)) return { best, converged: true };
    const centre = start.point.map((_, i) => {
      let sum = 0;
      for (let k = 0; k < last; k++) sum += simplex[k]!.point[i]!;
      return sum / last;
    });
    const along = (factor: number): Vertex => at(centre.map((c, i) => c + factor * (worst.point[i]! - c)));
    const reflected = along(-1);
    if (reflected.value < best.value) {
      const expanded = along(-2);
      simplex[last] = expanded.value < reflected.value ? expanded : reflected;
      continue;
    }
    if (reflected.value < simplex[last - 1]!.value) {
      simplex[last] = reflected;
      continue;
    }
    const contracted = along(reflected.value < worst.value ? -0.5 : 0.5);
    if (contracted.value < Math.min(reflected.value, worst.value)) {
      simplex[last] = contracted;
      continue;
    }
    for (let k = 1; k <= last; k++) {
      simplex[k] = at(simplex[k]!.point.map((x, i) => best.point[i]! + 0.5 * (x - best.point[i]!)));
    }
  }
  return { best: order()[0]!, converged: false };
}
