/** Finds phrases of the lexicon in a headline. */

import { inflected } from './inflect.ts';
import type { NewsLexicon, WordTag } from './lexicon.ts';
import type { Token } from './tokens.ts';

/** Phrase of the lexicon. */
interface Phrase {
  readonly tag: WordTag;
  readonly words: readonly string[];
  /** Whether its last word may have any ending. */
  readonly isStem: boolean;
}

/** Phrase found, by the indexes of its tokens. */
export interface Found {
  readonly at: number;
  /** Index after its last token. */
  readonly end: number;
}

/** Positions of each word class in one headline. */
export interface Tagged {
  /** First phrase of a class that starts within `from`…`to` (exclusive); undefined without one. */
  first(tag: WordTag, from?: number, to?: number): Found | undefined;
  all(tag: WordTag, from?: number, to?: number): readonly Found[];
  has(tag: WordTag, from?: number, to?: number): boolean;
}

/** Classes in which half of a hyphenated word also counts. */
const HALVES: ReadonlySet<WordTag> = new Set<WordTag>(['crypto', 'asset', 'authority', 'past', 'foreign', 'fiction']);

type Compiled = ReadonlyMap<string, readonly Phrase[]>;
const compiled = new WeakMap<NewsLexicon, Compiled>();

/** Phrases by the first three characters of their first word, compiled once per lexicon. */
function phrasesOf(lexicon: NewsLexicon): Compiled {
  const known = compiled.get(lexicon);
  if (known !== undefined) return known;
  const phrases = new Map<string, Phrase[]>();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
  for (const [tag, text] of Object.entries(lexicon.words) as readonly (readonly [WordTag, string])[]) {
    for (const phrase of text.split(/\s+/).filter((entry) => entry !== '')) {
      const isStem = phrase.endsWith('*');
      const [first = '', ...rest] = (isStem ? phrase.slice(0, -1) : phrase).split('_');
      for (const word of first.endsWith('+') ? inflected(first.slice(0, -1)) : [first]) {
        const key = word.slice(0, 3);
        phrases.set(key, [...(phrases.get(key) ?? []), { tag, words: [word, ...rest], isStem }]);
      }
    }
  }
  compiled.set(lexicon, phrases);
  return phrases;
}

function fits({ words, isStem, tag }: Phrase, tokens: readonly Token[], at: number): boolean {
  if (words.length === 1 && tokens[at]!.isJoined && !HALVES.has(tag)) return false;
  return words.every((word, k) => {
    const here = tokens[at + k]?.word;
    return isStem && k === words.length - 1 ? here?.startsWith(word) === true : here === word;
  });
}

/** Finds every phrase of a lexicon in the tokens of a headline. */
export function tagged(tokens: readonly Token[], lexicon: NewsLexicon): Tagged {
  const phrases = phrasesOf(lexicon);
  const found = new Map<WordTag, Found[]>();
  for (let at = 0; at < tokens.length; at++) {
    for (const phrase of phrases.get(tokens[at]!.word.slice(0, 3)) ?? []) {
      if (!fits(phrase, tokens, at)) continue;
      const list = found.get(phrase.tag) ?? [];
      list.push({ at, end: at + phrase.words.length });
      found.set(phrase.tag, list);
    }
  }
  const all = (tag: WordTag, from = 0, to = Infinity): readonly Found[] =>
    (found.get(tag) ?? []).filter(({ at }) => at >= from && at < to);
  return {
    all,
    first: (tag, from, to) => all(tag, from, to).at(0),
    has: (tag, from, to) => all(tag, from, to).length > 0,
  };
}
