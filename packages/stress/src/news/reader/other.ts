/** Frames of partnerships and products. */

import type { EventFrame, ParsedHeadline } from './headline.ts';
import type { Clause } from './tokens.ts';

/** Finds the frame of a partnership or product in a clause; undefined without one. */
export function otherIn(line: ParsedHeadline, clause: Clause): EventFrame | undefined {
  const { from, to } = clause;
  for (const [tag, category, sign] of [
    ['part', 'partnership', -1],
    ['outage', 'product', -1],
    ['partner', 'partnership', 1],
    ['product', 'product', 1],
  ] as const) {
    const found = line.first(tag, from, to);
    if (found !== undefined) return { category, rule: tag, sign, clause, at: found.at };
  }
  return undefined;
}
