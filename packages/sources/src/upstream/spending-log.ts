/** Weights of the last window, exact for every span of its length, unlike a token bucket. */

interface Entry {
  weight: number;
  /** End of the request; Infinity while pending. */
  endedAt: number;
}

/** Record of spent weight. Times are ms of one monotonic clock. */
export interface SpendingLog {
  add(weight: number): Entry;
  /** Ends an entry, which weighs for another window. */
  settle(entry: Entry, weight: number, now: number): void;
  total(now: number): number;
  /** Time when the weight fits under a ceiling; Infinity while that depends on pending requests. */
  roomAt(weight: number, ceiling: number, now: number): number;
  /** Time of the last of several grants in this order, if all pending requests ended now. */
  forecast(grants: readonly (readonly [weight: number, ceiling: number])[], now: number): number;
}

/**
 * Creates an empty record of weights.
 * @param windowMs span of the limit, ms.
 */
export function createSpendingLog(windowMs: number): SpendingLog {
  const open = new Set<Entry>();
  // Ordered by end, starting at index `first`.
  let ended: Entry[] = [];
  let first = 0;
  let sum = 0;
  const forget = (now: number): void => {
    for (let entry = ended[first]; entry !== undefined && entry.endedAt + windowMs <= now; entry = ended[first]) {
      sum -= entry.weight;
      first++;
    }
    if (first > 1024 && first * 2 > ended.length) {
      ended = ended.slice(first);
      first = 0;
    }
    if (open.size === 0 && first === ended.length) sum = 0; // Clears the remainder of rounding fractions.
  };
  return {
    add: (weight) => {
      const entry = { weight, endedAt: Infinity };
      open.add(entry);
      sum += weight;
      return entry;
    },
    settle: (entry, weight, now) => {
      open.delete(entry);
      sum += weight - entry.weight;
      entry.weight = weight;
      entry.endedAt = now + 1; // Clocks truncate fractions.
      if (weight > 0) ended.push(entry);
    },
    total: (now) => {
      forget(now);
      return sum;
    },
    roomAt: (weight, ceiling, now) => {
      forget(now);
      let left = sum;
      if (left + weight <= ceiling) return now;
      for (let i = first; i < ended.length; i++) {
        left -= ended[i]!.weight;
        if (left + weight <= ceiling) return ended[i]!.endedAt + windowMs;
      }
      return Infinity;
    },
    forecast: (grants, now) => {
      forget(now);
      let left = sum;
      const leaving = ended
        .slice(first)
        .map((entry): [at: number, weight: number] => [entry.endedAt + windowMs, entry.weight]);
      for (const { weight } of open) leaving.push([now + windowMs, weight]);
      let at = now;
      let next = 0;
      for (const [weight, ceiling] of grants) {
        for (; left + weight > ceiling && next < leaving.length; next++) {
          at = Math.max(at, leaving[next]![0]);
          left -= leaving[next]![1];
        }
        left += weight;
        leaving.push([at + windowMs, weight]);
      }
      return at;
    },
  };
}
