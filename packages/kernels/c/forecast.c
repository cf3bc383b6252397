// Labels of filtered rows, and their forecasts: the chain's prediction, the inputs of a logistic head, its softmax. Lanes are
// two rows, so that exponentials and logs need no shuffles; rows pass in parts whose columns stay in the first-level cache, a
// column at a time, so that constants stay in registers. `predict.ts`, `inputs.ts` and `logistic.ts` of the nowcast.
#include "elementary.h"

#define REGIMES 6
/** Features, logs of the labels now, one mark for the published label, logs of the labels ahead. */
#define NOW_AT FEATURES
#define MARKS_AT (NOW_AT + REGIMES)
#define AHEAD_AT (MARKS_AT + REGIMES)
#define INPUTS (AHEAD_AT + REGIMES)
#define HORIZONS 2
/** Rows of a part. */
#define PART 64
/** Keeps the log of a probability finite. */
#define LOG_OFFSET 1e-4

/** In: probabilities of the filter's states, row by row, and features, column by column. */
extern double PROBABILITIES[STRETCH * STATES], FEATURE_ROWS[FEATURES * STRIDE];
/** In: label of every state. Out: probabilities of the labels, row by row. */
EXPORT double LABEL_OF[STATES] ALIGNED, LABEL_ROWS[BLOCK * REGIMES] ALIGNED;
/** In: the published label of every row. */
EXPORT double PUBLISHED[BLOCK] ALIGNED;
/** Of each horizon: powers of the transition matrix, and the numbers of its head; weights input by input. */
EXPORT double POWERS[HORIZONS * STATES * STATES] ALIGNED, CENTRES_OF_INPUTS[HORIZONS * INPUTS] ALIGNED;
EXPORT double SCALES_OF_INPUTS[HORIZONS * INPUTS] ALIGNED, HEAD_WEIGHTS[HORIZONS * INPUTS * REGIMES] ALIGNED;
EXPORT double INTERCEPTS[HORIZONS * REGIMES] ALIGNED;
/** Out: probabilities of the labels ahead, row by row. */
EXPORT double FORECASTS[BLOCK * REGIMES] ALIGNED;

/** Columns of all parts, one part after another: filtered probabilities by state, logs of the labels. */
static double states_now[STATES * BLOCK] ALIGNED, logs_now[REGIMES * BLOCK] ALIGNED;
/** Columns of the part in hand. */
static double states_ahead[STATES * PART] ALIGNED, inputs[INPUTS * PART] ALIGNED, logits[REGIMES * PART] ALIGNED;

/** Sums of the probabilities of states by label, and their logs. @param sums takes the sums; may be left out. */
static void take_labels(const double *from, int states, double *sums, double *to) {
  for (int i = 0; i < REGIMES * PART; i += 2) store(to + i, both(0));
  for (int k = 0; k < states; k++, from += PART) {
    double *sum = to + (int)LABEL_OF[k] * PART;
    for (int t = 0; t < PART; t += 2) store(sum + t, load(sum + t) + load(from + t));
  }
  for (int t = 0; sums && t < PART; t += 2)
#pragma unroll
    for (int k = 0; k < REGIMES; k += 2) {
      lanes a = load(to + k * PART + t), b = load(to + (k + 1) * PART + t);
      store(sums + t * REGIMES + k, firsts(a, b));
      store(sums + (t + 1) * REGIMES + k, seconds(a, b));
    }
  for (int i = 0; i < REGIMES * PART; i += 2) store(to + i, load(to + i) + both(LOG_OFFSET));
  take_logs(to, REGIMES * PART);
}

/** Labels of the rows of the block. */
EXPORT void labelBlock(int rows, int states) {
  for (int from = 0; from < rows; from += PART) {
    double *now = states_now + from * STATES;
    const double *row = PROBABILITIES + from * states;
    for (int t = 0; t < PART; t += 2, row += 2 * states)
      for (int k = 0; k < states; k += 2) {
        lanes a = load(row + k), b = load(row + states + k);
        store(now + k * PART + t, firsts(a, b));
        store(now + (k + 1) * PART + t, seconds(a, b));
      }
    take_labels(now, states, LABEL_ROWS + from * REGIMES, logs_now + from * REGIMES);
  }
}

/**
 * Products of the rows of a part with a matrix: four rows and three columns at a time, so that a number of it is loaded once.
 */
