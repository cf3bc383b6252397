// Two doubles side by side, and what plain C operators do not say about them. `+ - * /` work lane by lane and round as
// JavaScript's do: WebAssembly has no fused multiply-add, and the module is built without any licence to reorder.
#pragma once
#include <stdint.h>
#include <wasm_simd128.h>

typedef double lanes __attribute__((vector_size(16)));
typedef long long mask __attribute__((vector_size(16)));

#define EXPORT __attribute__((visibility("default")))
#define INLINE static inline __attribute__((always_inline))
#define ALIGNED __attribute__((aligned(16)))

/** Rows of a block of the Markov chain; `BLOCK` of the JavaScript. */
#define BLOCK 256
/** Rows that the filter has memory for, and from a column to the next: a line more, so that their rows share no set of a cache. */
#define STRETCH 2048
#define STRIDE (STRETCH + 8)
/** Most states, and features, that there is memory for. */
#define STATES 12
#define FEATURES 8

INLINE lanes both(double x) { return (lanes){x, x}; }
INLINE lanes load(const double *at) { return (lanes)wasm_v128_load(at); }
/** One double in both lanes. */
INLINE lanes spread(const double *at) { return (lanes)wasm_v128_load64_splat(at); }
INLINE void store(double *at, lanes x) { wasm_v128_store(at, (v128_t)x); }
INLINE lanes first(lanes a) { return __builtin_shufflevector(a, a, 0, 0); }
INLINE lanes second(lanes a) { return __builtin_shufflevector(a, a, 1, 1); }
/** First lanes of two, and second lanes of two. */
INLINE lanes firsts(lanes a, lanes b) { return __builtin_shufflevector(a, b, 0, 2); }
INLINE lanes seconds(lanes a, lanes b) { return __builtin_shufflevector(a, b, 1, 3); }
/** `a < b ? b : a` and `b < a ? b : a`. */
INLINE lanes larger(lanes a, lanes b) { return (lanes)wasm_f64x2_pmax((v128_t)a, (v128_t)b); }
INLINE lanes smaller(lanes a, lanes b) { return (lanes)wasm_f64x2_pmin((v128_t)a, (v128_t)b); }
INLINE lanes root(lanes a) { return (lanes)wasm_f64x2_sqrt((v128_t)a); }
/** The number where the mask is set, and +0 elsewhere. */
INLINE lanes where(mask m, lanes a) { return (lanes)(m & (mask)a); }
INLINE lanes choose(mask m, lanes yes, lanes no) { return (lanes)wasm_v128_bitselect((v128_t)yes, (v128_t)no, (v128_t)m); }
INLINE int any(mask m) { return wasm_v128_any_true((v128_t)m); }
