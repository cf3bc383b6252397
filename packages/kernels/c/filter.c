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

static double deviations[FEATURES * BLOCK] ALIGNED, logs[STATES * BLOCK] ALIGNED;
static double weights[BLOCK * STATES] ALIGNED, shifts[BLOCK] ALIGNED;

/** Above this, infinite and missing included, the caller filters the block in JavaScript. */
#define WIDEST 1e290
#define LEAST_NORMAL 2.2250738585072014e-308

/**
 * Adds squares `begin…end` of W·(x − mean) to the distances of all rows; W is lower triangular. So few of its rows at a time
 * that their factors stay in registers: loading them again for every two rows costs as much as the products.
 */
INLINE void add_squares(const double *factor, const double *mean, int rows, double *out, const int begin, const int end) {
  for (int t = 0; t < rows; t += 2) {
    lanes y[FEATURES], sum = begin > 0 ? load(out + t) : both(0);
#pragma unroll
    for (int j = 0; j < FEATURES; j++)
      if (j < begin) y[j] = load(deviations + j * BLOCK + t);
      else if (j < end)
        store(deviations + j * BLOCK + t, y[j] = load(FEATURE_ROWS + j * BLOCK + t) - spread(mean + j));
#pragma unroll
    for (int i = 0; i < FEATURES; i++)
      if (i >= begin && i < end) {
        lanes z = spread(factor + i * FEATURES) * y[0];
#pragma unroll
        for (int j = 1; j < FEATURES; j++)
          if (j <= i) z += spread(factor + i * FEATURES + j) * y[j];
        sum += z * z;
      }
    store(out + t, sum);
  }
}

/** The same, all of it, where W is diagonal: what it leaves out are products with 0. */
INLINE void add_diagonal(const double *factor, const double *mean, int rows, double *out) {
  for (int t = 0; t < rows; t += 2) {
    lanes sum = both(0);
#pragma unroll
    for (int i = 0; i < FEATURES; i++) {
      lanes z = spread(factor + i * (FEATURES + 1)) * (load(FEATURE_ROWS + i * BLOCK + t) - spread(mean + i));
      sum += z * z;
    }
    store(out + t, sum);
  }
}

/** Squared distances of all rows, an even number. @returns whether all are of a usable size. */
static int measure(int rows, int states, int diagonal) {
  mask bad = {0, 0};
  for (int k = 0; k < states; k++) {
    const double *factor = FACTORS + k * FEATURES * FEATURES, *mean = MEANS + k * FEATURES;
    double *out = DISTANCES + k * BLOCK;
    if (diagonal) add_diagonal(factor, mean, rows, out);
    else {
      add_squares(factor, mean, rows, out, 0, 4);
      add_squares(factor, mean, rows, out, 4, 6);
      add_squares(factor, mean, rows, out, 6, 7);
      add_squares(factor, mean, rows, out, 7, 8);
    }
    for (int t = 0; t < rows; t += 2) bad |= ~(load(out + t) < both(WIDEST));
  }
  return !any(bad);
}

/** Weights and shifts of two rows from their log densities. */
INLINE void weigh(int t, const int states) {
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

/**
 * The recursion. It waits for its sums and its division; the exponentials of the rows ahead, on which nothing waits, are
 * computed meanwhile, where there are registers for both.
 *
 * @returns 0 when some row had been ruled out by every state with a prior.
 */
INLINE int recur(int rows, int started, const int states) {
  const int pairs = states / 2;
  lanes alpha[STATES / 2], joint[STATES / 2];
#pragma unroll
  for (int j = 0; j < pairs; j++) alpha[j] = load(ALPHA + 2 * j);
  if (states > 6)
    for (int t = 0; t < rows; t += 2) weigh(t, states);
  for (int t = 0; t < rows; t++) {
    if (states == 6 && t % 2 == 0) weigh(t, states);
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
  if (!(states == 6 ? recur(rows, started, 6) : recur(rows, started, 12))) return 1;
  for (int t = 0; t < rows; t += 2) {
    lanes sum = load(LIKELIHOODS + t);
    mask above = sum >= both(1);
    lanes log = log_above_one(choose(above, sum, both(1) / sum));
    store(LIKELIHOODS + t, load(shifts + t) + choose(above, log, -log));
  }
  return 0;
}
