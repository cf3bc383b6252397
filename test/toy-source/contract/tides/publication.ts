/** Publication of the tides: a record for each stored day, oldest first. */

import { Type } from 'typebox';
import { publication } from '../../../../packages/contract/src/published.ts';

/** A stored day. */
export interface TideDay {
  /** 00:00 UTC, epoch ms. */
  readonly day: number;
  /** The last reading of the day, 0…100. */
  readonly value: number;
}

/** Head of the days; it says nothing. */
type TidesHead = Readonly<Record<string, never>>;

/** Publication of the days. */
export const tidesPublication = publication<TideDay, TidesHead>('tides', 'tides-snapshot/1', {
  head: Type.Object({}),
  record: Type.Object({ day: Type.Number(), value: Type.Number() }),
});
