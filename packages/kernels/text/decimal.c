// The shortest decimal of a double by R. Giulietti, "The Schubfach way to render doubles" (2020): of the decimals within the
// rounding interval those with the fewest digits, of them the nearest, of two as near the even one. A single product: the ends
// of the interval lie a shifted power of ten away from it.
#include "decimal.h"

#define LEAST_POWER -292
#define POWERS 617
/** floor(10^k / 2^(floor(log2(10^k)) - 125)) + 1 for k from LEAST_POWER on: lower and upper 64 bits. Computed at the start. */
EXPORT ALIGNED uint64_t POWERS_OF_TEN[2 * POWERS];

/** floor(e log10(2)), floor(log10(3/4 · 2^e)) and floor(e log2(10)), of all exponents that doubles have. */
INLINE int32_t log10Of2(int32_t e) { return (int32_t)((e * 661971961083ll) >> 41); }
INLINE int32_t log10Of2Less(int32_t e) { return (int32_t)((e * 661971961083ll - 274743187321ll) >> 41); }
INLINE int32_t log2Of10(int32_t e) { return (int32_t)((e * 913124641741ll) >> 38); }

/** Upper and lower half of a product. */
typedef struct {
  uint64_t upper, lower;
} product;

INLINE product times(uint64_t a, uint64_t b) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, one = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)one;
  return (product){a1 * b1 + (one >> 32) + (other >> 32), other << 32 | (uint32_t)low};
}

/** Twice a number of 128 bits, without its lower half but for a last bit that says whether anything was there. */
INLINE uint64_t odd(uint64_t upper, uint64_t lower) { return upper << 1 | lower >> 63 | (lower << 1 != 0); }

/** Digits and power of ten of the shortest decimal; the digits may end in zeros. */
typedef struct {
  uint64_t digits;
  int32_t power;
} decimal;

INLINE decimal shortest(uint64_t fraction, uint32_t biased) {
  uint64_t c = biased == 0 ? fraction : fraction | 1ull << 52;
  int32_t q = (biased == 0 ? 1 : (int32_t)biased) - 1075;
  int lopsided = fraction == 0 && biased > 1;
  int32_t k = lopsided ? log10Of2Less(q) : log10Of2(q);
  int32_t h = q + log2Of10(-k) + 2;
  const uint64_t *g = POWERS_OF_TEN + 2 * (-k - LEAST_POWER);
  uint64_t g0 = g[0], g1 = g[1];

  product low = times(g0, c << 2 << h), high = times(g1, c << 2 << h);
  uint64_t middle = high.lower + low.upper;
  uint64_t upper = high.upper + (middle < high.lower);
  uint64_t step0 = g0 << 1 << h, step1 = g1 << 1 << h | g0 >> (63 - h), step2 = g1 >> (63 - h);
  uint64_t above0 = low.lower + step0;
  uint64_t carry = above0 < step0;
  uint64_t above1 = middle + step1, above1c = above1 + carry;
  uint64_t above2 = upper + step2 + (above1 < step1) + (above1c < carry);
  if (lopsided) {
    step0 = step0 >> 1 | step1 << 63;
    step1 = step1 >> 1 | step2 << 63;
    step2 >>= 1;
  }
  uint64_t borrow = low.lower < step0;
  uint64_t below1 = middle - step1, below1b = below1 - borrow;
  uint64_t below2 = upper - step2 - (middle < step1) - (below1 < borrow);

  uint64_t exclusive = c & 1;
  uint64_t least = odd(below2, below1b) + exclusive, value = odd(upper, middle), most = odd(above2, above1c) - exclusive;
  uint64_t s = value >> 2;
  uint64_t ten = s / 10 * 10;
  int isTen = least <= ten << 2, isNext = (ten + 10) << 2 <= most;
  if (isTen != isNext) return (decimal){isTen ? ten : ten + 10, k};
  int isHere = least <= s << 2, isAbove = (s + 1) << 2 <= most;
  uint64_t middleOfBoth = (2 * s + 1) << 1;
  int up = isHere != isAbove ? isAbove : value > middleOfBoth || (value == middleOfBoth && (s & 1));
  return (decimal){s + (uint64_t)up, k};
}