static void multiply_part(const double *from, int count, const double *matrix, int columns, double *to) {
  for (int t = 0; t < PART; t += 4)
    for (int j = 0; j < columns; j += 3) {
      lanes a0 = both(0), a1 = both(0), a2 = both(0), b0 = both(0), b1 = both(0), b2 = both(0);
      const double *p = matrix + j, *row = from + t;
      for (int i = 0; i < count; i++, p += columns, row += PART) {
        lanes x = load(row), y = load(row + 2), w = spread(p);
        a0 += x * w;
        b0 += y * w;
        w = spread(p + 1);
        a1 += x * w;
        b1 += y * w;
        w = spread(p + 2);
        a2 += x * w;
        b2 += y * w;
      }
      double *out = to + j * PART + t;
      store(out, a0);
      store(out + 2, b0);
      store(out + PART, a1);
      store(out + PART + 2, b1);
      store(out + 2 * PART, a2);
      store(out + 2 * PART + 2, b2);
    }
}

/** Softmax of the logits of a part, whose first `rows` rows count. @returns whether one of those is too far below the largest. */
static int softmax(int rows, const double *intercepts, double temperature, double *out) {
  double tops[PART];
  for (int k = 0; k < REGIMES; k++) {
    lanes intercept = spread(intercepts + k);
    for (int t = 0; t < PART; t += 2) {
      lanes x = (intercept + load(logits + k * PART + t)) / both(temperature);
      store(logits + k * PART + t, x);
      store(tops + t, k == 0 ? x : larger(load(tops + t), x));
    }
  }
  // A logit that is no number, or infinite, is bad too: an input was, for whatever is added to one stays so.
  int usable = 1;
  for (int k = 0; k < REGIMES; k++) {
    double *column = logits + k * PART;
    for (int t = 0; t < rows; t += 2) store(column + t, load(column + t) - load(tops + t));
    usable &= take_exponentials(column, rows);
  }
  for (int t = 0; t < PART; t += 2) {
    lanes sum = load(logits + t);
#pragma unroll
    for (int k = 1; k < REGIMES; k++) sum += load(logits + k * PART + t);
#pragma unroll
    for (int k = 0; k < REGIMES; k += 2) {
      lanes a = load(logits + k * PART + t) / sum, b = load(logits + (k + 1) * PART + t) / sum;
      store(out + t * REGIMES + k, firsts(a, b));
      store(out + (t + 1) * REGIMES + k, seconds(a, b));
    }
  }
  return !usable;
}

/**
 * Forecasts of `rows` rows, an even number, whose labels were asked for before.
 *
 * @returns 1 where an input is missing or infinite, or a logit is too far below the largest; forecasts then mean nothing.
 */
EXPORT int forecastBlock(int rows, int states, int horizon, double temperature) {
  const double *middles = CENTRES_OF_INPUTS + horizon * INPUTS, *scales = SCALES_OF_INPUTS + horizon * INPUTS;
  int bad = 0;
  for (int from = 0; from < rows; from += PART) {
    multiply_part(states_now + from * STATES, states, POWERS + horizon * STATES * STATES, states, states_ahead);
    take_labels(states_ahead, states, 0, inputs + AHEAD_AT * PART);
    for (int i = 0; i < INPUTS; i++) {
      lanes middle = spread(middles + i), scale = spread(scales + i);
      lanes mark = both(i - MARKS_AT), marked = (both(1) - middle) / scale, unmarked = (both(0) - middle) / scale;
      const double *column = i < NOW_AT      ? FEATURE_ROWS + i * STRIDE + from
                             : i < MARKS_AT  ? logs_now + from * REGIMES + (i - NOW_AT) * PART
                             : i < AHEAD_AT  ? PUBLISHED + from
                                             : inputs + i * PART;
      double *to = inputs + i * PART;
      if (column == PUBLISHED + from)
        for (int t = 0; t < PART; t += 2) store(to + t, choose(load(column + t) == mark, marked, unmarked));
      else
        for (int t = 0; t < PART; t += 2) store(to + t, (load(column + t) - middle) / scale);
    }
    multiply_part(inputs, INPUTS, HEAD_WEIGHTS + horizon * INPUTS * REGIMES, REGIMES, logits);
    int left = rows - from;
    bad |= softmax(left < PART ? left : PART, INTERCEPTS + horizon * REGIMES, temperature, FORECASTS + from * REGIMES);
  }
  return bad;
}
