/** Parameters and notes of the stream and its tail. */

import { Type } from 'typebox';
import type { DeclaredError } from '../declared-error.ts';
import type { AdditiveNote } from '../endpoint.ts';
import { FIRST_RELEASE } from '../version.ts';
import { EVENT_TYPES } from './kinds.ts';

/** Event filters. */
export const eventParameters = {
  types: Type.Optional(Type.String({ description: 'Event types, comma between them; all when it is not sent.' })),
  symbols: Type.Optional(Type.String({ description: 'Base coins, comma between them; all when it is not sent.' })),
  min_usd: Type.Number({
    default: 0,
    description: 'Leaves out events of a smaller size, whatever its sign; funding and price_move always pass.',
  }),
};
/** Accepted values of their comma lists. */
export const EVENT_LISTS: Readonly<Record<string, readonly string[]>> = { types: EVENT_TYPES };
export const UNKNOWN_TYPE: DeclaredError = {
  code: 'unknown_event_type',
  when: 'An event type that there is not; accepted lists those.',
};
export const SOURCE_NOTE: AdditiveNote = { date: FIRST_RELEASE, text: 'every event carries data_source' };
