// Percentile ranks in a long window that is kept in order: `sorted-window.ts` of core, a turn of numbers at a time. All that
// come and go in a turn are known, so that the window stands still while they are looked up; what of the turn itself is
// before a number is counted in bits. Counts are whole numbers, so that no order of adding them changes a bit.
#include "lanes.h"

/** Rows of a block, and the longest window that there is memory for. */
#define ROWS 512
#define LONGEST 4096
/** Numbers of a turn: as many as bits of a word. No window is shorter. */
#define TURN 32
/** Numbers that are copied at once: most stretches between two events are no longer. */
#define PIECE 16
/** A place behind all others. */
#define NOWHERE INT16_MAX

/** A window moves down by that much in a turn: what is written lies a piece behind all that is still to be read. */
#define LAG (TURN + PIECE)
#define DOWN (ROWS / TURN * LAG)

EXPORT double SORTED[DOWN + LONGEST + PIECE] ALIGNED, SLOTS[ROWS] ALIGNED, STEPS[ROWS] ALIGNED;

#define COUNT __builtin_popcount

/** How many of the window are below each value of a turn. Four searches in step, so that none waits for its own compare. */
INLINE void search(const double *sorted, int window, const double *values, int16_t *found) {
  for (int i = 0; i < 2 * TURN; i += 4) {
    const double *a = sorted, *b = sorted, *c = sorted, *d = sorted;
    const double va = values[i], vb = values[i + 1], vc = values[i + 2], vd = values[i + 3];
    for (int left = window; left > 1;) {
      const int half = left >> 1;
      a = a[half - 1] < va ? a + half : a;
      b = b[half - 1] < vb ? b + half : b;
      c = c[half - 1] < vc ? c + half : c;
      d = d[half - 1] < vd ? d + half : d;
      left -= half;
    }
    found[i] = (int16_t)(a - sorted + (*a < va));
    found[i + 1] = (int16_t)(b - sorted + (*b < vb));
    found[i + 2] = (int16_t)(c - sorted + (*c < vc));
    found[i + 3] = (int16_t)(d - sorted + (*d < vd));
  }
}

/** How many of the window are at most `value`. */
INLINE int up_to(const double *sorted, int window, double value) {
  const double *at = sorted;
  for (int left = window; left > 1;) {
    const int half = left >> 1;
    at = at[half - 1] <= value ? at + half : at;
    left -= half;
  }
  return (int)(at - sorted) + (*at <= value);
}

/** Which of 16 places are before `edge`: a byte each. */
INLINE v128_t before16(const int16_t *list, v128_t edge) {
  return wasm_i8x16_narrow_i16x8(wasm_i16x8_lt(wasm_v128_load(list), edge), wasm_i16x8_lt(wasm_v128_load(list + 8), edge));
}

/** Which places of a turn are before `than`: a bit each. */
INLINE uint32_t before(const int16_t *list, int than) {
  const v128_t edge = wasm_i16x8_splat((int16_t)than);
  return wasm_i8x16_bitmask(before16(list, edge)) | (uint32_t)wasm_i8x16_bitmask(before16(list + 16, edge)) << 16;
}

/** How many of a turn's numbers are below each of them. */
INLINE void compare(const double *values, int16_t *below) {
  for (int i = 0; i < TURN; i++) {
    const lanes edge = spread(values + i);
    mask less = {0, 0};
#pragma clang loop unroll(full)
    for (int j = 0; j < TURN; j += 2) less -= (mask)(load(values + j) < edge);
    below[i] = (int16_t)(less[0] + less[1]);
  }
}

/** Copies a stretch of the window, and what stands behind it up to a multiple of a piece. */
INLINE void copy(double *to, const double *from, int stretch) {
  int j = 0;
  do {
#pragma clang loop unroll(full)
    for (int l = 0; l < PIECE; l += 2) store(to + j + l, load(from + j + l));
    j += PIECE;
  } while (j < stretch);
}

/** A number that goes or comes: where in the window, and what then stands there. */
typedef struct {
  double value;
  int place, comes;
} event;

/**
 * A turn of `rows` numbers, `TURN` at most.
 *
 * @param next takes the window after them. @param slots numbers that go; takes those that come. @param steps numbers that come;
 * takes their ranks.
 */
INLINE void turn(const double *sorted, double *next, int window, double *slots, double *steps, int rows) {
  double values[2 * TURN] ALIGNED, *goes = values, *comes = values + TURN;
  int16_t found[2 * TURN] ALIGNED, *out = found, *in = found + TURN, among[TURN] ALIGNED;
  event events[2 * TURN + 1];
  for (int i = 0; i < TURN; i++) {
    goes[i] = i < rows ? slots[i] : __builtin_inf();
    comes[i] = i < rows ? steps[i] + 0.0 : __builtin_inf();
  }
  search(sorted, window, values, found);
  compare(comes, among);
  for (int i = rows; i < TURN; i++) out[i] = in[i] = among[i] = NOWHERE;

  for (int i = 0; i < rows; i++) {
    const uint32_t earlier = (1u << i) - 1, now = earlier * 2 + 1;
    const uint32_t gone = before(out, in[i]), less = before(among, among[i]), most = before(among, among[i] + 1);
    const int stay = in[i] - COUNT(gone & now);
    const int below = stay + COUNT(less & earlier);
    int upto = stay + COUNT(most & earlier) + 1;
    if (in[i] < window && sorted[in[i]] == comes[i]) {
      const int high = up_to(sorted, window, comes[i]);
      upto += high - COUNT(before(out, high) & now) - stay;
    }
    // Events stand in the order of their places: what goes before what comes in there, of equal numbers the earlier one first.
    events[COUNT(gone) + COUNT(less) + COUNT(most & ~less & earlier)] = (event){comes[i], in[i], 1};
    const uint32_t sooner = before(out, out[i]);
    const int equal = COUNT(before(out, out[i] + 1) & ~sooner & earlier);
    events[COUNT(sooner) + equal + COUNT(before(in, out[i] + 1))] = (event){0, out[i] + equal, 0};
    slots[i] = comes[i];
    steps[i] = 100 * (below + 0.5 * (upto - below)) / window;
  }
  events[2 * rows] = (event){0, window, 0};

  int from = 0;
  for (int k = 0; k <= 2 * rows; k++) {
    const event it = events[k];
    copy(next, sorted + from, it.place - from);
    next += it.place - from;
    *next = it.value;
    next += it.comes;
    from = it.place + !it.comes;
  }
}

/**
 * Ranks of `rows` finite numbers, each of which pushes another one out of a full window: `SORTED`, from `DOWN` on. They stand in
 * `STEPS`, as their ranks do then; `SLOTS` has those that go, and then those that came.
 *
 * @returns where the window stands after them.
 */
EXPORT int sortedBlock(int rows, int window) {
  double *sorted = SORTED + DOWN;
  for (int from = 0; from < rows; from += TURN, sorted -= LAG)
    turn(sorted, sorted - LAG, window, SLOTS + from, STEPS + from, rows - from < TURN ? rows - from : TURN);
  return sorted - SORTED;
}
