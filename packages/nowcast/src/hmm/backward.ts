/**
 * Backward recursion on filtered probabilities, without a second pass over the rows: `γ_t(i) = α_t(i)·Σ_j
 * A_ij·γ_{t+1}(j)/pred_{t+1}(j)`.
 *
 * @source C.-J. Kim, Dynamic linear models with Markov-switching, Journal of Econometrics 60, 1994.
 */

import { kernelsInUse } from '@barograph/core';
import { createChain, multiply, unpadded, type Chain, type PaddedMatrix } from './chain.ts';
import { BLOCK } from './distances.ts';

/**
 * Scratch memory of the recursion. `predicted`, `ratio` and `back` hold one number per state: probabilities and their
 * ratios.
 */
export interface Backward {
  readonly chain: Chain;
  readonly transposed: PaddedMatrix;
  readonly predicted: Float64Array;
  readonly ratio: Float64Array;
  readonly back: Float64Array;
}

/**
 * Allocates the memory for a chain.
 * @example
 * createBackward(model.hmm.chain).chain.states; // → 12
 */
export function createBackward(chain: Chain): Backward {
  const { states, transition } = chain;
  const { stride, values } = transition;
  const indices = Array.from({ length: states }, (_, i) => i);
  const columns = indices.map((j) => indices.map((i) => values[i * stride + j]!));
  const row = (): Float64Array => new Float64Array(stride);
  return {
    chain,
    transposed: createChain(indices, columns).transition,
    predicted: row(),
    ratio: row(),
    back: row(),
  };
}

/**
 * Takes one step back: computes the smoothed row `t` from the filtered row `t` and the smoothed row `t + 1`.
 *
 * @param at offset of the filtered row in `alpha`.
 * @param next offset of the smoothed row `t + 1` in `gamma`.
 * @param into offset of the smoothed row `t` in `gamma`; may be `next`.
 * @param counts receives the expected transitions between the two rows.
 */
export function stepBack(
  { chain, transposed, predicted, ratio, back }: Backward,
  alpha: Float64Array,
  at: number,
  gamma: Float64Array,
  next: number,
  into: number,
  counts?: TransitionCounts,
): void {
  const { states, transition } = chain;
  multiply(alpha, at, transition, predicted);
  // A state that was impossible before its row gets no weight back: only rescued rows have such states.
  for (let j = 0; j < states; j++) ratio[j] = predicted[j]! > 0 ? gamma[next + j]! / predicted[j]! : 0;
  multiply(ratio, 0, transposed, back);
  let sum = 0;
  for (let i = 0; i < states; i++) {
    const value = alpha[at + i]! * back[i]!;
    gamma[into + i] = value;
    sum += value;
  }
  if (!(sum > 0)) {
    // No state leads to the next row: that row was filtered without a past, so it does not affect this one.
    for (let i = 0; i < states; i++) gamma[into + i] = alpha[at + i]!;
    return;
  }
  const scale = 1 / sum;
  for (let i = 0; i < states; i++) gamma[into + i] = gamma[into + i]! * scale;
  if (counts === undefined) return;
  const { stride } = transition;
  const { weights, ratios, rows } = counts;
  for (let i = 0; i < states; i++) weights[rows * stride + i] = alpha[at + i]! * scale;
  for (let j = 0; j < states; j++) ratios[rows * stride + j] = ratio[j]!;
  counts.rows++;
  if (counts.rows === BLOCK) settle(counts);
}

/**
 * Smooths a series in place, from its last row, which `gamma` already contains, back to the first.
 *
 * @param alpha filtered probabilities, row by row.
 * @param length number of rows.
 * @param counts receives the expected transitions between all rows; complete without {@link settle}.
 * @example
 * const chain = createChain([0.5, 0.5], [[0.9, 0.1], [0.1, 0.9]]);
 * const alpha = Float64Array.of(0.5, 0.5, 1, 0); // two filtered rows
 * const gamma = alpha.slice();
 * smoothRows(createBackward(chain), alpha, 2, gamma);
 * gamma[0].toFixed(3); // → '0.900'
 */
export function smoothRows(
  backward: Backward,
  alpha: Float64Array,
  length: number,
  gamma: Float64Array,
  counts?: TransitionCounts,
): void {
  const { chain, transposed } = backward;
  const { states, transition } = chain;
  const kernels = kernelsInUse();
  if (kernels !== undefined) {
    // The sums have the chain's stride, which equals the number of states wherever a kernel runs.
    const [rows, columns] = [unpadded(transition), unpadded(transposed)];
    if (kernels.smoothBackward(states, rows, columns, alpha, length, gamma, counts?.sums)) return;
  }
  for (let t = length - 2; t >= 0; t--) {
    stepBack(backward, alpha, t * states, gamma, (t + 1) * states, t * states, counts);
  }
  if (counts !== undefined) settle(counts);
}

/** Expected transitions, summed a block of steps at a time. */
export interface TransitionCounts {
  /** Sums over `A_ij`, with the chain's stride; complete after {@link settle}. */
  readonly sums: Float64Array;
  /** Distance between rows of `sums`. */
  readonly stride: number;
  /** Pending steps; each contributes `weights_i · ratios_j`. */
  readonly weights: Float64Array;
  readonly ratios: Float64Array;
  rows: number;
}

/**
 * Creates zero counts.
 * @example
 * createTransitionCounts(model.hmm.chain).sums.every((sum) => sum === 0); // → true
 */
export function createTransitionCounts({ transition: { stride } }: Chain): TransitionCounts {
  const table = (): Float64Array => new Float64Array(BLOCK * stride);
  return { sums: new Float64Array(stride * stride), stride, weights: table(), ratios: table(), rows: 0 };
}

/** Adds the pending steps, two rows of the sums and six columns at a time. */
export function settle(counts: TransitionCounts): void {
  const { sums, stride, weights, ratios, rows } = counts;
  counts.rows = 0;
  for (let i = 0; i < stride; i += 2) {
    for (let j = 0; j < stride; j += 6) {
      const [above, below] = [i * stride + j, (i + 1) * stride + j];
      let a0 = sums[above]!;
      let a1 = sums[above + 1]!;
      let a2 = sums[above + 2]!;
      let a3 = sums[above + 3]!;
      let a4 = sums[above + 4]!;
      let a5 = sums[above + 5]!;
      let b0 = sums[below]!;
      let b1 = sums[below + 1]!;
      let b2 = sums[below + 2]!;
      let b3 = sums[below + 3]!;
      let b4 = sums[below + 4]!;
      let b5 = sums[below + 5]!;
      for (let t = 0, from = i, to = j; t < rows; t++, from += stride, to += stride) {
        const a = weights[from]!;
        const b = weights[from + 1]!;
        const r0 = ratios[to]!;
        a0 += a * r0;
        b0 += b * r0;
        const r1 = ratios[to + 1]!;
        a1 += a * r1;
        b1 += b * r1;
        const r2 = ratios[to + 2]!;
        a2 += a * r2;
        b2 += b * r2;
        const r3 = ratios[to + 3]!;
        a3 += a * r3;
        b3 += b * r3;
        const r4 = ratios[to + 4]!;
        a4 += a * r4;
        b4 += b * r4;
        const r5 = ratios[to + 5]!;
        a5 += a * r5;
        b5 += b * r5;
      }
      sums.set([a0, a1, a2, a3, a4, a5], above);
      sums.set([b0, b1, b2, b3, b4, b5], below);
    }
  }
}
