/** Suggests existing names that resemble an unknown one. */

/** Most suggestions. */
const MOST = 5;

/**
 * Edit distance of two words: letters changed, added, removed or swapped. @source Damerau–Levenshtein, optimal string
 * alignment.
 */
function distance(first: string, second: string): number {
  let before: number[] = [];
  let last = Array.from({ length: second.length + 1 }, (_, j) => j);
  for (let i = 1; i <= first.length; i++) {
    const row = [i];
    for (let j = 1; j <= second.length; j++) {
      const same = first[i - 1] === second[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && first[i - 1] === second[j - 2] && first[i - 2] === second[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1);
      }
      row.push(cost);
    }
    [before, last] = [last, row];
  }
  return last[second.length]!;
}

/**
 * Names within two edits of `name`, or that begin with it, nearest first; five at most. Ignores case.
 *
 * @example
 * nearestNames(['BTC', 'DOGE'], 'btx'); // → [ 'BTC' ]
 */
export function nearestNames(names: Iterable<string>, name: string): readonly string[] {
  const upper = name.toUpperCase();
  const scored: (readonly [cost: number, name: string])[] = [];
  for (const candidate of new Set(names)) {
    const other = candidate.toUpperCase();
    const isStart = upper.length > 1 && other.startsWith(upper);
    if (!isStart && Math.abs(other.length - upper.length) > 2) continue;
    const cost = isStart ? 0.5 : distance(upper, other);
    if (cost <= 2 && cost < upper.length) scored.push([cost, candidate]);
  }
  return scored
    .sort(([a, one], [b, other]) => (a === b ? (one < other ? -1 : 1) : a - b))
    .slice(0, MOST)
    .map(([, candidate]) => candidate);
}