/** Sixteen times the place of a byte, and moves by a place from some byte on: a window of it at 16 − n leaves n bytes where they are. */
static const uint8_t PLACES[16] ALIGNED = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const uint8_t MOVES[32] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

/** Writes a whole number below 1e8 without zeros before it. */
INLINE uint8_t *writeSmall(uint8_t *to, uint64_t number) {
  uint64_t digits = eight(number);
  uint32_t zeros = (uint32_t)__builtin_ctzll(digits | 1ull << 56) >> 3;
  store8(to, (digits | ZEROS) >> (8 * zeros));
  return to + 8 - zeros;
}

/** Writes a whole number below 2^53. */
INLINE uint8_t *writeWhole(uint8_t *to, double value) {
  if (value < 1e8) return writeSmall(to, (uint64_t)(int64_t)value);
  uint64_t number = (uint64_t)(int64_t)value;
  uint64_t head = number / 100000000;
  to = writeSmall(to, head);
  store8(to, eight(number - head * 100000000) | ZEROS);
  return to + 8;
}

/** Writes `e+21` or `e-7`. */
static uint8_t *writeExponent(uint8_t *to, int32_t exponent) {
  *to++ = 'e';
  *to++ = exponent < 0 ? '-' : '+';
  return writeSmall(to, (uint64_t)(exponent < 0 ? -exponent : exponent));
}

/** Writes seventeen digits, the first of which is not 0, with as many of them before the point. */
static uint8_t *writeDigits(uint8_t *to, uint64_t number, int32_t before) {
  uint64_t head = number / 100000000;
  uint64_t first = head / 100000000;
  uint64_t upper = eight(head - first * 100000000), lower = eight(number - head * 100000000);
  // digits that are left when the zeros at the end are not written
  int32_t length = 17 - (int32_t)(lower != 0 ? __builtin_clzll(lower) >> 3 : 8 + (upper != 0 ? __builtin_clzll(upper) >> 3 : 8));
  v128_t digits = wasm_i64x2_make((int64_t)(upper | ZEROS), (int64_t)(lower | ZEROS));
  uint8_t lead = (uint8_t)('0' + first);
  if (before > 21 || before < -5) {
    to[0] = lead;
    wasm_v128_store(to + 2, digits);
    to[1] = '.';
    return writeExponent(to + (length > 1 ? length + 1 : 1), before - 1);
  }
  if (before <= 0) {
    store8(to, ZEROS ^ (uint64_t)('0' ^ '.') << 8);
    to += 2 - before;
    to[0] = lead;
    wasm_v128_store(to + 1, digits);
    return to + length;
  }
  to[0] = lead;
  if (before >= length) { // whole: zeros up to the point
    wasm_v128_store(to + 1, digits);
    store8(to + 17, ZEROS);
    return to + before;
  }
  // the digits behind the point first, a place further on; over them those before it
  v128_t moved = wasm_i8x16_sub(wasm_v128_load(PLACES), wasm_v128_load(MOVES + 17 - before));
  wasm_v128_store(to + 2, digits);
  wasm_v128_store(to + 1, wasm_i8x16_swizzle(digits, moved));
  to[before] = '.';
  return to + length + 1;
}

uint8_t *writeDouble(uint8_t *to, double value) {
  if (value != value) return to;
  uint64_t bits;
  __builtin_memcpy(&bits, &value, 8);
  double size = __builtin_fabs(value);
  *to = '-';
  to += value < 0;
  if (size < 9007199254740992.0 && size == __builtin_trunc(size)) return writeWhole(to, size);
  uint32_t biased = (uint32_t)(bits >> 52) & 0x7ff;
  if (biased == 0x7ff) {
    __builtin_memcpy(to, "Infinity", 8);
    return to + 8;
  }
  decimal number = shortest(bits & 0xfffffffffffffull, biased);
  int32_t before = number.power + 17;
  while (number.digits < 10000000000000000ull) { // at once, but for subnormals
    number.digits *= 10;
    before--;
  }
  return writeDigits(to, number.digits, before);
}
