// The backward recursion on filtered probabilities: `backward.ts` of the nowcast, its two rare cases included.
#include "chain.h"

extern double TRANSITION[];
/** The transition matrix, transposed. */
EXPORT double TRANSPOSED[STATES * STATES] ALIGNED;
/** In: filtered rows. Out: smoothed rows. LATER: the smoothed row after the block, and after the call its first one. */
EXPORT double FILTERED[BLOCK * STATES] ALIGNED, SMOOTHED[BLOCK * STATES] ALIGNED, LATER[STATES] ALIGNED;
/** Expected transitions over `A_ij`, of all blocks since the caller cleared them. */
EXPORT double COUNTS[STATES * STATES] ALIGNED;

static double from[BLOCK * STATES] ALIGNED, to[BLOCK * STATES] ALIGNED;

/** Adds `from · to` of the steps that wait: two rows of the sums and six columns at a time. */
INLINE void settle(int steps, const int states) {
  for (int i = 0; i < states; i += 2)
    for (int j = 0; j < states; j += 6) {
      double *above = COUNTS + i * states + j, *below = above + states;
      lanes a0 = load(above), a1 = load(above + 2), a2 = load(above + 4);
      lanes b0 = load(below), b1 = load(below + 2), b2 = load(below + 4);
      for (int t = 0; t < steps; t++) {
        lanes a = spread(from + t * states + i), b = spread(from + t * states + i + 1);
        const double *at = to + t * states + j;
        lanes r0 = load(at), r1 = load(at + 2), r2 = load(at + 4);
        a0 += a * r0, a1 += a * r1, a2 += a * r2;
        b0 += b * r0, b1 += b * r1, b2 += b * r2;
      }
      store(above, a0), store(above + 2, a1), store(above + 4, a2);
      store(below, b0), store(below + 2, b1), store(below + 4, b2);
    }
}

INLINE void step_back(int rows, int counts, const int states) {
  const int pairs = states / 2;
  int steps = 0;
  lanes later[STATES / 2], alpha[STATES / 2], predicted[STATES / 2], ratio[STATES / 2], back[STATES / 2];
#pragma unroll
  for (int j = 0; j < pairs; j++) later[j] = load(LATER + 2 * j);
  for (int t = rows - 1; t >= 0; t--) {
#pragma unroll
    for (int j = 0; j < pairs; j++) alpha[j] = load(FILTERED + t * states + 2 * j);
    multiply(alpha, TRANSITION, predicted, states);
    // A state that was impossible before its row gets nothing back.
#pragma unroll
    for (int j = 0; j < pairs; j++) ratio[j] = where(predicted[j] > both(0), later[j] / predicted[j]);
    multiply(ratio, TRANSPOSED, back, states);
#pragma unroll
    for (int j = 0; j < pairs; j++) later[j] = alpha[j] * back[j];
    double sum = sum_of(later, states);
    if (sum > 0) {
      lanes scale = both(1 / sum);
#pragma unroll
      for (int j = 0; j < pairs; j++) {
        later[j] *= scale;
        store(from + steps * states + 2 * j, alpha[j] * scale);
        store(to + steps * states + 2 * j, ratio[j]);
      }
      steps++;
    } else {
      // The next row was filtered without a past, so it has no say about this one.
#pragma unroll
      for (int j = 0; j < pairs; j++) later[j] = alpha[j];
    }
#pragma unroll
    for (int j = 0; j < pairs; j++) store(SMOOTHED + t * states + 2 * j, later[j]);
  }
#pragma unroll
  for (int j = 0; j < pairs; j++) store(LATER + 2 * j, later[j]);
  if (counts) settle(steps, states);
}

/** Smooths a block of at most 256 rows, the last one first; adds to COUNTS when `counts` is not 0. */
EXPORT void backwardBlock(int rows, int states, int counts) {
  if (states == 6) step_back(rows, counts, 6);
  else step_back(rows, counts, 12);
}
