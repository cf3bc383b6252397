// ADX and both directional indicators: the steady loop of `adx.ts`, for rows that all have an ADX.
//
// Each of the four recursions divides by the period on its way from one row to the next, and a division takes as long as the
// rest of the way. So it is left out: a quotient of the next row is guessed from this one, with so few digits that its
// product with the period is exact. Once the next row is known, what the guess leaves over is exact too, and `guess +
// left · 1/period` rounds to the quotient: a quotient of two doubles stays 2^-54/period of itself away from where rounding turns,
// and that sum is right to 2^-90 of itself. Sums that are tiny, and lose digits, and bars without numbers are divided.
//
// Brisebarre, Muller, Raina, "Accelerating Correctly Rounded Floating-Point Division When the Divisor Is Known in Advance",
// IEEE Transactions on Computers 53 (2004), do so with fused products.
#include "lanes.h"

/** Rows of a block. */
#define ROWS 1024
/** Bits that a guess goes without: a period has as many at most. */
#define SPARED 10

/** In: a row each, beginning with the one before the block. */
EXPORT double ADX_HIGHS[ROWS + 1] ALIGNED, ADX_LOWS[ROWS + 1] ALIGNED, ADX_CLOSES[ROWS] ALIGNED;
/** In and out: sums of +DM, −DM and true ranges, and ADX, after the row before the block. */
EXPORT double ADX_SUMS[4] ALIGNED;
/** Out, percent. */
EXPORT double ADX_LINE[ROWS] ALIGNED, PLUS_DI[ROWS] ALIGNED, MINUS_DI[ROWS] ALIGNED;

/** By row, +DM beside −DM, and true ranges; and the sums of both. */
static double movements[2 * ROWS] ALIGNED, ranges[ROWS] ALIGNED;
static double moved[2 * ROWS] ALIGNED, ranged[ROWS] ALIGNED;

#define TIE 0x1p-49
/** Between them sums keep all digits, and nothing overflows. */
#define LEAST 1e-250
#define MOST 1e290

/** A recursion after a row, and the guess of its quotient. */
typedef struct { lanes value, guess; } chain;
typedef struct { lanes n, inverse, kept, less; } constants;

INLINE lanes absolute(lanes a) { return (lanes)wasm_f64x2_abs((v128_t)a); }
INLINE lanes guess_of(lanes quotient) { return (lanes)((mask)quotient & -(1LL << SPARED)); }
/** `value / n`, rounded. */
INLINE lanes quotient(lanes value, lanes guess, const constants *by) {
  return guess + (value - guess * by->n) * by->inverse;
}

/** Movements and true ranges of two rows. @returns sums of prices, no number where one of them is none. */
INLINE lanes move(int t) {
  lanes h = load(ADX_HIGHS + t + 1), l = load(ADX_LOWS + t + 1);
  lanes high = load(ADX_HIGHS + t), low = load(ADX_LOWS + t), close = load(ADX_CLOSES + t);
  lanes up = h - high, down = low - l, prices = h + high + l + low, tie = both(TIE) * prices;
  lanes plus = where(up - down > tie, larger(both(0), up)), minus = where(down - up > tie, larger(both(0), down));
  store(movements + 2 * t, firsts(plus, minus));
  store(movements + 2 * t + 2, seconds(plus, minus));
  store(ranges + t, larger(h, close) - smaller(l, close));
  return prices + close;
}

/** One row of a Wilder sum. */
INLINE void add(chain *to, lanes x, const constants *by) {
  lanes next = guess_of((to->value * by->kept + x) * by->inverse);
  to->value = to->value - quotient(to->value, to->guess, by) + x;
  to->guess = next;
}

/** Wilder sums of two rows. */
INLINE void sum(int t, chain *movement, chain *range, const constants *by) {
  add(movement, load(movements + 2 * t), by);
  add(range, spread(ranges + t), by);
  store(moved + 2 * t, movement->value);
  lanes before = range->value;
  add(movement, load(movements + 2 * t + 2), by);
  add(range, spread(ranges + t + 1), by);
  store(moved + 2 * t + 2, movement->value);
  store(ranged + t, firsts(before, range->value));
}

