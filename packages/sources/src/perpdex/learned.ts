/**
 * Arrival times of rows, such that consecutive queries `(from, to]` miss no row: a row never gets a time
 * that an answer has already covered.
 */

/** Arrival times of a feed, epoch ms of the market's clock; never decreasing. */
export interface LearnedOrder {
  /** Time for rows that arrive now. */
  stamp(now: number): number;
  /** Last time that a query up to `to` covers now. */
  covered(to: number, now: number): number;
}

/** Creates a record without arrivals. */
export function createLearnedOrder(): LearnedOrder {
  let last = -Infinity;
  let answered = -Infinity;
  return {
    stamp: (now) => (last = Math.max(last, now, answered + 1)),
    covered: (to, now) => {
      const end = Math.min(to, now);
      answered = Math.max(answered, end);
      return end;
    },
  };
}

/** First index within `[0, count)` with a time after `time`; otherwise `count`. */
export function firstAfter(count: number, learnedAt: (index: number) => number, time: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (learnedAt(middle) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}
