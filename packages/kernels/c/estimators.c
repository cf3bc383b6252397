// The five volatility estimators of one window: `all-estimators.ts`, with the logarithms of two bars and the running sums
// of two series side by side.
#include "lanes.h"

/** Bars of a block, and the longest window. */
#define BARS 1024
#define WINDOW 512

/** In, a bar each; closes begin with the one before the block. */
EXPORT double OPENS[BARS] ALIGNED, HIGHS[BARS] ALIGNED, LOWS[BARS] ALIGNED, CLOSES[BARS + 2] ALIGNED;
/** Terms by pairs of a bar: ranges and Garman–Klass; Rogers–Satchell and bodies; closes and jumps. */
EXPORT double RANGE_TERMS[2 * BARS] ALIGNED, BODY_TERMS[2 * BARS] ALIGNED, MOVE_TERMS[2 * BARS] ALIGNED;
/** Out, percent a year. */
EXPORT double CLOSE_TO_CLOSE[BARS] ALIGNED, PARKINSON[BARS] ALIGNED, GARMAN_KLASS[BARS] ALIGNED;
EXPORT double ROGERS_SATCHELL[BARS] ALIGNED, YANG_ZHANG[BARS] ALIGNED;

/** (3 − 2√2)² as JavaScript computes it: the polynomial holds for ratios within √½…√2. */
#define WIDEST 0.029437251522859347

/** ln(a/b) of `log-ratio.ts`; `wide` notes a ratio that the polynomial does not hold for. */
INLINE lanes log_ratio(lanes a, lanes b, mask *wide) {
  lanes s = (a - b) / (a + b), z = s * s;
  *wide |= z > both(WIDEST);
  lanes p = both(0.15313837699209373) + z * both(0.14798198605116586);
  p = both(0.1818357216161805) + z * p;
  p = both(0.22222198432149784) + z * p;
  p = both(0.2857142874366239) + z * p;
  p = both(0.3999999999940942) + z * p;
  p = both(0.6666666666666735) + z * p;
  return both(2) * s + s * z * p;
}

/** Stores two bars of two series as pairs. */
INLINE void pair(double *at, lanes a, lanes b) {
  store(at, firsts(a, b));
  store(at + 2, seconds(a, b));
}

/** Terms of `bars` bars, an even number. @returns 1 where the caller has to compute them: a ratio is too wide. */
EXPORT int estimatorTerms(int bars) {
  const double range = 1 / (4 * 0.6931471805599453), body = 2 * 0.6931471805599453 - 1;
  mask wide = {0, 0};
  for (int i = 0; i < bars; i += 2) {
    lanes open = load(OPENS + i), close = load(CLOSES + i + 1);
    lanes u = log_ratio(load(HIGHS + i), open, &wide), d = log_ratio(load(LOWS + i), open, &wide);
    lanes y = log_ratio(close, open, &wide), j = log_ratio(open, load(CLOSES + i), &wide);
    lanes x = u - d;
    pair(RANGE_TERMS + 2 * i, both(range) * x * x, both(0.5) * x * x - both(body) * y * y);
    lanes rogers = u * larger(u - y, both(0)) + d * smaller(d - y, both(0));
    pair(BODY_TERMS + 2 * i, rogers, y);
    pair(MOVE_TERMS + 2 * i, j + y, j);
  }
  return any(wide);
}

// Windows as in `window-mean.ts` and `window-variance.ts`: the end of one block of `window` terms and the beginning of the
// next. Pairs are those of the terms; of the second pair the first lane is a mean and the second a variance, so both are
// kept of it.
static lanes mean_ends[2][WINDOW + 1], variance_ends[2][WINDOW + 1], square_ends[2][WINDOW + 1];
static lanes begun[2], sum[2], square[2], pivot[2];
static int position;

/** Forgets all bars. */
EXPORT void estimatorReset(int window) {
  for (int s = 0; s < 2; s++) {
    for (int q = 0; q <= window; q++) mean_ends[s][q] = variance_ends[s][q] = square_ends[s][q] = both(0);
    begun[s] = sum[s] = square[s] = pivot[s] = both(0);
  }
  position = 0;
}

