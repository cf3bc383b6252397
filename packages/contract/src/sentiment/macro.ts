/** GET /sentiment/macro: euro, gold, dollar, yields and shares. */

import { sentimentOperation } from './answer.ts';
import { macroBlock } from './row.ts';

export const sentimentMacro = sentimentOperation('sentiment.macro', {
  path: '/sentiment/macro',
  feed: 'macro',
  title: 'Macro',
  summary: 'Euro in dollars, gold, the dollar, Treasury yields, shares: newest values and their changes.',
  description:
    'A series that no source has is null. Values are those of their publishers, carried over weekends and holidays; fresh is false of one that is older than its publisher is ever silent.',
  reply: macroBlock.schema,
  make: (block) => block,
});
