// Labels of filtered rows, and their forecasts: the chain's prediction, the inputs of a logistic head, its softmax. Lanes are
// two rows, so that exponentials and logs need no shuffles. `predict.ts`, `inputs.ts` and `logistic.ts` of the nowcast.
#include "elementary.h"

#define REGIMES 6
/** Features, logs of the labels now, one mark for the published label, logs of the labels ahead. */
#define NOW_AT FEATURES
#define MARKS_AT (NOW_AT + REGIMES)
#define AHEAD_AT (MARKS_AT + REGIMES)
#define INPUTS (AHEAD_AT + REGIMES)
#define HORIZONS 2
/** Keeps the log of a probability finite. */
#define LOG_OFFSET 1e-4

/** In: probabilities of the filter's states, row by row, and features, column by column. */
extern double PROBABILITIES[BLOCK * STATES], FEATURE_ROWS[FEATURES * BLOCK];
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

static double logs_now[REGIMES * BLOCK] ALIGNED;

/** Sums of `states` probabilities by label. */
INLINE void sum_labels(const lanes *probabilities, lanes *sums, int states) {
  for (int label = 0; label < REGIMES; label++) sums[label] = both(0);
  for (int k = 0; k < states; k++) sums[(int)LABEL_OF[k]] += probabilities[k];
}

/** Two rows of `REGIMES` numbers. */
INLINE void store_rows(double *at, const lanes *columns) {
#pragma unroll
  for (int k = 0; k < REGIMES; k += 2) {
    store(at + k, firsts(columns[k], columns[k + 1]));
    store(at + REGIMES + k, seconds(columns[k], columns[k + 1]));
  }
}

/** Two rows of filtered probabilities, state by state. */
INLINE void load_states(int t, lanes *out, int states) {
  for (int k = 0; k < states; k += 2) {
    lanes a = load(PROBABILITIES + t * states + k), b = load(PROBABILITIES + (t + 1) * states + k);
    out[k] = firsts(a, b);
    out[k + 1] = seconds(a, b);
  }
}

/** Labels of `rows` rows, an even number. */
EXPORT void labelBlock(int rows, int states) {
  for (int t = 0; t < rows; t += 2) {
    lanes filtered[STATES], sums[REGIMES];
    load_states(t, filtered, states);
    sum_labels(filtered, sums, states);
    store_rows(LABEL_ROWS + t * REGIMES, sums);
    for (int k = 0; k < REGIMES; k++) store(logs_now + k * BLOCK + t, natural_log(sums[k] + both(LOG_OFFSET)));
  }
}

/** Logs of the labels ahead of two rows. */
INLINE void logs_ahead(int t, const double *power, lanes *logs, int states) {
  lanes filtered[STATES], ahead[STATES], sums[REGIMES];
  load_states(t, filtered, states);
  for (int j = 0; j < states; j += 6) {
    lanes sum[6];
#pragma unroll
    for (int n = 0; n < 6; n++) sum[n] = both(0);
    for (int i = 0; i < states; i++) {
#pragma unroll
      for (int n = 0; n < 6; n++) sum[n] += filtered[i] * spread(power + i * states + j + n);
    }
#pragma unroll
    for (int n = 0; n < 6; n++) ahead[j + n] = sum[n];
  }
  sum_labels(ahead, sums, states);
  for (int k = 0; k < REGIMES; k++) logs[k] = natural_log(sums[k] + both(LOG_OFFSET));
}

/**
 * Forecasts of `rows` rows, an even number, whose labels were asked for before.
 *
 * @returns 1 where an input is missing or infinite, or a logit is too far below the largest; forecasts then mean nothing.
 */
EXPORT int forecastBlock(int rows, int states, int horizon, double temperature) {
  const double *power = POWERS + horizon * STATES * STATES, *weights = HEAD_WEIGHTS + horizon * INPUTS * REGIMES;
  const double *middle = CENTRES_OF_INPUTS + horizon * INPUTS, *scale = SCALES_OF_INPUTS + horizon * INPUTS;
  mask bad = {0, 0};
  for (int t = 0; t < rows; t += 2) {
    lanes inputs[INPUTS], logits[REGIMES], published = load(PUBLISHED + t), top, sum = both(0);
    for (int i = 0; i < FEATURES; i++) inputs[i] = load(FEATURE_ROWS + i * BLOCK + t);
    for (int k = 0; k < REGIMES; k++) {
      inputs[NOW_AT + k] = load(logs_now + k * BLOCK + t);
      inputs[MARKS_AT + k] = where(published == both(k), both(1));
    }
    logs_ahead(t, power, inputs + AHEAD_AT, states);
#pragma unroll
    for (int k = 0; k < REGIMES; k++) logits[k] = both(0);
    for (int i = 0; i < INPUTS; i++) {
      lanes z = (inputs[i] - spread(middle + i)) / spread(scale + i);
      bad |= ~(z < both(__builtin_inf())) | ~(-z < both(__builtin_inf()));
#pragma unroll
      for (int k = 0; k < REGIMES; k++) logits[k] += z * spread(weights + i * REGIMES + k);
    }
#pragma unroll
    for (int k = 0; k < REGIMES; k++) {
      logits[k] = (spread(INTERCEPTS + horizon * REGIMES + k) + logits[k]) / both(temperature);
      top = k == 0 ? logits[k] : larger(top, logits[k]);
    }
    for (int k = 0; k < REGIMES; k++) {
      lanes x = logits[k] - top;
      bad |= ~(x >= both(LEAST_EXPONENT));
      logits[k] = natural_exp(x);
      sum += logits[k];
    }
#pragma unroll
    for (int k = 0; k < REGIMES; k++) logits[k] /= sum;
    store_rows(FORECASTS + t * REGIMES, logits);
  }
  return any(bad);
}