/** Sums the block that is full from its last term backwards, and writes the variances of the whole block to the last bar. */
static void close_block(int window, double *body_at, double *move_at, lanes share, lanes share_less) {
  lanes end[2] = {both(0), both(0)}, sums[2] = {both(0), both(0)}, squares[2] = {both(0), both(0)};
  for (int s = 0; s < 2; s++) pivot[s] = variance_ends[s][window - 1];
  for (int q = window - 1; q >= 0; q--)
    for (int s = 0; s < 2; s++) {
      mean_ends[s][q] = end[s] += mean_ends[s][q];
      lanes apart = variance_ends[s][q] - pivot[s];
      variance_ends[s][q] = sums[s] += apart;
      square_ends[s][q] = squares[s] += apart * apart;
    }
  for (int s = 0; s < 2; s++) begun[s] = sum[s] = square[s] = both(0);
  store(move_at, (squares[0] - sums[0] * sums[0] * share) * share_less);
  body_at[1] = ((squares[1] - sums[1] * sums[1] * share) * share_less)[1];
}

/** Terms to means and variances of the last `window` of them, in place. */
static void slide(int bars, int window) {
  const lanes share = both(1.0 / window), share_less = both(1.0 / (window - 1));
  for (int i = 0; i < bars;) {
    int stop = i + window - position < bars ? i + window - position : bars;
    lanes begun0 = begun[0], begun1 = begun[1], sum0 = sum[0], sum1 = sum[1], square0 = square[0], square1 = square[1];
    const lanes pivot0 = pivot[0], pivot1 = pivot[1];
    int at = position;
    for (; i < stop; i++) {
      lanes ranges = load(RANGE_TERMS + 2 * i), bodies = load(BODY_TERMS + 2 * i), moves = load(MOVE_TERMS + 2 * i);
      lanes apart0 = moves - pivot0, apart1 = bodies - pivot1;
      mean_ends[0][at] = ranges, mean_ends[1][at] = bodies, variance_ends[0][at] = moves, variance_ends[1][at] = bodies;
      begun0 += ranges, begun1 += bodies;
      sum0 += apart0, square0 += apart0 * apart0;
      sum1 += apart1, square1 += apart1 * apart1;
      at++;
      lanes total0 = sum0 + variance_ends[0][at], total1 = sum1 + variance_ends[1][at];
      lanes mean = (mean_ends[1][at] + begun1) * share;
      lanes variance = (square1 + square_ends[1][at] - total1 * total1 * share) * share_less;
      store(RANGE_TERMS + 2 * i, (mean_ends[0][at] + begun0) * share);
      store(BODY_TERMS + 2 * i, __builtin_shufflevector(mean, variance, 0, 3));
      store(MOVE_TERMS + 2 * i, (square0 + square_ends[0][at] - total0 * total0 * share) * share_less);
    }
    position = at;
    begun[0] = begun0, begun[1] = begun1, sum[0] = sum0, sum[1] = sum1, square[0] = square0, square[1] = square1;
    if (at == window) {
      close_block(window, BODY_TERMS + 2 * (i - 1), MOVE_TERMS + 2 * (i - 1), share, share_less);
      position = 0;
    }
  }
}

/** Volatilities of `bars` bars from their terms. `k` is the weight of the bodies in Yang–Zhang. */
EXPORT void estimatorWindows(int bars, int window, double k, double periods_per_year) {
  slide(bars, window);
  const lanes body = both(k), rest = both(1 - k), year = both(periods_per_year), percent = both(100);
  for (int i = 0; i < bars; i += 2) {
    lanes a = load(RANGE_TERMS + 2 * i), b = load(RANGE_TERMS + 2 * i + 2);
    lanes c = load(BODY_TERMS + 2 * i), d = load(BODY_TERMS + 2 * i + 2);
    lanes e = load(MOVE_TERMS + 2 * i), f = load(MOVE_TERMS + 2 * i + 2);
    lanes rogers = firsts(c, d), yang = seconds(e, f) + body * seconds(c, d) + rest * rogers;
    store(CLOSE_TO_CLOSE + i, percent * root(year * firsts(e, f)));
    store(PARKINSON + i, percent * root(year * firsts(a, b)));
    store(GARMAN_KLASS + i, percent * root(year * seconds(a, b)));
    store(ROGERS_SATCHELL + i, percent * root(year * rogers));
    store(YANG_ZHANG + i, percent * root(year * yang));
  }
}
