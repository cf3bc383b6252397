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
/** Filtered probabilities state by state, and the prediction of a horizon. */
static double states_now[STATES * BLOCK] ALIGNED, states_ahead[STATES * BLOCK] ALIGNED;
/** Standardised mark of a label that is published, and of one that is not. */
static double marked[REGIMES], unmarked[REGIMES];
static int label_of[STATES];

/** Two rows of `REGIMES` numbers. */
INLINE void store_rows(double *at, const lanes *columns) {
#pragma unroll
  for (int k = 0; k < REGIMES; k += 2) {
    store(at + k, firsts(columns[k], columns[k + 1]));
    store(at + REGIMES + k, seconds(columns[k], columns[k + 1]));
  }
}

/** Sums of the probabilities of two rows by label; of 12 states in pairs, those of a label stand side by side. */
INLINE void sum_labels(const double *probabilities, lanes *sums, int states, int paired) {
  if (paired) {
#pragma unroll
    for (int k = 0; k < REGIMES; k++) sums[k] = load(probabilities + 2 * k * BLOCK) + load(probabilities + (2 * k + 1) * BLOCK);
    return;
  }
  for (int k = 0; k < REGIMES; k++) sums[k] = both(0);
  for (int k = 0; k < states; k++) sums[label_of[k]] += load(probabilities + k * BLOCK);
}

/** Notes the label of every state. @returns whether states 2k and 2k + 1 are those of label k. */
static int note_labels(int states) {
  int paired = states == 2 * REGIMES;
  for (int k = 0; k < states; k++) {
    label_of[k] = (int)LABEL_OF[k];
    paired &= label_of[k] == k / 2;
  }
  return paired;
}

/** Labels of `rows` rows, an even number. */
EXPORT void labelBlock(int rows, int states) {
  int paired = note_labels(states);
  for (int t = 0; t < rows; t += 2) {
    lanes sums[REGIMES];
    for (int k = 0; k < states; k += 2) {
      lanes a = load(PROBABILITIES + t * states + k), b = load(PROBABILITIES + (t + 1) * states + k);
      store(states_now + k * BLOCK + t, firsts(a, b));
      store(states_now + (k + 1) * BLOCK + t, seconds(a, b));
    }
    sum_labels(states_now + t, sums, states, paired);
    store_rows(LABEL_ROWS + t * REGIMES, sums);
    for (int k = 0; k < REGIMES; k++) store(logs_now + k * BLOCK + t, natural_log(sums[k] + both(LOG_OFFSET)));
  }
}

/** States ahead of `rows` rows: four rows and three columns of the power at a time, so that a number of it is loaded once. */
static void predict(int rows, const double *power, int states) {
  for (int t = 0; t < rows; t += 4)
    for (int j = 0; j < states; j += 3) {
      lanes a0 = both(0), a1 = both(0), a2 = both(0), b0 = both(0), b1 = both(0), b2 = both(0);
      const double *p = power + j, *from = states_now + t;
      for (int i = 0; i < states; i++, p += states, from += BLOCK) {
        lanes x = load(from), y = load(from + 2), w = spread(p);
        a0 += x * w;
        b0 += y * w;
        w = spread(p + 1);
        a1 += x * w;
        b1 += y * w;
        w = spread(p + 2);
        a2 += x * w;
        b2 += y * w;
      }
      double *to = states_ahead + j * BLOCK + t;
      store(to, a0);
      store(to + 2, b0);
      store(to + BLOCK, a1);
      store(to + BLOCK + 2, b1);
      store(to + 2 * BLOCK, a2);
      store(to + 2 * BLOCK + 2, b2);
    }
}

/**
 * Forecasts of `rows` rows, an even number, whose labels were asked for before.
 *
 * @returns 1 where an input is missing or infinite, or a logit is too far below the largest; forecasts then mean nothing.
 */
EXPORT int forecastBlock(int rows, int states, int horizon, double temperature) {
  const double *weights = HEAD_WEIGHTS + horizon * INPUTS * REGIMES;
  const double *middle = CENTRES_OF_INPUTS + horizon * INPUTS, *scale = SCALES_OF_INPUTS + horizon * INPUTS;
  int paired = note_labels(states);
  mask bad = {0, 0};
  predict(rows, POWERS + horizon * STATES * STATES, states);
  for (int k = 0; k < REGIMES; k++) {
    marked[k] = (1 - middle[MARKS_AT + k]) / scale[MARKS_AT + k];
    unmarked[k] = (0 - middle[MARKS_AT + k]) / scale[MARKS_AT + k];
  }
  for (int t = 0; t < rows; t += 2) {
    lanes inputs[INPUTS], logits[REGIMES], published = load(PUBLISHED + t), top, sum = both(0);
#pragma unroll
    for (int k = 0; k < REGIMES; k++) logits[k] = both(0);
    for (int i = 0; i < FEATURES; i++) inputs[i] = load(FEATURE_ROWS + i * BLOCK + t);
    for (int k = 0; k < REGIMES; k++) inputs[NOW_AT + k] = load(logs_now + k * BLOCK + t);
    sum_labels(states_ahead + t, inputs + AHEAD_AT, states, paired);
    for (int k = 0; k < REGIMES; k++) inputs[AHEAD_AT + k] = natural_log(inputs[AHEAD_AT + k] + both(LOG_OFFSET));
    for (int i = 0; i < INPUTS; i++) {
      int mark = i - MARKS_AT;
      lanes z = mark >= 0 && mark < REGIMES
                    ? choose(published == both(mark), spread(marked + mark), spread(unmarked + mark))
                    : (inputs[i] - spread(middle + i)) / spread(scale + i);
#pragma unroll
      for (int k = 0; k < REGIMES; k++) logits[k] += z * spread(weights + i * REGIMES + k);
    }
#pragma unroll
    for (int k = 0; k < REGIMES; k++) {
      logits[k] = (spread(INTERCEPTS + horizon * REGIMES + k) + logits[k]) / both(temperature);
      top = k == 0 ? logits[k] : larger(top, logits[k]);
    }
    // A logit that is no number, or infinite, fails this too: an input was, for whatever is added to one stays so.
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
