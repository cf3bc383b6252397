/** The event stream: live, its tail, and a delayed preview. */

import { Type } from 'typebox';
import { get, NONE } from '../endpoint.ts';
import { EVENT_TYPES } from '../event.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';
import { EventWire } from '../wire/event.ts';
import { StreamDelayedWire, StreamRecentWire } from '../wire/stream.ts';

const filters = {
  types: Type.Optional(Type.String({ description: 'Event types, comma between them; all when it is not sent.' })),
  symbols: Type.Optional(Type.String({ description: 'Base coins, comma between them; all when it is not sent.' })),
  min_usd: Type.Number({
    default: 0,
    description: 'Leaves out events of a smaller size, whatever its sign; funding and price_move always pass.',
  }),
};
const unknownType = {
  code: 'unknown_event_type',
  when: 'An event type that there is not; accepted lists those.',
} as const;
const sourceNote = { date: API_VERSION, text: 'every event carries data_source' };
const lists = { types: EVENT_TYPES };

/** The rows of the family, by id. */
export const stream = {
  'stream.live': get(`${API_PREFIX}/stream`, {
    family: 'stream',
    access: 'pro',
    summary: 'Events as they happen: liquidations, whales, funding, open interest and price moves.',
    description:
      'Server-sent events that never end: each message is `id: <n>` and `data: <one JSON event>`; a ping comment comes every 15 s. With Last-Event-ID or since_id the kept events after that id (about two hours) come first, then live ones, without gap or duplicate. To go live, read stream/recent and open the stream with since_id=<last_id>. A client that is too slow gets `event: lagged` and is disconnected; it resumes with Last-Event-ID. Three streams per key may be open at a time.',
    pathParameters: NONE,
    headers: Type.Object({
      'Last-Event-ID': Type.Optional(
        Type.String({ description: 'Id of the last event that arrived; wins over since_id.' }),
      ),
    }),
    query: Type.Object({
      ...filters,
      since_id: Type.Optional(Type.Integer({ description: 'Events after this id come first.' })),
    }),
    lists,
    reply: EventWire,
    streaming: true,
    errors: [unknownType, { code: 'too_many_streams', when: 'A fourth stream at a time on one key.' }],
    notes: [
      sourceNote,
      {
        date: API_VERSION,
        text: '`event: gap` comes first, with after_id and resumed_after_id, when events after the asked id are no longer kept',
      },
    ],
  }),
  'stream.recent': get(`${API_PREFIX}/stream/recent`, {
    family: 'stream',
    access: 'key',
    summary: 'The newest events of the stream, oldest first.',
    pathParameters: NONE,
    query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }), ...filters }),
    lists,
    reply: StreamRecentWire,
    errors: [unknownType],
    notes: [sourceNote],
  }),
  'stream.delayed': get(`${API_PREFIX}/stream/delayed`, {
    family: 'stream',
    access: 'none',
    summary: 'Three minutes of the stream, 30 minutes later.',
    description:
      'At most 900 events. The answer changes once a minute; windows that are asked for three minutes apart join without gap or overlap.',
    pathParameters: NONE,
    query: NONE,
    reply: StreamDelayedWire,
    notes: [sourceNote],
  }),
} as const;