/** Indicators of two rows from their sums. @returns DX. */
INLINE lanes indicate(int t, lanes *least) {
  lanes a = load(moved + 2 * t), b = load(moved + 2 * t + 2), range = load(ranged + t);
  *least = smaller(*least, smaller(range, smaller(a, b)));
  lanes plus = firsts(a, b), minus = seconds(a, b);
  store(PLUS_DI + t, both(100) * (plus / range));
  store(MINUS_DI + t, both(100) * (minus / range));
  return both(100) * (absolute(plus - minus) / (plus + minus));
}

/** Wilder's average of DX, two rows. `line` holds what is divided for the last one. */
INLINE lanes average(int t, lanes dx, lanes value, chain *line, const constants *by) {
  lanes averages[2];
#pragma unroll
  for (int i = 0; i < 2; i++) {
    lanes now = i == 0 ? first(dx) : second(dx), guess = guess_of((line->value * by->kept + now) * by->inverse);
    line->value = value * by->less + now;
    averages[i] = value = quotient(line->value, guess, by);
  }
  store(ADX_LINE + t, firsts(averages[0], averages[1]));
  return value;
}

/**
 * An even number of rows. Two of them are moved, two summed, two indicated and two averaged in one turn of the loop, each
 * two rows behind the other: so no chain waits for a division.
 *
 * @returns 0 where a sum was too small to be right, or something was no number.
 */
static int go_on(int rows, double period) {
  const constants by = {both(period), both(1 / period), both((period - 1) / period), both(period - 1)};
  lanes sums = load(ADX_SUMS), tail = load(ADX_SUMS + 2), value = second(tail), least = both(1);
  chain movement = {sums, guess_of(sums * by.inverse)}, range = {first(tail), guess_of(first(tail) * by.inverse)};
  chain line = {value * by.n, both(0)};
  lanes prices = both(0), dx = both(0);
  for (int t = 0; t < rows + 6; t += 2) {
    if (t < rows) prices += move(t);
    if (t - 2u < (unsigned)rows) sum(t - 2, &movement, &range, &by);
    if (t >= 6) value = average(t - 6, dx, value, &line, &by);
    if (t - 4u < (unsigned)rows) dx = indicate(t - 4, &least);
    least = smaller(least, value);
  }
  store(ADX_SUMS, movement.value);
  store(ADX_SUMS + 2, tail = firsts(range.value, value));
  // what is no number, or infinite, stays so
  mask good = (least > both(LEAST)) & (tail > both(LEAST)) & (tail < both(MOST)) & (movement.value < both(MOST));
  return !any(~(good & (prices < both(MOST))));
}

/** Rows of any kind, by the divisions themselves. */
static void divide(int rows, double period, int hold) {
  double plus = ADX_SUMS[0], minus = ADX_SUMS[1], range = ADX_SUMS[2], value = ADX_SUMS[3];
  for (int t = 0; t < rows; t++) {
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
  ADX_SUMS[0] = plus, ADX_SUMS[1] = minus, ADX_SUMS[2] = range, ADX_SUMS[3] = value;
}

/** A block of at most 1,024 rows; `hold` has ADX keep its value where nothing moved. */
EXPORT void adxBlock(int rows, double period, int hold) {
  const int padded = rows + (rows & 1);
  const lanes sums = load(ADX_SUMS), tail = load(ADX_SUMS + 2);
  // What memory held after the last row might be no number.
  if (padded > rows)
    ADX_HIGHS[padded] = ADX_HIGHS[rows], ADX_LOWS[padded] = ADX_LOWS[rows], ADX_CLOSES[rows] = ADX_HIGHS[rows];
  if (go_on(padded, period)) return;
  store(ADX_SUMS, sums), store(ADX_SUMS + 2, tail);
  divide(rows, period, hold);
}
