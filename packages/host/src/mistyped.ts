/** The word that was most likely meant by one that does not exist. */

/** Changes of one letter that make `b` of `a`: added, left out, replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}

/**
 * A hint at the nearest of `words`, or nothing when none is near: at most two letters apart, and less than half of them.
 *
 * @example
 * didYouMean('--prot', ['--port', '--host']) // ' (did you mean --port?)'
 */
export function didYouMean(got: string, words: readonly string[]): string {
  const letters = got.replace(/^-+/, '').length;
  const [nearest] = words
    .map((word) => ({ word, apart: distance(got, word) }))
    .filter(({ apart }) => apart <= 2 && 2 * apart <= letters)
    .sort((a, b) => a.apart - b.apart);
  return nearest === undefined ? '' : ` (did you mean ${nearest.word}?)`;
}
