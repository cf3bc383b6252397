/** Interval of a median without a law of the values: between two order statistics. */

/**
 * Ranks of the order statistics that hold the median, from 0: the narrowest symmetric pair whose coverage is at least the confidence.
 * It counts on independent values; stories of one hour share its move, so that the true coverage is lower.
 *
 * @param count values.
 * @param confidence within 0…1.
 * @returns null where even the smallest and the largest hold it less often.
 * @source H. A. David and H. N. Nagaraja, Order Statistics, 3rd edition, 2003, section 7.1.
 */
export function medianRanks(count: number, confidence: number): readonly [low: number, high: number] | null {
  // Logarithms, for 2^-count is 0 from 1075 values on.
  let [log, below, low] = [-count * Math.LN2, 0, -1];
  while (low + 1 < count / 2) {
    below += Math.exp(log);
    if (2 * below > 1 - confidence) break;
    low++;
    log += Math.log((count - low) / (low + 1));
  }
  return low < 0 ? null : [low, count - 1 - low];
}
