/** Known names similar to an unknown one. */

/** Edit distance of two words, letters. */
export function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}

/**
 * Names of a list by distance from a word, nearest first, then in list order.
 *
 * @param longest letters of the word that are compared, because names are short
 */
export function nearest(word, names, most = 5, longest = 24) {
  const wanted = word.slice(0, longest).toUpperCase();
  const scored = [...new Set(names)].map((name, place) => {
    const upper = name.toUpperCase();
    const isPart = wanted.length > 1 && (upper.startsWith(wanted) || wanted.startsWith(upper));
    return { name, place, far: isPart ? 1 : distance(wanted, upper) };
  });
  // A name that differs by more than half of its letters is a different word.
  const near = scored.filter(({ far, name }) => far <= Math.max(1, Math.max(wanted.length, name.length) / 2));
  return near
    .toSorted((a, b) => a.far - b.far || a.place - b.place)
    .slice(0, most)
    .map(({ name }) => name);
}
