// exp and log of `packages/nowcast/src/hmm/exponential.ts`, operation for operation, for two numbers at a time. The tables
// are computed there and copied in: one place decides their last bits.
#pragma once
#include "lanes.h"

extern double ROOTS[64], INVERSES[128], LOGS[128];

#define LN2 0.6931471805599453
#define ROUNDER 6755399441055744.0

/** Two numbers of a table. */
INLINE lanes pick(const double *table, int one, int other) {
  return (lanes)wasm_v128_load64_lane(table + other, wasm_v128_load64_zero(table + one), 1);
}

#define MANTISSA ((1LL << 52) - 1)

/** e^x for x ≤ 0; 0 below −708. */
INLINE lanes exp_of_negative(lanes x) {
  // Adding the rounder leaves the whole number in the low bits: its last six choose the root, the others are the exponent.
  lanes shifted = x * both(64 / LN2) + both(ROUNDER), whole = shifted - both(ROUNDER);
  lanes r = x - whole * both(0.01083042469326756) - whole * both(2.9815858269852933e-12);
  lanes part = pick(ROOTS, ((mask)shifted)[0] & 63, ((mask)shifted)[1] & 63);
  lanes scale = (lanes)((((mask)shifted << 46) & ~MANTISSA) + (1023LL << 52));
  lanes tail = r + r * r * (both(0.5) + r * (both(1.0 / 6) + r * (both(1.0 / 24) + r * both(1.0 / 120))));
  return (lanes)wasm_v128_andnot((v128_t)(scale * (part + part * tail)), (v128_t)(x < both(-708)));
}

/** Logs between their two passes: what is left of a number beside its cell of the table, log of the cell, log of the power of two. */
static double remainders[BLOCK] ALIGNED, cell_logs[BLOCK] ALIGNED, power_logs[BLOCK] ALIGNED;

/**
 * Takes y apart, 1 ≤ y < 2^1023, for {@link log_at} of the same place. In one pass hardly two logs are under way at once, for
 * the chain of each is as long as the processor can look ahead.
 */
INLINE void split(int at, lanes y) {
  v128_t cells = wasm_u64x2_shr((v128_t)y, 45), exponent = wasm_i64x2_sub(wasm_u64x2_shr((v128_t)y, 52), wasm_i64x2_splat(1023));
  int one = wasm_i64x2_extract_lane(cells, 0) & 127, other = wasm_i64x2_extract_lane(cells, 1) & 127;
  lanes half = (lanes)wasm_i64x2_shl(wasm_i64x2_sub(wasm_i64x2_splat(1023), exponent), 52);
  store(remainders + at, y * half * pick(INVERSES, one, other) - both(1));
  store(cell_logs + at, pick(LOGS, one, other));
  v128_t whole = wasm_i32x4_shuffle(exponent, exponent, 0, 2, 0, 2);
  store(power_logs + at, (lanes)wasm_f64x2_convert_low_i32x4(whole) * both(LN2));
}

/** ln of the numbers that were taken apart there. */
INLINE lanes log_at(int at) {
  lanes r = load(remainders + at);
  lanes tail = r * (both(1) - r * (both(0.5) - r * (both(1.0 / 3) - r * (both(0.25) - r * (both(0.2) - r * both(1.0 / 6))))));
  return load(power_logs + at) + (load(cell_logs + at) + tail);
}
