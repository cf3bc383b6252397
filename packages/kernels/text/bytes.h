// Text eight and sixteen bytes at a time. Memory is little-endian, so that the first digit of a word is its lowest byte.
#pragma once
#include <stdint.h>
#include <wasm_simd128.h>

#define EXPORT __attribute__((visibility("default")))
#define INLINE static inline __attribute__((always_inline))
#define ALIGNED __attribute__((aligned(16)))

/** Eight times the character 0. */
#define ZEROS 0x3030303030303030ull

INLINE void store8(uint8_t *at, uint64_t word) { __builtin_memcpy(at, &word, 8); }

/** The eight digits of a number below 1e8, zeros before it, as bytes 0 to 9. */
INLINE uint64_t eight(uint64_t number) {
  uint64_t upper = number * 109951163 >> 40; // number / 10,000
  uint64_t fours = upper | (number - 10000 * upper) << 32;
  uint64_t hundreds = (fours * 10486 >> 20) & 0x7f0000007f;
  uint64_t twos = hundreds | (fours - 100 * hundreds) << 16;
  uint64_t tens = (twos * 103 >> 10) & 0x000f000f000f000f;
  return tens | (twos - 10 * tens) << 8;
}
