/**
 * The continuous jump model of two states: the state of an hour is a mixture of both, and a change from one mixture to
 * another costs the square of its size. Mixtures lie on a grid, so that the best sequence is found by dynamic programming.
 *
 * ```
 * cost = Σ_t (1 − s_t)·loss_0(x_t) + s_t·loss_1(x_t) + λ·(s_t − s_{t−1})² + m(s_{t−1}),   loss_k(x) = ½·|x − θ_k|²
 * m(s) = ln Σ_u exp(−λ·(u − s)²) − ln Σ_u exp(−λ·u²), over the mixtures u of the grid
 * ```
 * In the paper the penalty is `λ/4·‖s_t − s_{t−1}‖₁²` over both shares, which is this; `m` is its mode loss, which makes the
 * penalties those of a transition law.
 *
 * @source A. O. Aydınhan, P. N. Kolm, J. M. Mulvey, Y. Shu, Identifying patterns in financial markets: extending the
 * statistical jump model for regime identification, Annals of Operations Research 353, 2024.
 */

import { logSumExp } from '@barograph/core';
import { leastOf } from '../../train/alternatives/jump.ts';
import { assertRise } from '../../train/em.ts';

/** Mixtures: shares of the second state, in steps of a twentieth. */
const STEPS = 20;
const SHARES: readonly number[] = Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS);
const MOST_ITERATIONS = 50;
/** Relative fall of the cost that ends the descent. */
const TOLERANCE = 1e-6;

/** A fitted continuous jump model. */
export interface ContinuousJump {
  readonly centres: readonly (readonly number[])[];
  readonly penalty: number;
}

const loss = (centre: readonly number[], row: ArrayLike<number>): number =>
  centre.reduce((sum, at, i) => sum + (row[i]! - at) ** 2, 0) / 2;

/** Mode loss of each mixture. */
function modeLosses(penalty: number): readonly number[] {
  const losses = SHARES.map((share) => logSumExp(SHARES.map((other) => -penalty * (other - share) ** 2)));
  return losses.map((value) => value - losses[0]!);
}

/** The recursion over mixtures: least cost of all sequences that end in each of them, less the least of all. */
function createCosts({ centres, penalty }: ContinuousJump): {
  readonly next: (row: ArrayLike<number>, from?: Uint8Array) => Float64Array;
  readonly total: () => number;
} {
  const cost = new Float64Array(SHARES.length);
  /** Costs of leaving each mixture, without the size of the change. */
  const left = new Float64Array(SHARES.length);
  const steps = SHARES.map((share) => penalty * share * share);
  const modes = modeLosses(penalty);
  let [total, rows] = [0, 0];
  return {
    next: (row, from) => {
      const [calm, wild] = [loss(centres[0]!, row), loss(centres[1]!, row)];
      for (let i = 0; i < cost.length; i++) left[i] = cost[i]! + modes[i]!;
      const sources = rows === 0 ? 0 : cost.length;
      for (let i = 0; i < cost.length; i++) {
        // No change leads into the first row.
        let least = rows === 0 ? 0 : left[i]!;
        let at = i;
        for (let j = 0; j < sources; j++) {
          const through = left[j]! + steps[Math.abs(i - j)]!;
          if (through < least) {
            least = through;
            at = j;
          }
        }
        cost[i] = least + calm + SHARES[i]! * (wild - calm);
        if (from !== undefined) from[i] = at;
      }
      rows++;
      const least = cost[leastOf(cost)]!;
      total += least;
      for (let i = 0; i < cost.length; i++) cost[i] = cost[i]! - least;
      return cost;
    },
    total: () => total,
  };
}

/** A stream of the share of the second state, in the last place of the best sequence so far. */
export function continuousShares(model: ContinuousJump): (row: ArrayLike<number>) => number {
  const { next } = createCosts(model);
  return (row) => SHARES[leastOf(next(row))]!;
}

/** The best sequence of shares of the second state for some centres, and its cost. */
export function continuousPath(
  model: ContinuousJump,
  columns: readonly Float64Array[],
): { readonly shares: Float64Array; readonly cost: number } {
  const { length } = columns[0]!;
  const width = SHARES.length;
  const from = new Uint8Array(length * width);
  const { next, total } = createCosts(model);
  const row = new Float64Array(columns.length);
  let last = new Float64Array(width);
  for (let t = 0; t < length; t++) {
    columns.forEach((column, i) => (row[i] = column[t]!));
    last = Float64Array.from(next(row, from.subarray(t * width, (t + 1) * width)));
  }
  const shares = new Float64Array(length);
  let at = leastOf(last);
  for (let t = length - 1; t >= 0; t--) {
    shares[t] = SHARES[at]!;
    at = from[t * width + at]!;
  }
  return { shares, cost: total() };
}

/**
 * Coordinate descent from two centres: the best shares for the centres, then the weighted means of the rows.
 *
 * @throws {FitError} the cost rose.
 */
export function fitContinuous(
  columns: readonly Float64Array[],
  from: readonly (readonly number[])[],
  penalty: number,
): ContinuousJump & { readonly cost: number } {
  let centres = from;
  let before = Infinity;
  for (let iteration = 1; ; iteration++) {
    const { shares, cost } = continuousPath({ centres, penalty }, columns);
    if (iteration > 1) assertRise(-before, -cost, iteration);
    if (iteration === MOST_ITERATIONS || before - cost <= TOLERANCE * cost) return { centres, penalty, cost };
    before = cost;
    const second = shares.reduce((sum, share) => sum + share, 0);
    const weights = [shares.length - second, second];
    centres = centres.map((centre, k) =>
      centre.map((at, i) => {
        const sum = columns[i]!.reduce((total, x, t) => total + x * (k === 1 ? shares[t]! : 1 - shares[t]!), 0);
        return weights[k]! > 0 ? sum / weights[k]! : at;
      }),
    );
  }
}
