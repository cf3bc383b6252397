/** Similarity of texts, by which a test keeps the catalogue's entries distinct. */

/** Word triples of a text, without punctuation and case; the words themselves when there are fewer than three. */
function triples(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length < 3) return new Set(words);
  return new Set(words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`));
}

/** Jaccard similarity of two sets. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const phrase of a) if (b.has(phrase)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** Finds the two most similar texts of a list. @param texts name and text of each. */
export function closest(texts: readonly (readonly [name: string, text: string])[]): {
  readonly likeness: number;
  readonly names: readonly string[];
} {
  const sets = texts.map(([name, text]) => ({ name, set: triples(text) }));
  let found: { likeness: number; names: readonly string[] } = { likeness: 0, names: [] };
  sets.forEach((entry, i) => {
    for (const other of sets.slice(i + 1)) {
      const likeness = similarity(entry.set, other.set);
      if (likeness > found.likeness) found = { likeness, names: [entry.name, other.name] };
    }
  });
  return found;
}
