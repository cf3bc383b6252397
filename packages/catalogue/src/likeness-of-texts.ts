/** Likeness of texts: the test of the catalogue holds its entries apart by it. */

/** Word triples of a text, without marks and case; the words themselves of one of fewer than three. */
function triples(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length < 3) return new Set(words);
  return new Set(words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`));
}

/** Jaccard similarity of two sets. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const one of a) if (b.has(one)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** The two texts of a list that are most alike. @param texts name and text of each. */
export function closest(texts: readonly (readonly [name: string, text: string])[]): {
  readonly likeness: number;
  readonly names: readonly string[];
} {
  const sets = texts.map(([name, text]) => ({ name, set: triples(text) }));
  let found: { likeness: number; names: readonly string[] } = { likeness: 0, names: [] };
  sets.forEach((one, i) => {
    for (const other of sets.slice(i + 1)) {
      const likeness = similarity(one.set, other.set);
      if (likeness > found.likeness) found = { likeness, names: [one.name, other.name] };
    }
  });
  return found;
}
