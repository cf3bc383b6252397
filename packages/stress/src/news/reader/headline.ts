/** A headline taken apart: tokens, clauses, and the words that a lexicon knows. */

import type { NewsCategory } from '../config.ts';
import type { NewsLexicon, WordTag } from './lexicon.ts';
import { tagged, type Tagged } from './tags.ts';
import { clausesOf, tokensOf, type Clause, type Token } from './tokens.ts';

/** Parts that rules look at. */
export interface ParsedHeadline extends Tagged {
  readonly title: string;
  readonly lexicon: NewsLexicon;
  readonly tokens: readonly Token[];
  readonly clauses: readonly Clause[];
}

/** An event that a clause asserts, before anything that takes it back was looked for. */
export interface EventFrame {
  readonly category: NewsCategory;
  /** Rule that found it. */
  readonly rule: string;
  /** −1 bad for a holder … 1 good. */
  readonly sign: -1 | 0 | 1;
  readonly clause: Clause;
  /** Token of its verb or noun. */
  readonly at: number;
}

/** Takes a title apart. */
export function parsedHeadline(title: string, lexicon: NewsLexicon): ParsedHeadline {
  const tokens = tokensOf(title);
  return { title, lexicon, tokens, clauses: clausesOf(tokens), ...tagged(tokens, lexicon) };
}

/** Text of a clause. */
export function clauseText({ title, tokens }: ParsedHeadline, { from, to }: Clause): string {
  return title.slice(tokens[from]!.start, tokens[to - 1]!.end);
}

/**
 * Whether a phrase of a class stands within the object's reach behind a verb.
 *
 * @param head a phrase of this class right behind it is the object instead: a "tax exemption" is no tax.
 */
export function hasObject(line: ParsedHeadline, tag: WordTag, end: number, to: number, head?: WordTag): boolean {
  return line
    .all(tag, end, Math.min(to, end + line.lexicon.objectReach))
    .some((one) => head === undefined || !line.has(head, one.end, one.end + 1));
}
