/** Parameters and notes of the stream and its tail. */

import { Type } from 'typebox';
import type { DeclaredError } from '../declared-error.ts';
import type { AdditiveNote } from '../endpoint.ts';
import { FIRST_RELEASE } from '../version.ts';
import { CHANGE_TYPES } from './changes/kinds.ts';
import { USUAL_TYPES } from './kinds.ts';

/** Meaning of an absent list of types, and the additional types. */
export const TYPES_TEXT = `${[...USUAL_TYPES].join(', ')} when it is not sent. Changes of a published state are told by name alone: ${CHANGE_TYPES.join(', ')}; a key gets those of the coins that it sees in their operations. Symbol MARKET: those of no coin.`;

/** Event filters. */
export const eventParameters = {
  types: Type.Optional(Type.String({ description: `Event types, comma between them; ${TYPES_TEXT}` })),
  symbols: Type.Optional(Type.String({ description: 'Base coins, comma between them; all when it is not sent.' })),
  min_usd: Type.Number({
    default: 0,
    description: 'Leaves out events of a smaller size, whatever its sign; events without a size always pass.',
  }),
};
/** Accepted items of the comma lists: documented ones, and additive ones. */
export const EVENT_LISTS = { lists: { types: [...USUAL_TYPES] }, moreItems: { types: CHANGE_TYPES } } as const;
export const UNKNOWN_TYPE: DeclaredError = {
  code: 'unknown_event_type',
  when: 'An event type that there is not; accepted lists those.',
};
export const SOURCE_NOTE: AdditiveNote = { date: FIRST_RELEASE, text: 'every event carries data_source' };
