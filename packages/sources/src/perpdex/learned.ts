/**
 * Order in which rows were learned, so that questions about `(from, to]` that join miss nothing: a row never gets a moment
 * that an answer has covered already.
 */

/** Moments of one feed, epoch ms of the market's clock; they never fall. */
export interface LearnedOrder {
  /** The moment of what is learned now. */
  stamp(now: number): number;
  /** The last moment that a question up to `to` covers now. */
  covered(to: number, now: number): number;
}

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

/** First index within `[0, count)` whose moment is after `time`; `count` when there is none. */
export function firstAfter(count: number, learnedAt: (index: number) => number, time: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (learnedAt(middle) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}
