// ADX and both directional indicators: the steady loop of `adx.ts`, for rows that all have an ADX.
//
// Each of the four recursions divides by the period on its way from one row to the next, and a division takes longer than
// the rest of the row. It is left out there. A quotient of the next row is guessed from this one, with so few digits that
// its product with the period is exact; once the next row is known, what the guess leaves over is exact too, and `guess +
// left · 1/period` is the rounded quotient: it lies 2^-54/period of itself away from where rounding turns, and the sum is
// right to 2^-90. Only tiny sums, which lose digits, and bars without prices are not done so, but by plain divisions.
//
// Brisebarre, Muller, Raina, "Accelerating Correctly Rounded Floating-Point Division When the Divisor Is Known in Advance",
// IEEE Transactions on Computers 53 (2004), does the same with fused products.
#include "lanes.h"

/** Rows of a block. */
#define ROWS 1024
/** Digits that a guess goes without: a period has as many at most. */
#define SPARED 10

/** In, a row each, beginning with the one before the block. */
EXPORT double ADX_HIGHS[ROWS + 3] ALIGNED, ADX_LOWS[ROWS + 3] ALIGNED, ADX_CLOSES[ROWS + 3] ALIGNED;
/** In and out: sums of +DM, −DM and true ranges, and ADX, after the row before the block. */
EXPORT double ADX_SUMS[4] ALIGNED;
/** Out, percent. */
EXPORT double ADX_LINE[ROWS + 2] ALIGNED, PLUS_DI[ROWS + 2] ALIGNED, MINUS_DI[ROWS + 2] ALIGNED;

/** Movements of a row side by side, +DM and −DM; true ranges. */
static double movements[2 * ROWS + 4] ALIGNED, ranges[ROWS + 2] ALIGNED;

#define TIE 0x1p-49
/** Prices, sums and ADX within these keep all digits. */
#define LEAST 1e-250
#define MOST 1e290

INLINE lanes positive(lanes a) { return both(0.5) * (a + (lanes)wasm_f64x2_abs((v128_t)a)); }

/** Movements and ranges of all rows, two at a time. @returns whether all prices are usable. */
static int move(int rows) {
  mask good = {-1, -1};
  for (int t = 0; t < rows; t += 2) {
    lanes h = load(ADX_HIGHS + t + 1), l = load(ADX_LOWS + t + 1);
    lanes high = load(ADX_HIGHS + t), low = load(ADX_LOWS + t), close = load(ADX_CLOSES + t);
    lanes up = h - high, down = low - l, prices = h + high + l + low, tie = both(TIE) * prices;
    good &= (h > both(LEAST)) & (l > both(LEAST)) & (close > both(LEAST)) & (close < both(MOST)) & (prices < both(MOST));
    lanes plus = where(up - down > tie, positive(up)), minus = where(down - up > tie, positive(down));
    store(movements + 2 * t, firsts(plus, minus));
    store(movements + 2 * t + 2, seconds(plus, minus));
    store(ranges + t, larger(h, close) - smaller(l, close));
  }
  return !any(~good);
}

INLINE lanes guess(lanes quotient) { return (lanes)((mask)quotient & -(1LL << SPARED)); }

