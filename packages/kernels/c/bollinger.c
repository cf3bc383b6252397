// Bollinger bands: `bollinger.ts`, with the sum beside the sum of squares, and then two rows side by side.
#include "lanes.h"

/** Rows of a call, and the longest window. */
#define ROWS 1024
#define WINDOW 512

/** In: the closes of all windows that end in the call. */
EXPORT double BAND_CLOSES[ROWS + WINDOW] ALIGNED;
/** Out. */
EXPORT double LOWER[ROWS + 2] ALIGNED, MIDDLE[ROWS + 2] ALIGNED, UPPER[ROWS + 2] ALIGNED;
EXPORT double BANDWIDTH[ROWS + 2] ALIGNED, PERCENT_B[ROWS + 2] ALIGNED;

/** Sum of differences beside sum of squares, by row of a block. */
static double sums[2 * WINDOW + 2] ALIGNED;

/** A difference beside its square. */
INLINE lanes powers(double difference) { return (lanes){difference, difference * difference}; }

/** What the window before a block still has in each row of it: sums of its closes from row to end. */
static void sum_tails(const double *close, int window, double reference) {
  lanes sum = both(0);
  int k = window - 1;
  for (; k > 0; k -= 2) {
    lanes later = powers(close[k] - reference), earlier = powers(close[k - 1] - reference);
    store(sums + 2 * k, sum + later);
    store(sums + 2 * k - 2, sum += later + earlier);
  }
  if (k == 0) store(sums, sum + powers(close[0] - reference));
}

/** Adds what the block itself has up to each of its rows. */
static void add_heads(const double *close, int rows, double reference) {
  lanes head = both(0);
  for (int k = 0; k < rows; k++) {
    head += powers(close[k] - reference);
    store(sums + 2 * k, head + load(sums + 2 * k));
  }
}

/** Bands of a block; of an odd number of rows one more, which the next block, or nobody, has a use for. */
static void spread_bands(const double *close, int from, int rows, double reference, double share, double deviations) {
  for (int k = 0; k < rows; k += 2) {
    lanes a = load(sums + 2 * k), b = load(sums + 2 * k + 2), price = load(close + k);
    lanes shift = firsts(a, b) * both(share), variance = seconds(a, b) * both(share) - shift * shift;
    lanes mean = both(reference) + shift, half = both(deviations) * root(larger(variance, both(0)));
    lanes bottom = mean - half, whole = half + half;
    store(LOWER + from + k, bottom);
    store(MIDDLE + from + k, mean);
    store(UPPER + from + k, mean + half);
    store(BANDWIDTH + from + k, both(100) * (whole / mean));
    store(PERCENT_B + from + k, choose(half == both(0), both(0.5), (price - bottom) / whole));
  }
}

/** `rows` rows, the first of which ends the window that the closes begin with. */
EXPORT void bollingerBlock(int rows, int window, double deviations) {
  const double share = 1 / (double)window;
  for (int from = 0; from < rows; from += window) {
    const double *close = BAND_CLOSES + from + window - 1, reference = *close;
    const int count = rows - from < window ? rows - from : window;
    sum_tails(BAND_CLOSES + from, window, reference);
    add_heads(close, count, reference);
    spread_bands(close, from, count, reference, share, deviations);
  }
}
