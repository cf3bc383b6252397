// Plain rows of CSV of bars into columns: decimals and ISO-8601 times between delimiters. `csv-plain.ts` of files is the
// reference. It stops before a row that is anything else, or that it cannot read to the last bit: the JavaScript goes on there.
// The double of a cell is the one nearest to its decimal, as the language has it.
#include "bytes.h"

/** Bytes of text, and the most that is read behind them. */
#define TEXT_BYTES 327680
#define SLACK 64
/** Rows of a block, and cells of a row. */
#define ROWS 2048
#define CELLS 64
/** Layout of a block: time, open, high, low, close, volume, and two columns for whoever lays out the rows. */
#define COLUMNS 8
#define VOLUME 5
/** Digits that fit into 64 bits whatever they are. */
#define LONGEST 19
/** Powers of ten up to this one are exact. */
#define EXACT_POWER 22

/** Text of rows. */
EXPORT ALIGNED uint8_t CSV_TEXT[TEXT_BYTES + SLACK];
/** Per cell of a row the column that it is of, or -1. */
EXPORT ALIGNED int8_t CSV_TARGETS[CELLS];
/** The columns, one behind the other. */
EXPORT ALIGNED double CSV_COLUMNS[COLUMNS * ROWS];

static const double POWERS[EXACT_POWER + 1] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/** Offset of the row behind the block. */
static uint32_t next;

INLINE int isDigit(uint32_t byte) { return byte - '0' <= 9; }

/**
 * The double nearest to `mantissa` / 10^`decimals`: 10^k is 5^k 2^k, and the quotient by 5^k is made longer by divisions of
 * what remains, until it has more than the 54 bits that decide; whether anything remains then is its last bit.
 */
static double nearest(uint64_t mantissa, uint32_t decimals) {
  uint64_t divisor = 1;
  for (uint32_t i = 0; i < decimals; i++) divisor *= 5;
  uint64_t quotient = mantissa / divisor;
  uint64_t rest = mantissa % divisor;
  uint32_t power = decimals;
  while (rest != 0 && quotient < (1ull << 55)) {
    uint32_t room = (uint32_t)__builtin_clzll(divisor);
    uint32_t spare = quotient == 0 ? 63 : (uint32_t)__builtin_clzll(quotient);
    uint32_t shift = room < spare ? room : spare;
    rest <<= shift;
    quotient = (quotient << shift) | (rest / divisor);
    rest %= divisor;
    power += shift;
  }
  const union {
    uint64_t bits;
    double value;
  } scale = {.bits = (uint64_t)(1023 - power) << 52};
  return (double)(quotient | (rest != 0)) * scale.value;
}

/** A decimal of any length at `at`. @returns its end, or 0 for none, and for one that is too long. */
static const uint8_t *longNumber(const uint8_t *at, double *value) {
  const int isNegative = *at == '-';
  at += isNegative;
  uint64_t mantissa = 0;
  uint32_t digits = 0;
  uint32_t held = 0;
  uint32_t decimals = 0;
  uint32_t step = 0;
  for (;; at++) {
    const uint32_t byte = *at;
    if (isDigit(byte)) {
      mantissa = mantissa * 10 + (byte - '0');
      digits++;
      held += mantissa != 0;
      decimals += step;
      if (held > LONGEST) return 0;
    } else if (byte == '.' && step == 0) {
      step = 1;
    } else {
      break;
    }
  }
  if (digits == 0 || decimals > EXACT_POWER) return 0;
  const double size = mantissa < (1ull << 53) ? (double)(int64_t)mantissa / POWERS[decimals] : nearest(mantissa, decimals);
  *value = isNegative ? -size : size;
  return at;
}

/** Indices of the lanes of a vector, moved by loads from the middle on; what is before the first is no index. */
static const ALIGNED int8_t LANES[32] = {-16, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1,
                                         0,   1,   2,   3,   4,   5,   6,   7,  8,  9,  10, 11, 12, 13, 14, 15};

/**
 * The decimal at `at`. Sixteen bytes hold most of them, from the first digit to what is behind the last: the digits are moved to
 * the end of a vector and over the point, and added up in pairs, fours and eights.
 *
 * @returns as `longNumber` does.
 */
