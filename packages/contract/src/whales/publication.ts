/** Publication of what large accounts hold: the summary of a cycle. */

import { Type } from 'typebox';
import { publication } from '../published.ts';
import { whalesRow, type WhalesRowWire } from './row.ts';

/** The summary is its head; it has no records. */
export const whalesPublication = publication<never, WhalesRowWire>('whales', 'whales-snapshot/1', {
  head: whalesRow.schema,
  record: Type.Never(),
});
