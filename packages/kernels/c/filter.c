// The forward filter of a block of rows: distances, logs, the largest, exponentials, the recursion; `emission.ts` and
// `chain.ts` of the nowcast in one pass over memory that stays in the first-level cache.
#include "chain.h"
#include "exponential.h"

EXPORT double ROOTS[64], INVERSES[128], LOGS[128];
/**
 * The law: of each state `PARTS` numbers, every one in both lanes. Four means, the first four numbers of the rows of the inverse
 * Cholesky factor in turn, the other four means, and what is left of the last four rows. A diagonal one: a mean and its number
 * eight times. The machine adds the offset of a load that spreads a number apart, and spills the sums; that of a plain load
 * is part of the instruction.
 */
#define PARTS 44
EXPORT double LAW[STATES * PARTS * 2] ALIGNED, PEAKS[STATES];
/** The transition matrix. */
EXPORT double TRANSITION[STATES * STATES] ALIGNED;
/** In: features, column by column. Out: filtered probabilities row by row, log likelihoods. */
EXPORT double FEATURE_ROWS[FEATURES * STRIDE] ALIGNED, PROBABILITIES[STRETCH * STATES] ALIGNED, LIKELIHOODS[STRETCH] ALIGNED;
/** Out: squared distances of the last block by state. */
EXPORT double DISTANCES[STATES * BLOCK] ALIGNED;
/** Probabilities after the row before; the initial ones before the first. */
EXPORT double ALPHA[STATES] ALIGNED;

/** Two rows more than a block has: the recursion of 6 states weighs two rows ahead. */
static double logs[STATES * BLOCK + 2] ALIGNED, sums[16] ALIGNED;
static double weights[(BLOCK + 2) * STATES] ALIGNED, shifts[BLOCK + 2] ALIGNED;

/** Above this, infinite and missing included, the caller filters the block in JavaScript. */
#define WIDEST 1e290
#define LEAST_NORMAL 2.2250738585072014e-308

/** Keeps stores and loads on their side of it, and so arithmetic near its loads: the machine has 15 registers to offer. */
#define IN_ORDER() __asm__ volatile("" ::: "memory")

/** Deviations of four rows from a mean. */
INLINE void deviate(const double *mean, const double *x, lanes *a, lanes *b) {
  lanes middle = load(mean);
  *a = load(x) - middle, *b = load(x + 2) - middle;
}

/**
 * Squares of W·(x − mean) of all rows, summed; W is lower triangular. Four rows at a time: first all products with the first
 * four deviations, then with the others, for eight deviations of four rows do not fit in registers. A sum that is stored at
 * every step ends that step.
 */
INLINE void add_squares(const double *law, const double *features, int rows, double *out) {
  const double *left = law + 8, *means = left + 52, *right = means + 8;
  for (int t = 0; t < rows; t += 4) {
    // One address for all columns: as sums of an index and the place of a column each would be added up anew.
    const double *x = features + t;
    __asm__("" : "+r"(x));
    lanes a[4], b[4], above, below;
#pragma unroll
    for (int i = 0; i < FEATURES; i++) {
      if (i < 4) deviate(law + 2 * i, x + i * STRIDE, a + i, b + i);
      const double *row = left + (i < 4 ? i * (i + 1) : 8 * i - 12);
      lanes factor = load(row), y = factor * a[0], z = factor * b[0];
#pragma unroll
      for (int j = 1; j < 4; j++)
        if (j <= i) factor = load(row + 2 * j), y += factor * a[j], z += factor * b[j];
      double *to = i < 4 ? out + t : sums + 4 * (i - 4);
      store(to, i == 0 ? above = y * y : i < 4 ? above += y * y : y);
      store(to + 2, i == 0 ? below = z * z : i < 4 ? below += z * z : z);
      IN_ORDER();
    }
#pragma unroll
    for (int i = 4; i < FEATURES; i++) {
      deviate(means + 2 * (i - 4), x + i * STRIDE, a + i - 4, b + i - 4);
      const double *row = right + (i - 4) * (i - 3), *begun = sums + 4 * (i - 4);
      lanes y = load(begun), z = load(begun + 2);
#pragma unroll
      for (int j = 0; j < 4; j++)
        if (j <= i - 4) {
          lanes factor = load(row + 2 * j);
          y += factor * a[j], z += factor * b[j];
        }
      store(out + t, above += y * y);
      store(out + t + 2, below += z * z);
      IN_ORDER();
    }
  }
}

