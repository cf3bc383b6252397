/** Headline as the word classes it contains, for models compared with the rules. */

import { parsedHeadline } from './headline.ts';
import { NEWS_READER_V1, type NewsLexicon, type WordTag } from './lexicon.ts';
import { readHeadline } from './read.ts';

/**
 * Features of a headline: its word classes in the lexicon, the rule that found an event, the reason that retracted it,
 * and whether the rules read an attack or an act of an authority.
 *
 * @param lexicon word lists. @default NEWS_READER_V1
 * @example
 * newsFeatures('Bridge hacked').has('tag:attack'); // → true
 */
export function newsFeatures(title: string, lexicon: NewsLexicon = NEWS_READER_V1): ReadonlySet<string> {
  const line = parsedHeadline(title, lexicon);
  const { rule, blocker, category } = readHeadline(title, lexicon);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
  const tags = (Object.keys(lexicon.words) as readonly WordTag[]).filter((tag) => line.has(tag));
  return new Set([
    ...tags.map((tag) => `tag:${tag}`),
    ...(rule === null ? [] : [`rule:${rule}`]),
    ...(blocker === null ? [] : [`blocker:${blocker}`]),
    ...(category === null ? [] : [`read:${category}`]),
  ]);
}