INLINE const uint8_t *number(const uint8_t *at, double *value) {
  const v128_t digits = wasm_i8x16_sub(wasm_v128_load(at), wasm_i8x16_splat('0'));
  // what is above 9 has its highest bit set by 118 more
  const uint32_t others = wasm_i8x16_bitmask(wasm_u8x16_add_sat(digits, wasm_i8x16_splat(118)));
  if (__builtin_expect((others & 1) | (others == 0), 0)) return longNumber(at, value);
  const int first = __builtin_ctz(others);
  int end = first;
  v128_t source = wasm_v128_load(LANES + first);
  double scale = 1;
  if (at[first] == '.') {
    const uint32_t behind = others & (others - 1);
    if (__builtin_expect(behind == 0, 0)) return longNumber(at, value);
    end = __builtin_ctz(behind);
    source = wasm_v128_load(LANES + end);
    source = wasm_i8x16_add(source, wasm_i8x16_le(source, wasm_i8x16_splat((int8_t)first)));
    scale = POWERS[end - first - 1];
  }
  const v128_t placed = wasm_i8x16_swizzle(digits, source); // no index is a zero
  const v128_t pairs = wasm_u16x8_shr(wasm_i16x8_mul(placed, wasm_i16x8_splat(2561)), 8); // 10 a + b, of a + 256 b
  const v128_t fours = wasm_i32x4_dot_i16x8(pairs, wasm_i16x8_const(100, 1, 100, 1, 100, 1, 100, 1));
  const v128_t packed = wasm_u16x8_narrow_i32x4(fours, fours);
  const v128_t eights = wasm_i32x4_dot_i16x8(packed, wasm_i16x8_const(10000, 1, 10000, 1, 10000, 1, 10000, 1));
  const int64_t both = wasm_i64x2_extract_lane(eights, 0);
  *value = (double)((both & 0xffffffff) * 100000000 + (both >> 32)) / scale;
  return at + end;
}

/** Two digits; 100 or more for anything else. */
INLINE uint32_t two(const uint8_t *at) {
  const uint32_t upper = (uint32_t)at[0] - '0';
  const uint32_t lower = (uint32_t)at[1] - '0';
  return upper <= 9 && lower <= 9 ? upper * 10 + lower : 1000;
}

/** Days from 1970 to a date of the Gregorian calendar. */
INLINE int32_t daysTo(uint32_t year, uint32_t month, uint32_t day) {
  const uint32_t y = year - (month <= 2);
  const uint32_t shifted = (month + 9) % 12; // March is the first, so that the leap day is the last
  return (int32_t)(365 * y + y / 4 - y / 100 + y / 400 + (153 * shifted + 2) / 5 + day - 1) - 719468;
}

INLINE uint32_t daysOf(uint32_t year, uint32_t month) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return 30 + ((month + (month >> 3)) & 1);
}

/** The ISO-8601 time at `at`: a day, with hours and minutes or seconds or without, in UTC. @returns its end, or 0. */
static const uint8_t *isoTime(const uint8_t *at, double *value) {
  const uint32_t upper = two(at);
  const uint32_t lower = two(at + 2);
  const uint32_t month = two(at + 5);
  const uint32_t day = two(at + 8);
  if (upper > 99 || lower > 99 || at[4] != '-' || at[7] != '-' || month - 1 > 11 || day > 99) return 0;
  const uint32_t year = upper * 100 + lower;
  if (year < 100 || day == 0 || day > daysOf(year, month)) return 0;
  uint32_t seconds = 0;
  const int32_t days = daysTo(year, month, day);
  at += 10;
  if (*at == 'T' || (*at == ' ' && at[3] == ':')) {
    const uint32_t hour = two(at + 1);
    const uint32_t minute = two(at + 4);
    if (at[3] != ':' || hour > 23 || minute > 59) return 0;
    seconds = (hour * 60 + minute) * 60;
    at += 6;
    if (*at == ':') {
      const uint32_t second = two(at + 1);
      if (second > 59) return 0;
      seconds += second;
      at += 3;
    }
    if (*at == 'Z') at++;
    else if (*at == '+' && two(at + 1) == 0 && at[3] == ':' && two(at + 4) == 0) at += 6;
  }
  *value = (double)(((int64_t)days * 86400 + seconds) * 1000);
  return at;
}

/** Passes a cell that is in no column. @returns its end, or 0 for one within quotes. */
INLINE const uint8_t *skip(const uint8_t *at, uint8_t delimiter) {
  if (*at == '"') return 0;
  const uint8_t *start = at;
  const v128_t marks = wasm_i8x16_splat((int8_t)delimiter);
  const v128_t feeds = wasm_i8x16_splat('\n');
  for (;; at += 16) {
    const v128_t bytes = wasm_v128_load(at);
    const uint32_t found =
        wasm_i8x16_bitmask(wasm_v128_or(wasm_i8x16_eq(bytes, marks), wasm_i8x16_eq(bytes, feeds)));
    if (found == 0) continue;
    at += __builtin_ctz(found);
    break;
  }
  return *at == '\n' && at > start && at[-1] == '\r' ? at - 1 : at;
}

