// ADX and both directional indicators: the steady loop of `adx.ts`, for rows that all have an ADX. Two stretches of a series are
// computed side by side, each in a lane; or one, in both.
//
// Each of the four recursions divides by the period on its way from one row to the next. Two of the divisions are left out: a
// quotient is guessed by a product, and rounded to so few digits that its own product with the period is exact. What the guess
// leaves over is exact too, and `guess + left · 1/period` rounds to the quotient: a quotient of two doubles stays 2^-54/period
// of itself away from where rounding turns, and that sum is right to 2^-90 of itself. Sums that are tiny, and lose digits, and
// bars without numbers are divided.
//
// Brisebarre, Muller, Raina, "Accelerating Correctly Rounded Floating-Point Division When the Divisor Is Known in Advance",
// IEEE Transactions on Computers 53 (2004), do so with fused products.
#include "lanes.h"

/** Rows of a block. */
#define ROWS 1024
/** From one stretch to the other in a column: a line of the cache more than a page, or all columns would meet in the same lines. */
#define APART (ROWS + 8)
/** Bits that a guess goes without: a period has as many at most. */
#define SPARED 10

/** In: a row each, beginning with the one before the block; of both stretches. */
EXPORT double ADX_HIGHS[2 * APART] ALIGNED, ADX_LOWS[2 * APART] ALIGNED, ADX_CLOSES[2 * APART] ALIGNED;
/** In and out, for each stretch: sums of +DM, −DM and true ranges, and ADX, after the row before the block. */
EXPORT double ADX_SUMS[8] ALIGNED;
/** Out, percent. */
EXPORT double ADX_LINE[2 * APART] ALIGNED, PLUS_DI[2 * APART] ALIGNED, MINUS_DI[2 * APART] ALIGNED;

#define TIE 0x1p-49
/** Between them sums keep all digits, and nothing overflows: at both ends of a block, in which they fall 1e100 times at most. */
#define LEAST 1e-100
#define MOST 1e100
#define MOST_PRICE 1e290

INLINE lanes absolute(lanes a) { return (lanes)wasm_f64x2_abs((v128_t)a); }

/** `value / n`, rounded. */
INLINE lanes quotient(lanes value, lanes n, lanes inverse, lanes cut) {
  lanes guess = (lanes)((mask)(value * inverse) & (mask)cut);
  return guess + (value - guess * n) * inverse;
}

/** A number of each stretch. */
INLINE lanes pair(const double *at, int apart) {
  return (lanes)wasm_v128_load64_lane(at + apart, wasm_v128_load64_zero(at), 1);
}

INLINE void put(double *at, int apart, lanes x) {
  wasm_v128_store64_lane(at, (v128_t)x, 0), wasm_v128_store64_lane(at + apart, (v128_t)x, 1);
}

INLINE int within(const lanes *sums, double least) {
  mask good = (mask){-1, -1};
  for (int i = 0; i < 4; i++) good &= (sums[i] > both(least)) & (sums[i] < both(MOST));
  return !any(~good);
}

/** Numbers of the loop. They go through memory: V8 computes a constant anew in every turn, a division by the period too. */
static lanes law[7];

/**
 * A row of each stretch a turn, ADX a row behind, so that no chain waits for the divisions of another. Two of the divisions by
 * the period stay: there the processor divides while it multiplies for the other two.
 *
 * @returns 0 where a sum might have been too small or too large, or something was no number.
 */
static int go_on(int rows, double period, int apart) {
  law[0] = both(period), law[1] = both(1 / period), law[2] = both(period - 1);
  law[3] = both(TIE), law[4] = both(-TIE), law[5] = both(100), law[6] = (lanes)(mask){-(1LL << SPARED), -(1LL << SPARED)};
  __asm__ volatile("" ::: "memory");
  const lanes n = law[0], inverse = law[1], less = law[2], tie = law[3], minus_tie = law[4], hundred = law[5], cut = law[6];
  lanes s[4], prices = both(0), dx = both(0), high = pair(ADX_HIGHS, apart), low = pair(ADX_LOWS, apart);
  for (int i = 0; i < 4; i++) s[i] = pair(ADX_SUMS + i, apart ? 4 : 0);
  if (!within(s, LEAST)) return 0;
  lanes plus = s[0], minus = s[1], range = s[2], value = s[3];
  for (int t = 0; t <= rows; t++) {
    if (t > 0) {
      value = (value * less + dx) / n;
      put(ADX_LINE + t - 1, apart, value);
    }
    if (t == rows) break;
    lanes h = pair(ADX_HIGHS + t + 1, apart), l = pair(ADX_LOWS + t + 1, apart), close = pair(ADX_CLOSES + t, apart);
    lanes up = h - high, down = low - l, four = h + high + l + low, more = up - down;
    prices += four, high = h, low = l;
    plus = plus - quotient(plus, n, inverse, cut) + where(more > tie * four, larger(both(0), up));
    minus = minus - quotient(minus, n, inverse, cut) + where(more < minus_tie * four, larger(both(0), down));
    // a close that is no number comes through in this order
    range = range - range / n + (larger(close, h) - smaller(close, l));
    put(PLUS_DI + t, apart, hundred * (plus / range));
    put(MINUS_DI + t, apart, hundred * (minus / range));
    dx = hundred * (absolute(plus - minus) / (plus + minus));
  }
  s[0] = plus, s[1] = minus, s[2] = range, s[3] = value;
  if (!within(s, 0) || any(~(prices < both(MOST_PRICE)))) return 0;
  for (int i = 0; i < 4; i++) ADX_SUMS[i] = s[i][0], ADX_SUMS[i + 4] = s[i][1];
  return 1;
}

/** Rows of any kind, by the divisions themselves. */
static void divide(int from, int to, double *sums, double period, int hold) {
  double plus = sums[0], minus = sums[1], range = sums[2], value = sums[3];
  for (int t = from; t < to; t++) {
    double h = ADX_HIGHS[t + 1], l = ADX_LOWS[t + 1], close = ADX_CLOSES[t];
    double up = h - ADX_HIGHS[t], down = ADX_LOWS[t] - l, tie = TIE * (h + ADX_HIGHS[t] + l + ADX_LOWS[t]);
    plus = plus - plus / period + 0.5 * (up + __builtin_fabs(up)) * (up - down > tie);
    minus = minus - minus / period + 0.5 * (down + __builtin_fabs(down)) * (down - up > tie);
    range = range - range / period + (__builtin_wasm_max_f64(h, close) - __builtin_wasm_min_f64(l, close));
    double both = plus + minus, dx = both > 0 ? 100 * (__builtin_fabs(plus - minus) / both) : hold ? value : 0;
    ADX_LINE[t] = value = (value * (period - 1) + dx) / period;
    PLUS_DI[t] = range > 0 ? 100 * (plus / range) : 0;
    MINUS_DI[t] = range > 0 ? 100 * (minus / range) : 0;
  }
  sums[0] = plus, sums[1] = minus, sums[2] = range, sums[3] = value;
}

/**
 * A block of at most 1,024 rows, or of 256 for a period under 5. `hold` has ADX keep its value where nothing moved.
 *
 * @param apart from a row of the first stretch to that of the second in a column, or 0 where there is no second one.
 */
EXPORT void adxBlock(int rows, double period, int hold, int apart) {
  if (go_on(rows, period, apart)) return;
  divide(0, rows, ADX_SUMS, period, hold);
  if (apart) divide(apart, apart + rows, ADX_SUMS + 4, period, hold);
}
