// Logs and exponentials in passes: each number's own chain of operations is as long as the processor can look ahead, so that
// one pass has hardly two numbers under way; three short ones have many.
#include "elementary.h"

#define LN2_HIGH 6.93147180369123816490e-01
#define LN2_LOW 1.90821492927058770002e-10
#define INVERSE_LN2 1.44269504088896338700e+00
/** First double above 0.34657 whose lower half is 0: fdlibm compares upper halves. */
#define HALF_LN2_ABOVE 0x1.62e43p-2
/** 1.5·2^52: adding it leaves a whole number in the low bits. */
#define WHOLE 6755399441055744.0
#define FRACTION ((1LL << 52) - 1)
/** A bound that fdlibm states for the upper half of a double. */
#define UPPER(word) ((mask)both_words((long long)(word) << 32))

#define NUMBERS 512
/** Numbers that pass at a time: with what stands between the passes they stay in the first-level cache. */
#define PIECE 128

EXPORT double ELEMENTS[NUMBERS] ALIGNED;

static double first_parts[PIECE] ALIGNED, second_parts[PIECE] ALIGNED, third_parts[PIECE] ALIGNED, fourth_parts[PIECE] ALIGNED;

INLINE mask both_words(long long word) { return (mask){word, word}; }

/** Takes 2^k·(1 + f) apart, and s = f/(2 + f). @returns whether all numbers are normal and above 0. */
INLINE mask split(const double *values, int count, double *fs, double *ks, double *ss) {
  mask usable = {-1, -1};
  for (int i = 0; i < count; i += 2) {
    lanes x = load(values + i);
    usable &= (x >= both(0x1p-1022)) & (x < both(__builtin_inf()));
    // From √2 on a number counts as half of it, and as one power of two more.
    mask turned = (mask)x + UPPER(0x95f64);
    lanes f = (lanes)((mask)x - (turned & ~both_words(FRACTION)) + UPPER(0x3ff00000)) - both(1);
    mask exponent = (mask)wasm_u64x2_shr((v128_t)turned, 52) | both_words(0x4330000000000000LL);
    store(fs + i, f);
    store(ks + i, (lanes)exponent - both(4503599627370496.0 + 1023));
    store(ss + i, f / (both(2) + f));
  }
  return usable;
}

/** The polynomial in s. */
INLINE void expand(const double *ss, int count, double *rests) {
  for (int i = 0; i < count; i += 2) {
    lanes s = load(ss + i), z = s * s, w = z * z;
    lanes even = w * (both(3.999999999940941908e-01) + w * (both(2.222219843214978396e-01) + w * both(1.531383769920937332e-01)));
    lanes odd = z * (both(6.666666666666735130e-01) +
                     w * (both(2.857142874366239149e-01) +
                          w * (both(1.818357216161805012e-01) + w * both(1.479819860511658591e-01))));
    store(rests + i, odd + even);
  }
}

/** k·ln 2 + ln(1 + f). */
INLINE void join(const double *fs, const double *ks, const double *ss, const double *rests, int count, double *values) {
  for (int i = 0; i < count; i += 2) {
    lanes f = load(fs + i), k = load(ks + i), s = load(ss + i), rest = load(rests + i);
    lanes half = both(0.5) * f * f, low = k * both(LN2_LOW);
    // Three ways, by how far the number is from a power of two; the third is rare.
    mask middle = (f >= both(0x0.6147ap0)) | (f < both(0x1.6b852p-1 - 1));
    mask near = (f >= both(-0x1p-20)) & (f < both(0x1p-20));
    lanes part = s * choose(middle, half + rest, f - rest), tail = choose(middle, half - (part + low), part - low);
    if (__builtin_expect(any(near), 0)) tail = choose(near, f * f * (both(0.5) - both(0.33333333333333333) * f) - low, tail);
    store(values + i, k * both(LN2_HIGH) - (tail - f));
  }
}

int take_logs(double *values, int count) {
  mask usable = {-1, -1};
  for (int from = 0; from < count; from += PIECE) {
    int some = count - from < PIECE ? count - from : PIECE;
    usable &= split(values + from, some, first_parts, second_parts, third_parts);
    expand(third_parts, some, fourth_parts);
    join(first_parts, second_parts, third_parts, fourth_parts, some, values + from);
  }
  return !any(~usable);
}

/** Turns of ln 2 in x, and what is left in two parts. @returns whether all numbers are within −700…0. */
INLINE mask reduce(const double *values, int count, double *turns, double *highs, double *lows) {
  mask usable = {-1, -1};
  for (int i = 0; i < count; i += 2) {
    lanes x = load(values + i);
    usable &= (x >= both(LEAST_EXPONENT)) & (x <= both(0));
    // Half a multiple of ln 2 more or less is taken away, and none from what is small already. Numbers are compared as
    // doubles: whole ones of 64 bits are taken out of their lanes for it.
    lanes turn = (lanes)wasm_f64x2_trunc((v128_t)(both(INVERSE_LN2) * x + both(-0.5)));
    turn = where(x <= both(-HALF_LN2_ABOVE), turn);
    store(turns + i, turn);
    store(highs + i, x - turn * both(LN2_HIGH));
    store(lows + i, turn * both(LN2_LOW));
  }
  return usable;
}

/** The polynomial in what is left. */
INLINE void approximate(const double *highs, const double *lows, int count, double *cs) {
  for (int i = 0; i < count; i += 2) {
    lanes r = load(highs + i) - load(lows + i), t = r * r;
    store(cs + i, r - t * (both(1.66666666666666019037e-01) +
                           t * (both(-2.77777777770155933842e-03) +
                                t * (both(6.61375632143793436117e-05) +
                                     t * (both(-1.65339022054652515390e-06) + t * both(4.13813679705723846039e-08))))));
  }
}

/** 2^turns times e^(high − low). */
INLINE void raise(const double *turns, const double *highs, const double *lows, const double *cs, int count, double *values) {
  for (int i = 0; i < count; i += 2) {
    lanes x = load(values + i), high = load(highs + i), low = load(lows + i), c = load(cs + i);
    lanes y = both(1) - ((low - ((high - low) * c) / (both(2) - c)) - high);
    y = choose(x > both(-0x1p-28), both(1) + x, y);
    store(values + i, y * (lanes)((mask)(load(turns + i) + both(WHOLE + 1023)) << 52));
  }
}

int take_exponentials(double *values, int count) {
  mask usable = {-1, -1};
  for (int from = 0; from < count; from += PIECE) {
    int some = count - from < PIECE ? count - from : PIECE;
    usable &= reduce(values + from, some, first_parts, second_parts, third_parts);
    approximate(second_parts, third_parts, some, fourth_parts);
    raise(first_parts, second_parts, third_parts, fourth_parts, some, values + from);
  }
  return !any(~usable);
}

/** Logs of `count` numbers, an even count. @returns 1 where one is not a normal number above 0; then they mean nothing. */
EXPORT int logBlock(int count) { return !take_logs(ELEMENTS, count); }

/** Exponentials of `count` numbers within −700…0, an even count. @returns 1 where one is not; then they mean nothing. */
EXPORT int expBlock(int count) { return !take_exponentials(ELEMENTS, count); }
