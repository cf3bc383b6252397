// The forward filter of a block of rows: distances, logs, the largest, exponentials, the recursion; `emission.ts` and
// `chain.ts` of the nowcast in one pass over memory that stays in the first-level cache.
#include "chain.h"
#include "exponential.h"

EXPORT double ROOTS[64], INVERSES[128], LOGS[128];
/** The law: inverse Cholesky factors row-major, means, peaks, and the transition matrix. */
EXPORT double FACTORS[STATES * FEATURES * FEATURES], MEANS[STATES * FEATURES], PEAKS[STATES];
EXPORT double TRANSITION[STATES * STATES] ALIGNED;
/** In: features, column by column. Out: filtered probabilities row by row, log likelihoods, squared distances by state. */
EXPORT double FEATURE_ROWS[FEATURES * BLOCK] ALIGNED, PROBABILITIES[BLOCK * STATES] ALIGNED, LIKELIHOODS[BLOCK] ALIGNED;
EXPORT double DISTANCES[STATES * BLOCK] ALIGNED;
/** Probabilities after the row before the block; the initial ones before the first. */
EXPORT double ALPHA[STATES] ALIGNED;

static double logs[STATES * BLOCK] ALIGNED, weights[BLOCK * STATES] ALIGNED, shifts[BLOCK] ALIGNED;

/** Above this, infinite and missing included, the caller filters the block in JavaScript. */
#define WIDEST 1e290
#define LEAST_NORMAL 2.2250738585072014e-308

/** |W·(x − mean)|² of two rows; W is lower triangular. */
INLINE lanes full_distance(const double *factor, const double *mean, const double *x) {
  lanes y[FEATURES], sum;
#pragma unroll
  for (int i = 0; i < FEATURES; i++) y[i] = load(x + i * BLOCK) - spread(mean + i);
#pragma unroll
  for (int i = 0; i < FEATURES; i++) {
    lanes z = spread(factor + i * FEATURES) * y[0];
#pragma unroll
    for (int j = 1; j <= i; j++) z += spread(factor + i * FEATURES + j) * y[j];
    sum = i == 0 ? z * z : sum + z * z;
  }
  return sum;
}

/** The same where W is diagonal: what it leaves out are products with 0. */
INLINE lanes diagonal_distance(const double *factor, const double *mean, const double *x) {
  lanes sum;
#pragma unroll
  for (int i = 0; i < FEATURES; i++) {
    lanes z = spread(factor + i * (FEATURES + 1)) * (load(x + i * BLOCK) - spread(mean + i));
    sum = i == 0 ? z * z : sum + z * z;
  }
  return sum;
}

/** Squared distances of all rows, a multiple of four. @returns whether all are of a usable size. */
static int measure(int rows, int states, int diagonal) {
  mask bad = {0, 0};
  for (int k = 0; k < states; k++) {
    const double *factor = FACTORS + k * FEATURES * FEATURES, *mean = MEANS + k * FEATURES;
    double *out = DISTANCES + k * BLOCK;
    for (int t = 0; t < rows; t += 4) {
      const double *x = FEATURE_ROWS + t;
      lanes a = diagonal ? diagonal_distance(factor, mean, x) : full_distance(factor, mean, x);
      lanes b = diagonal ? diagonal_distance(factor, mean, x + 2) : full_distance(factor, mean, x + 2);
      bad |= ~(a < both(WIDEST)) | ~(b < both(WIDEST));
      store(out + t, a);
      store(out + t + 2, b);
    }
  }
  return !any(bad);
}

/** Weights and shifts of all rows from their log densities. */
static void weigh(int rows, int states) {
  for (int t = 0; t < rows; t += 2) {
    lanes top = load(logs + t);
    for (int k = 1; k < states; k++) top = larger(top, load(logs + k * BLOCK + t));
    store(shifts + t, top);
    for (int k = 0; k < states; k += 2) {
      lanes a = exp_of_negative(load(logs + k * BLOCK + t) - top);
      lanes b = exp_of_negative(load(logs + (k + 1) * BLOCK + t) - top);
      store(weights + t * states + k, firsts(a, b));
      store(weights + (t + 1) * states + k, seconds(a, b));
    }
  }
}

/** The recursion. @returns 0 when some row had been ruled out by every state with a prior. */
INLINE int recur(int rows, int started, const int states) {
  const int pairs = states / 2;
  lanes alpha[STATES / 2], joint[STATES / 2];
#pragma unroll
  for (int j = 0; j < pairs; j++) alpha[j] = load(ALPHA + 2 * j);
  for (int t = 0; t < rows; t++) {
    if (started | t) multiply(alpha, TRANSITION, joint, states);
    else
      for (int j = 0; j < pairs; j++) joint[j] = alpha[j];
#pragma unroll
    for (int j = 0; j < pairs; j++) joint[j] *= load(weights + t * states + 2 * j);
    double sum = sum_of(joint, states);
    if (sum < LEAST_NORMAL) return 0;
    lanes scale = both(1 / sum);
#pragma unroll
    for (int j = 0; j < pairs; j++) store(PROBABILITIES + t * states + 2 * j, alpha[j] = joint[j] * scale);
    LIKELIHOODS[t] = sum;
  }
#pragma unroll
  for (int j = 0; j < pairs; j++) store(ALPHA + 2 * j, alpha[j]);
  return 1;
}

/**
 * Filters a block. `padded` is `rows` up to a multiple of four, filled with usable features. The log density of a state is
 * `peak − power·ln(1 + scale·distance)`, or `peak − power·distance` with a scale of 0: the Gaussian.
 *
 * @returns 0, or 1 with ALPHA as it was where the caller has to filter the block itself.
 */
EXPORT int filterBlock(int rows, int padded, int states, int diagonal, double power, double scale, int started) {
  if (!measure(padded, states, diagonal)) return 1;
  for (int k = 0; k < states; k++) {
    lanes peak = spread(PEAKS + k);
    const double *from = DISTANCES + k * BLOCK;
    double *to = logs + k * BLOCK;
    if (scale == 0)
      for (int t = 0; t < padded; t += 2) store(to + t, peak - both(power) * load(from + t));
    else
      for (int t = 0; t < padded; t += 2)
        store(to + t, peak - both(power) * log_above_one(both(1) + both(scale) * load(from + t)));
  }
  weigh(padded, states);
  if (!(states == 6 ? recur(rows, started, 6) : recur(rows, started, 12))) return 1;
  for (int t = 0; t < rows; t += 2) {
    lanes sum = load(LIKELIHOODS + t);
    mask above = sum >= both(1);
    lanes log = log_above_one(choose(above, sum, both(1) / sum));
    store(LIKELIHOODS + t, load(shifts + t) + choose(above, log, -log));
  }
  return 0;
}
