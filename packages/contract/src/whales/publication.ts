/** Publication of the positions of large accounts: the summary of a cycle. */

import { Type } from 'typebox';
import { publication } from '../published.ts';
import { whalesRow, type WhalesRowWire } from './row.ts';

/** The head is the summary; there are no records. */
export const whalesPublication = publication<never, WhalesRowWire>('whales', 'whales-snapshot/1', {
  head: whalesRow.schema,
  record: Type.Never(),
});
