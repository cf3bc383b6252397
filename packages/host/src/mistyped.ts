/** Suggests the word most likely meant by an unknown one. */

/** Edit distance: letters added, removed or replaced to turn `a` into `b`. */
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
 * Suggests the nearest of `words`; returns an empty text when all differ by more than two letters, or by more than half
 * of the letters in `got`.
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
