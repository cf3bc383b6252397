/**
 * The backward recursion on filtered probabilities, without a second look at the rows:
 * `γ_t(i) = α_t(i)·Σ_j A_ij·γ_{t+1}(j)/pred_{t+1}(j)`.
 *
 * @source C.-J. Kim, Dynamic linear models with Markov-switching, Journal of Econometrics 60, 1994.
 */

import { createChain, multiply, type Chain, type PaddedMatrix } from './chain.ts';

/** Memory of the recursion. */
export interface Backward {
  readonly chain: Chain;
  readonly transposed: PaddedMatrix;
  readonly predicted: Float64Array;
  readonly ratio: Float64Array;
  readonly back: Float64Array;
}

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
 * One step back: the smoothed row `t` from the filtered row `t` and the smoothed row `t + 1`.
 *
 * @param at where the filtered row begins in `alpha`.
 * @param next where the smoothed row `t + 1` begins in `gamma`.
 * @param into where the smoothed row `t` goes in `gamma`; may be `next`.
 * @param counts adds the expected transitions between the two rows over `A_ij`, with the chain's stride.
 */
export function stepBack(
  { chain, transposed, predicted, ratio, back }: Backward,
  alpha: Float64Array,
  at: number,
  gamma: Float64Array,
  next: number,
  into: number,
  counts?: Float64Array,
): void {
  const { states, transition } = chain;
  multiply(alpha, at, transition, predicted);
  // A state that was impossible before its row gets nothing back: only a rescued row has such states.
  for (let j = 0; j < states; j++) ratio[j] = predicted[j]! > 0 ? gamma[next + j]! / predicted[j]! : 0;
  multiply(ratio, 0, transposed, back);
  let sum = 0;
  for (let i = 0; i < states; i++) {
    const value = alpha[at + i]! * back[i]!;
    gamma[into + i] = value;
    sum += value;
  }
  if (!(sum > 0)) {
    // Nothing leads from here to the next row: it was filtered without a past, so it has no say about this row.
    for (let i = 0; i < states; i++) gamma[into + i] = alpha[at + i]!;
    return;
  }
  const scale = 1 / sum;
  for (let i = 0; i < states; i++) gamma[into + i] = gamma[into + i]! * scale;
  if (counts === undefined) return;
  const { stride } = transition;
  for (let i = 0; i < states; i++) {
    const weight = alpha[at + i]! * scale;
    for (let j = 0, cell = i * stride; j < states; j++, cell++) counts[cell] = counts[cell]! + weight * ratio[j]!;
  }
}
