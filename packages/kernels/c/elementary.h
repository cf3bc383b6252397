// exp and log as V8 and other engines that follow fdlibm compute `Math.exp` and `Math.log`, operation for operation, for two
// numbers at a time. An engine may do otherwise: `elementary.ts` compares before it lets a kernel use them.
//
// After fdlibm: Copyright (C) 1993-2004 by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun
// Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is freely granted, provided that
// this notice is preserved.
#pragma once
#include "lanes.h"

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

INLINE mask both_words(long long word) { return (mask){word, word}; }

/** Least argument of {@link natural_exp}. */
#define LEAST_EXPONENT -700

/** e^x for −700 ≤ x ≤ 0. */
INLINE lanes natural_exp(lanes x) {
  // Half a multiple of ln 2 more or less is taken away, and none from what is small already. Numbers are compared as doubles:
  // whole ones of 64 bits are taken out of their lanes for it.
  lanes turns = (lanes)wasm_f64x2_trunc((v128_t)(both(INVERSE_LN2) * x + both(-0.5)));
  turns = where(x <= both(-HALF_LN2_ABOVE), turns);
  lanes high = x - turns * both(LN2_HIGH), low = turns * both(LN2_LOW);
  lanes r = high - low, t = r * r;
  lanes c = r - t * (both(1.66666666666666019037e-01) +
                     t * (both(-2.77777777770155933842e-03) +
                          t * (both(6.61375632143793436117e-05) +
                               t * (both(-1.65339022054652515390e-06) + t * both(4.13813679705723846039e-08)))));
  lanes y = both(1) - ((low - (r * c) / (both(2) - c)) - high);
  y = choose(x > both(-0x1p-28), both(1) + x, y);
  return y * (lanes)((mask)(turns + both(WHOLE + 1023)) << 52);
}

/** ln x of normal numbers above 0. */
INLINE lanes natural_log(lanes x) {
  // From √2 on a number counts as half of it, and as one power of two more.
  mask turned = (mask)x + UPPER(0x95f64);
  lanes f = (lanes)((mask)x - (turned & ~both_words(FRACTION)) + UPPER(0x3ff00000)) - both(1);
  lanes k = (lanes)((mask)wasm_u64x2_shr((v128_t)turned, 52) | both_words(0x4330000000000000LL)) - both(4503599627370496.0 + 1023);
  lanes s = f / (both(2) + f), z = s * s, w = z * z;
  lanes even = w * (both(3.999999999940941908e-01) + w * (both(2.222219843214978396e-01) + w * both(1.531383769920937332e-01)));
  lanes odd = z * (both(6.666666666666735130e-01) +
                   w * (both(2.857142874366239149e-01) +
                        w * (both(1.818357216161805012e-01) + w * both(1.479819860511658591e-01))));
  lanes rest = odd + even, half = both(0.5) * f * f, low = k * both(LN2_LOW);
  // Three ways, by how far the number is from a power of two.
  mask middle = (f >= both(0x0.6147ap0)) | (f < both(0x1.6b852p-1 - 1));
  mask near = (f >= both(-0x1p-20)) & (f < both(0x1p-20));
  lanes tail = choose(middle, half - (s * (half + rest) + low), s * (f - rest) - low);
  tail = choose(near, f * f * (both(0.5) - both(0.33333333333333333) * f) - low, tail);
  return k * both(LN2_HIGH) - (tail - f);
}
