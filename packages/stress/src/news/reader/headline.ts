/** Parsed headline: tokens, clauses, and the words that a lexicon knows. */

import type { NewsCategory } from '../config.ts';
import type { NewsLexicon, WordTag } from './lexicon.ts';
import { tagged, type Tagged } from './tags.ts';
import { clausesOf, tokensOf, type Clause, type Token } from './tokens.ts';

/** Parts that the rules read. */
export interface ParsedHeadline extends Tagged {
  readonly title: string;
  readonly lexicon: NewsLexicon;
  readonly tokens: readonly Token[];
  readonly clauses: readonly Clause[];
}

/** Event asserted by a clause, before the search for retractions. */
export interface EventFrame {
  readonly category: NewsCategory;
  /** Rule that found it. */
  readonly rule: string;
  /** Sign for a holder, −1 bad … 1 good. */
  readonly sign: -1 | 0 | 1;
  readonly clause: Clause;
  /** Token of its verb or noun. */
  readonly at: number;
}

/** Parses a title. */
export function parsedHeadline(title: string, lexicon: NewsLexicon): ParsedHeadline {
  const tokens = tokensOf(title);
  return { title, lexicon, tokens, clauses: clausesOf(tokens), ...tagged(tokens, lexicon) };
}

/** Text of a clause. */
export function clauseText({ title, tokens }: ParsedHeadline, { from, to }: Clause): string {
  return title.slice(tokens[from]!.start, tokens[to - 1]!.end);
}

/**
 * Returns whether a phrase of a class occurs within the object's reach after a verb.
 *
 * @param head class that becomes the object when it follows directly: a "tax exemption" is not a tax.
 */
export function hasObject(line: ParsedHeadline, tag: WordTag, end: number, to: number, head?: WordTag): boolean {
  return line
    .all(tag, end, Math.min(to, end + line.lexicon.objectReach))
    .some((one) => head === undefined || !line.has(head, one.end, one.end + 1));
}