/** The same where W is diagonal: what it leaves out are products with 0. */
INLINE void add_diagonal(const double *law, const double *features, int rows, double *out) {
  for (int t = 0; t < rows; t += 2) {
    lanes sum = both(0);
#pragma unroll
    for (int i = 0; i < FEATURES; i++) {
      lanes z = load(law + 4 * i + 2) * (load(features + i * STRIDE + t) - load(law + 4 * i));
      sum += z * z;
    }
    store(out + t, sum);
  }
}

/** Squared distances of a block, a multiple of four. */
static void measure(const double *features, int rows, int states, int diagonal) {
  for (int k = 0; k < states; k++) {
    const double *law = LAW + k * PARTS * 2;
    double *out = DISTANCES + k * BLOCK;
    if (diagonal) add_diagonal(law, features, rows, out);
    else add_squares(law, features, rows, out);
  }
}

/** Largest log densities of two rows, which are their shifts. */
INLINE lanes shift_of(int t, const int states) {
  lanes top = load(logs + t);
#pragma unroll
  for (int k = 1; k < states; k++) top = larger(top, load(logs + k * BLOCK + t));
  store(shifts + t, top);
  return top;
}

/** Weights of two rows under states k and k + 1. */
INLINE void weigh(int t, int k, lanes top, const int states) {
  lanes a = exp_of_negative(load(logs + k * BLOCK + t) - top);
  lanes b = exp_of_negative(load(logs + (k + 1) * BLOCK + t) - top);
  store(weights + t * states + k, firsts(a, b));
  store(weights + (t + 1) * states + k, seconds(a, b));
}

/** The recursion of 12 states; exponentials of rows ahead stand beside its chain of sums. @returns 0 when some row had been ruled out by every state with a prior. */
INLINE int recur_12(double *probabilities, double *likelihoods, int rows, int started) {
  enum { states = 12, pairs = states / 2 };
  lanes alpha[pairs], joint[pairs];
#pragma unroll
  for (int j = 0; j < pairs; j++) alpha[j] = load(ALPHA + 2 * j);
  lanes top = shift_of(0, states);
  for (int k = 0; k < states; k += 2) weigh(0, k, top, states);
  for (int t = 0; t < rows; t++) {
    if (started | t) multiply(alpha, TRANSITION, joint, states);
    else
      for (int j = 0; j < pairs; j++) joint[j] = alpha[j];
#pragma unroll
    for (int j = 0; j < pairs; j++) joint[j] *= load(weights + t * states + 2 * j);
    double sum = likelihoods[t] = sum_of(joint, states);
    const int ahead = (t | 1) + 1, half = (t & 1) * pairs;
    if (half == 0) top = shift_of(ahead, states);
    for (int k = half; k < half + pairs; k += 2) weigh(ahead, k, top, states);
    if (sum < LEAST_NORMAL) return 0;
    lanes scale = both(1 / sum);
#pragma unroll
    for (int j = 0; j < pairs; j++) store(probabilities + t * states + 2 * j, alpha[j] = joint[j] * scale);
  }
#pragma unroll
  for (int j = 0; j < pairs; j++) store(ALPHA + 2 * j, alpha[j]);
  return 1;
}

/** Two columns of six probabilities times the transition matrix, states in ascending order. */
INLINE lanes predicted(const lanes *p, const double *column) {
  lanes sum = both(0);
#pragma unroll
  for (int i = 0; i < 3; i++) {
    sum += first(p[i]) * load(column + 12 * i);
    sum += second(p[i]) * load(column + 12 * i + 6);
  }
  return sum;
}

/**
 * The recursion of 6 states, whose probabilities stay in registers. It waits for its sums and its division; exponentials of
 * the two rows ahead, on which nothing waits, stand between, near enough for the processor to compute them meanwhile.
 *
 * @returns 0 when some row had been ruled out by every state with a prior.
 */