/**
 * Reads plain rows of the text in [from, end), a block at most; `end` is behind a line feed.
 *
 * `cells`: of a row, CELLS at most. `isText`: whether times are ISO-8601. A time whose size lies within
 * [leastDate, endOfDates) is left to the JavaScript, which knows dates written as numbers.
 *
 * @returns the number of rows; `csvNext` says where the one behind them begins.
 */
EXPORT uint32_t csvRows(uint32_t from, uint32_t end, uint32_t cells, uint32_t mark, uint32_t isText, double leastDate,
                        double endOfDates) {
  const uint8_t delimiter = (uint8_t)mark;
  const uint8_t *at = CSV_TEXT + from;
  const uint8_t *const stop = CSV_TEXT + end;
  const uint8_t *row = at;
  const int hasDates = leastDate < endOfDates;
  uint32_t rows = 0;
  for (; rows < ROWS && at < stop; rows++) {
    for (uint32_t cell = 0; cell < cells; cell++) {
      if (cell != 0 && *at++ != delimiter) goto done;
      const int target = CSV_TARGETS[cell];
      if (target == -1) {
        at = skip(at, delimiter);
        if (at == 0) goto done;
        continue;
      }
      double value;
      if (target == 0 && isText) {
        at = isoTime(at, &value);
        if (at == 0) goto done;
      } else {
        at = number(at, &value);
        if (at == 0) goto done;
      }
      CSV_COLUMNS[target * ROWS + rows] = value;
    }
    if (*at == '\r') at++;
    if (*at++ != '\n') goto done;
    if (hasDates) {
      const double time = __builtin_fabs(CSV_COLUMNS[rows]);
      if (time >= leastDate && time < endOfDates) goto done;
    }
    row = at;
  }
done:
  next = (uint32_t)(row - CSV_TEXT);
  return rows;
}

/** Offset of the row behind the last block. */
EXPORT uint32_t csvNext(void) { return next; }

/**
 * Tells whether the first rows of the block keep the rules of bars, times aside: prices within [leastPrice, mostPrice], the low at
 * most the open and the close, the high at least; volumes within [0, mostVolume], and close × volume at most mostNotional.
 */
EXPORT uint32_t csvSound(uint32_t rows, double leastPrice, double mostPrice, double mostVolume, double mostNotional) {
  if (rows & 1) { // the odd one is checked twice
    for (uint32_t i = 1; i <= VOLUME; i++) CSV_COLUMNS[i * ROWS + rows] = CSV_COLUMNS[i * ROWS + rows - 1];
  }
  const v128_t least = wasm_f64x2_splat(leastPrice);
  const v128_t most = wasm_f64x2_splat(mostPrice);
  const v128_t volumes = wasm_f64x2_splat(mostVolume);
  const v128_t notionals = wasm_f64x2_splat(mostNotional);
  const v128_t zero = wasm_f64x2_splat(0);
  v128_t sound = wasm_i64x2_splat(-1);
  for (uint32_t i = 0; i < rows; i += 2) {
    const v128_t open = wasm_v128_load(CSV_COLUMNS + ROWS + i);
    const v128_t high = wasm_v128_load(CSV_COLUMNS + 2 * ROWS + i);
    const v128_t low = wasm_v128_load(CSV_COLUMNS + 3 * ROWS + i);
    const v128_t close = wasm_v128_load(CSV_COLUMNS + 4 * ROWS + i);
    const v128_t volume = wasm_v128_load(CSV_COLUMNS + 5 * ROWS + i);
    const v128_t low2 = wasm_v128_and(wasm_f64x2_ge(low, least), wasm_v128_and(wasm_f64x2_le(low, open), wasm_f64x2_le(low, close)));
    const v128_t high2 = wasm_v128_and(wasm_f64x2_le(high, most), wasm_v128_and(wasm_f64x2_ge(high, open), wasm_f64x2_ge(high, close)));
    const v128_t volume2 = wasm_v128_and(wasm_f64x2_ge(volume, zero), wasm_f64x2_le(volume, volumes));
    const v128_t notional2 = wasm_f64x2_le(wasm_f64x2_mul(close, volume), notionals);
    sound = wasm_v128_and(sound, wasm_v128_and(wasm_v128_and(low2, high2), wasm_v128_and(volume2, notional2)));
  }
  return wasm_i64x2_all_true(sound);
}