/** Rows, an even number of them. @returns 0 where some sum was too small to be right, or no number. */
static int go_on(int rows, double period) {
  const lanes n = both(period), inverse = both(1 / period), kept = both((period - 1) / period), less = both(period - 1);
  lanes sum = load(ADX_SUMS), tail = load(ADX_SUMS + 2), least = both(1), least_tail = both(1);
  lanes range = first(tail), average = second(tail), y = average * n;
  lanes sum_guess = guess(sum * inverse), range_guess = guess(range * inverse);
  lanes sum_part = sum_guess * n, range_part = range_guess * n;
  for (int t = 0; t < rows; t += 2) {
    lanes pair = load(ranges + t), sums[2], totals[2], averages[2];
#pragma unroll
    for (int i = 0; i < 2; i++) {
      lanes x = load(movements + 2 * (t + i)), moved = i == 0 ? first(pair) : second(pair);
      lanes next = guess((sum * kept + x) * inverse), next_range = guess((range * kept + moved) * inverse);
      sums[i] = sum = sum - (sum_guess + (sum - sum_part) * inverse) + x;
      totals[i] = range = range - (range_guess + (range - range_part) * inverse) + moved;
      sum_guess = next, sum_part = next * n, range_guess = next_range, range_part = next_range * n;
      least = smaller(least, sum), least_tail = smaller(least_tail, range);
    }
    lanes plus = firsts(sums[0], sums[1]), minus = seconds(sums[0], sums[1]), total = firsts(totals[0], totals[1]);
    lanes dx = both(100) * ((lanes)wasm_f64x2_abs((v128_t)(plus - minus)) / (plus + minus));
    store(PLUS_DI + t, both(100) * (plus / total));
    store(MINUS_DI + t, both(100) * (minus / total));
#pragma unroll
    for (int i = 0; i < 2; i++) {
      lanes now = i == 0 ? first(dx) : second(dx);
      lanes part = guess((y * kept + now) * inverse);
      y = average * less + now;
      averages[i] = average = part + (y - part * n) * inverse;
      least_tail = smaller(least_tail, average);
    }
    store(ADX_LINE + t, firsts(averages[0], averages[1]));
  }
  store(ADX_SUMS, sum);
  store(ADX_SUMS + 2, tail = firsts(range, average));
  // what is no number stays so
  mask good = (least > both(LEAST)) & (least_tail > both(LEAST)) & (sum < both(MOST)) & (tail < both(MOST));
  return !any(~good);
}

/** Rows of any kind, by the divisions themselves. */
static void divide(int rows, double period, int hold) {
  double plus = ADX_SUMS[0], minus = ADX_SUMS[1], range = ADX_SUMS[2], average = ADX_SUMS[3];
  for (int t = 0; t < rows; t++) {
    double h = ADX_HIGHS[t + 1], l = ADX_LOWS[t + 1];
    double up = h - ADX_HIGHS[t], down = ADX_LOWS[t] - l, tie = TIE * (h + ADX_HIGHS[t] + l + ADX_LOWS[t]);
    plus = plus - plus / period + 0.5 * (up + __builtin_fabs(up)) * (up - down > tie);
    minus = minus - minus / period + 0.5 * (down + __builtin_fabs(down)) * (down - up > tie);
    range = range - range / period + (__builtin_wasm_max_f64(h, ADX_CLOSES[t]) - __builtin_wasm_min_f64(l, ADX_CLOSES[t]));
    double sum = plus + minus, dx = sum > 0 ? 100 * (__builtin_fabs(plus - minus) / sum) : hold ? average : 0;
    ADX_LINE[t] = average = (average * (period - 1) + dx) / period;
    PLUS_DI[t] = range > 0 ? 100 * (plus / range) : 0;
    MINUS_DI[t] = range > 0 ? 100 * (minus / range) : 0;
  }
  ADX_SUMS[0] = plus, ADX_SUMS[1] = minus, ADX_SUMS[2] = range, ADX_SUMS[3] = average;
}

/** A block of at most 1,024 rows; `hold` has ADX keep its value where nothing moved. */
EXPORT void adxBlock(int rows, double period, int hold) {
  const int padded = rows + (rows & 1);
  const lanes sums = load(ADX_SUMS), tail = load(ADX_SUMS + 2);
  if (padded > rows) {
    ADX_HIGHS[padded] = ADX_HIGHS[rows], ADX_LOWS[padded] = ADX_LOWS[rows];
    ADX_CLOSES[rows] = ADX_HIGHS[rows];
  }
  if (move(padded) && go_on(padded, period)) return;
  store(ADX_SUMS, sums), store(ADX_SUMS + 2, tail);
  divide(rows, period, hold);
}
