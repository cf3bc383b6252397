/** Options of the search index, shared by build and reader. */

import type { Options } from 'minisearch';

/** Indexed page: texts by their weight. */
export interface IndexedPage {
  readonly id: string;
  readonly title: string;
  readonly aliases: string;
  readonly slug: string;
  readonly tags: string;
  readonly summary: string;
  readonly text: string;
}

/** Words without meaning for the search. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be but by for from has have how if in into is it its no not of on or so such than that the their then there these they this to was what when which with'.split(
    ' ',
  ),
);

/** Longest word that may be mistyped, letters: the cost of a fuzzy search grows with the length. */
const FUZZY_MOST = 20;

/** Options of MiniSearch. A change of them, or of {@link IndexedPage}, is a new schema version of the index. */
export const SEARCH_OPTIONS: Options<IndexedPage> = {
  fields: ['title', 'aliases', 'slug', 'tags', 'summary', 'text'],
  processTerm: (term) => {
    const word = term.toLowerCase();
    return STOP_WORDS.has(word) ? null : word;
  },
  searchOptions: {
    boost: { title: 6, aliases: 5, slug: 5, tags: 2, summary: 2, text: 1 },
    prefix: (term) => term.length >= 3,
    fuzzy: (term) => (term.length >= 5 && term.length <= FUZZY_MOST ? 0.2 : false),
    maxFuzzy: 2,
    weights: { fuzzy: 0.2, prefix: 0.4 },
  },
};
