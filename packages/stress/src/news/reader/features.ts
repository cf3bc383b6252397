/** A headline as the classes of words that it has, for models that are compared with the rules. */

import { parsedHeadline } from './headline.ts';
import { NEWS_READER_V1, type NewsLexicon, type WordTag } from './lexicon.ts';
import { readHeadline } from './read.ts';

/**
 * Features of a headline: the classes of words of the lexicon that it has, the rule that found an event, what took it back, and whether the
 * rules read an attack or an act of an authority.
 *
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
