/** Words of the reader, as data under a version. */

import { deepFreeze } from '@barograph/core';
import { ATTACK_WORDS } from './lexicon-attack.ts';
import { BLOCKER_WORDS } from './lexicon-blockers.ts';
import { OTHER_WORDS } from './lexicon-other.ts';
import { REGULATION_WORDS } from './lexicon-regulation.ts';

/** Name of a class of words. */
export type WordTag =
  | keyof typeof ATTACK_WORDS
  | keyof typeof BLOCKER_WORDS
  | keyof typeof OTHER_WORDS
  | keyof typeof REGULATION_WORDS;

/** Words and distances that the reader uses. */
export interface NewsLexicon {
  readonly version: `news-reader/${string}`;
  /**
   * Phrases by tag: separated by spaces, `_` between the words of a phrase, `*` for any ending of the last, `+` for all
   * forms of a verb.
   */
  readonly words: Readonly<Record<WordTag, string>>;
  /** Largest distance between a negation and the verb it denies, words. */
  readonly negationReach: number;
  /** Largest distance between a verb and the object that gives it its meaning, words. */
  readonly objectReach: number;
  /** Share of Latin letters below which a title is in another script, and is not read. */
  readonly latin: number;
}

/** Version 1, written on the tune fold of the labelled headlines. */
export const NEWS_READER_V1: NewsLexicon = deepFreeze<NewsLexicon>({
  version: 'news-reader/1',
  words: { ...ATTACK_WORDS, ...REGULATION_WORDS, ...OTHER_WORDS, ...BLOCKER_WORDS },
  negationReach: 5,
  objectReach: 7,
  latin: 0.6,
});
