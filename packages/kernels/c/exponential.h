// exp and log of `packages/nowcast/src/hmm/exponential.ts`, operation for operation, for two numbers at a time. The tables
// are computed there and copied in: one place decides their last bits.
#pragma once
#include "lanes.h"

extern double ROOTS[64], INVERSES[128], LOGS[128];

#define LN2 0.6931471805599453
#define ROUNDER 6755399441055744.0

/** 2^n for a normal result. */
INLINE lanes power_of_two(mask n) { return (lanes)((n + 1023) << 52); }

/** e^x for x ≤ 0; 0 below −708. */
INLINE lanes exp_of_negative(lanes x) {
  lanes whole = x * both(64 / LN2) + both(ROUNDER) - both(ROUNDER);
  lanes r = x - whole * both(0.01083042469326756) - whole * both(2.9815858269852933e-12);
  v128_t n = wasm_i32x4_trunc_sat_f64x2_zero((v128_t)whole);
  lanes part = {ROOTS[wasm_i32x4_extract_lane(n, 0) & 63], ROOTS[wasm_i32x4_extract_lane(n, 1) & 63]};
  lanes scale = power_of_two((mask)wasm_i64x2_extend_low_i32x4(wasm_i32x4_shr(n, 6)));
  lanes tail = r + r * r * (both(0.5) + r * (both(1.0 / 6) + r * (both(1.0 / 24) + r * both(1.0 / 120))));
  return where(~(x < both(-708)), scale * (part + part * tail));
}

/** ln y for 1 ≤ y < 2^1023. */
INLINE lanes log_above_one(lanes y) {
  v128_t high = wasm_u64x2_shr((v128_t)y, 32);
  mask exponent = (mask)wasm_u64x2_shr((v128_t)y, 52) - 1023;
  int cell = (wasm_i32x4_extract_lane(high, 0) >> 13) & 127, other = (wasm_i32x4_extract_lane(high, 2) >> 13) & 127;
  lanes inverse = {INVERSES[cell], INVERSES[other]}, log = {LOGS[cell], LOGS[other]};
  lanes r = y * power_of_two(-exponent) * inverse - both(1);
  lanes tail = r * (both(1) - r * (both(0.5) - r * (both(1.0 / 3) - r * (both(0.25) - r * (both(0.2) - r * both(1.0 / 6))))));
  v128_t whole = wasm_i32x4_shuffle((v128_t)exponent, (v128_t)exponent, 0, 2, 0, 2);
  return (lanes)wasm_f64x2_convert_low_i32x4(whole) * both(LN2) + (log + tail);
}
