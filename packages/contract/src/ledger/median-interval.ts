/** Distribution-free interval of a median, between two order statistics. */

/**
 * Ranks of the order statistics around the median, from 0: the narrowest symmetric pair whose coverage reaches the confidence.
 * It assumes independent values; stories of one hour share its move, so the true coverage is lower.
 *
 * @param count number of values.
 * @param confidence within 0…1.
 * @returns null when even the smallest and the largest value cover the median less often.
 * @source H. A. David and H. N. Nagaraja, Order Statistics, 3rd edition, 2003, section 7.1.
 */
export function medianRanks(count: number, confidence: number): readonly [low: number, high: number] | null {
  // Logarithms, because 2^-count underflows at 1075 values.
  let [log, below, low] = [-count * Math.LN2, 0, -1];
  while (low + 1 < count / 2) {
    below += Math.exp(log);
    if (2 * below > 1 - confidence) break;
    low++;
    log += Math.log((count - low) / (low + 1));
  }
  return low < 0 ? null : [low, count - 1 - low];
}
