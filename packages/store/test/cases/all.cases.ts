/** Cases of a store, by subject and by the tier that has them on the embedded engine. */

import { BLOCK_CASES } from './blocks.cases.ts';
import { CLOCKED_CASES } from './clocked.cases.ts';
import { EVENT_CASES } from './events.cases.ts';
import { JOB_CASES } from './jobs.cases.ts';
import { KEPT_CASES } from './kept.cases.ts';
import { KEY_CASES } from './keys.cases.ts';
import { LAWS } from './laws.cases.ts';
import { LEDGER_CASES } from './ledger.cases.ts';
import { NEWS_CASES } from './news.cases.ts';
import { POSITION_CASES } from './positions.cases.ts';
import type { StoreCase } from './store-case.ts';
import { USAGE_CASES } from './usage.cases.ts';

/** Cases of one subject. */
type Subject = readonly [subject: string, cases: readonly StoreCase[]];

/** Cases of `npm test`: what only tests of the second tier would reach otherwise. */
export const FAST_CASES: readonly Subject[] = [
  ['keys', KEY_CASES],
  ['what engines keep', KEPT_CASES],
  ['laws', LAWS],
  ['the ledger', LEDGER_CASES],
];

export const OTHER_CASES: readonly Subject[] = [
  ['usage', USAGE_CASES],
  ['events', EVENT_CASES],
  ['clocked work', CLOCKED_CASES],
  ['positions', POSITION_CASES],
  ['news', NEWS_CASES],
  ['jobs', JOB_CASES],
  ['blocks', BLOCK_CASES],
];
