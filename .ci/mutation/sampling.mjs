// @ts-check
/** Random draws, repeatable by seed. */

/**
 * Pseudo-random numbers in [0, 1) of a seed.
 *
 * @param {number} seed
 * @source mulberry32, Tommy Ettinger, public domain
 */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * All items in the order of a draw: each next item with a chance in proportion to its count.
 *
 * @template {{ count: number }} T
 * @param {readonly T[]} items
 * @param {() => number} random
 * @returns {Generator<T>}
 */
export function* drawn(items, random) {
  const left = [...items];
  while (left.length > 0) {
    let at = random() * left.reduce((sum, { count }) => sum + count, 0);
    const index = Math.max(
      0,
      left.findIndex(({ count }) => (at -= count) < 0),
    );
    yield* left.splice(index, 1);
  }
}

/**
 * Distributes the places of a sample over groups in proportion to their counts, with at least `fewest` for each.
 *
 * @param {readonly { count: number, fewest: number }[]} groups
 * @param {number} places
 * @returns {number[]}
 */
export function shares(groups, places) {
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const granted = groups.map(({ fewest }) => fewest);
  for (let left = places - granted.reduce((sum, n) => sum + n, 0); left > 0; left--) {
    const missing = groups.map(({ count }, i) => (places * count) / total - (granted[i] ?? 0));
    const next = missing.indexOf(Math.max(...missing));
    granted[next] = (granted[next] ?? 0) + 1;
  }
  return granted;
}