INLINE int recur_6(double *probabilities, double *likelihoods, int rows, int started) {
  lanes p[3], top = shift_of(0, 6);
#pragma unroll
  for (int j = 0; j < 3; j++) p[j] = load(ALPHA + 2 * j);
  for (int k = 0; k < 6; k += 2) weigh(0, k, top, 6);
  for (int t = 0; t < rows; t += 2) {
#pragma unroll
    for (int other = 0; other < 2; other++) {
      const int at = t + other;
      if (started | at) {
        lanes x = predicted(p, TRANSITION), y = predicted(p, TRANSITION + 2);
        p[2] = predicted(p, TRANSITION + 4), p[0] = x, p[1] = y;
      }
#pragma unroll
      for (int j = 0; j < 3; j++) p[j] *= load(weights + at * 6 + 2 * j);
      double sum = likelihoods[at] = sum_of(p, 6);
      if (other) weigh(t + 2, 4, top, 6);
      else top = shift_of(t + 2, 6), weigh(t + 2, 0, top, 6);
      // The last row may have no other.
      if (!other || at < rows) {
        if (sum < LEAST_NORMAL) return 0;
        lanes scale = both(1 / sum);
#pragma unroll
        for (int j = 0; j < 3; j++) store(probabilities + at * 6 + 2 * j, p[j] *= scale);
      }
      if (!other) weigh(t + 2, 2, top, 6);
    }
  }
  // Not those in registers: after an odd number of rows they are those of a row beyond the last.
  for (int j = 0; j < 6; j += 2) store(ALPHA + j, load(probabilities + (rows - 1) * 6 + j));
  return 1;
}

/** A block from a row on. @returns whether it has nothing rare; ALPHA is as it was otherwise. */
static int filter_block(int from, int rows, int states, int diagonal, double power, double scale, int started) {
  const int padded = (rows + 3) & ~3;
  measure(FEATURE_ROWS + from, padded, states, diagonal);
  mask usable = {-1, -1};
  for (int k = 0; k < states; k++) {
    lanes peak = spread(PEAKS + k);
    const double *distances = DISTANCES + k * BLOCK;
    double *to = logs + k * BLOCK;
    if (scale == 0)
      for (int t = 0; t < padded; t += 2) {
        lanes distance = load(distances + t);
        usable &= distance < both(WIDEST);
        store(to + t, peak - both(power) * distance);
      }
    else {
      for (int t = 0; t < padded; t += 2) {
        lanes distance = load(distances + t);
        usable &= distance < both(WIDEST);
        split(t, both(1) + both(scale) * distance);
      }
      for (int t = 0; t < padded; t += 2) store(to + t, peak - both(power) * log_at(t));
    }
  }
  if (any(~usable)) return 0;
  double *probabilities = PROBABILITIES + from * states, *likelihoods = LIKELIHOODS + from;
  if (!(states == 6 ? recur_6(probabilities, likelihoods, rows, started) : recur_12(probabilities, likelihoods, rows, started)))
    return 0;
  for (int t = 0; t < rows; t += 2) {
    lanes sum = load(likelihoods + t);
    split(t, choose(sum >= both(1), sum, both(1) / sum));
  }
  for (int t = 0; t < rows; t += 2) {
    lanes log = log_at(t);
    store(likelihoods + t, load(shifts + t) + choose(load(likelihoods + t) >= both(1), log, -log));
  }
  return 1;
}

/**
 * Filters rows block by block, `STRETCH` at most; up to a multiple of four behind them stand usable features. The log
 * density of a state is `peak − power·ln(1 + scale·distance)`, or `peak − power·distance` with a scale of 0: the Gaussian.
 *
 * @returns how many rows: all, or those of the blocks before one that the caller has to filter.
 */
EXPORT int filterRows(int rows, int states, int diagonal, double power, double scale, int started) {
  int from = 0;
  for (int left; (left = rows - from) > 0; from += BLOCK, started = 1) {
    if (!filter_block(from, left < BLOCK ? left : BLOCK, states, diagonal, power, scale, started)) return from;
  }
  return rows;
}
