// Percentile ranks by counting the window: `rank.ts` of core. Counts are whole numbers, so that no order of adding them
// changes a bit.
#include "lanes.h"

/** Rows of a block, and the longest window; the values before a block stand before it. */
#define ROWS 2048
#define WINDOW 150

EXPORT double VALUES[ROWS + WINDOW] ALIGNED, RANKS[ROWS] ALIGNED;

/** Rank of the last of `count` values, within 0…100. */
INLINE double rank(const double *values, int count) {
  const lanes newest = spread(values + count - 1);
  mask below = {0, 0}, up_to = {0, 0};
  int j = 0;
  for (; j + 1 < count; j += 2) {
    lanes value = load(values + j);
    below -= (mask)(value < newest);
    up_to -= (mask)(value <= newest);
  }
  // An odd window ends with its newest value, which is not below itself.
  int less = (int)(below[0] + below[1]), most = (int)(up_to[0] + up_to[1]) + (j < count);
  return 100 * (less + 0.5 * (most - less)) / count;
}

/** Ranks of `rows` rows that begin at `from`. @returns 1, with nothing written, for a value that is not finite. */
EXPORT int rankBlock(int from, int rows, int window, int least) {
  const lanes infinity = both(__builtin_inf());
  mask usable = {-1, -1};
  for (int i = 0; i < from + rows; i++) {
    lanes value = spread(VALUES + i);
    usable &= (value < infinity) & (-value < infinity);
  }
  if (any(~usable)) return 1;
  for (int t = 0; t < rows; t++) {
    int count = from + t + 1 < window ? from + t + 1 : window;
    RANKS[t] = count < least ? __builtin_nan("") : rank(VALUES + from + t + 1 - count, count);
  }
  return 0;
}
