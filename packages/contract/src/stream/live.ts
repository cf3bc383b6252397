/** GET /stream: events as they happen. */

import { err } from '@barograph/core';
import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { FIRST_RELEASE } from '../version.ts';
import { EventSchema } from './log.ts';
import { EVENT_LISTS, eventParameters, SOURCE_NOTE, UNKNOWN_TYPE } from './parameters.ts';
import { EVENT_STREAM } from './port.ts';
import { decodeResumeId } from './query.ts';
import { eventQueryOf } from './seen.ts';

export const streamLive = operation('stream.live', {
  path: '/stream',
  family: 'stream',
  dataset: 'events_live',
  summary: 'Events as they happen: liquidations, whales, funding, open interest and price moves.',
  description:
    'Server-sent events that never end: each message is `id: <n>` and `data: <one JSON event>`; a ping comment comes every 15 s. With Last-Event-ID or since_id the kept events after that id (about two hours; a week where types names changes of states alone, nowcast_hour apart) come first, then live ones, without gap or duplicate. To go live, read stream/recent and open the stream with since_id=<last_id>. A client that is too slow gets `event: lagged` and is disconnected; it resumes with Last-Event-ID. Three streams per key may be open at a time.',
  headers: Type.Object({
    'Last-Event-ID': Type.Optional(
      Type.String({ description: 'Id of the last event that arrived; wins over since_id.' }),
    ),
  }),
  query: Type.Object({
    ...eventParameters,
    since_id: Type.Optional(Type.Integer({ description: 'Events after this id come first.' })),
  }),
  ...EVENT_LISTS,
  reply: EventSchema,
  streaming: true,
  ports: [EVENT_STREAM],
  errors: [UNKNOWN_TYPE, { code: 'too_many_streams', when: 'A fourth stream at a time on one key.' }],
  notes: [
    SOURCE_NOTE,
    {
      date: FIRST_RELEASE,
      text: 'a service with several sources sends `event: provenance` first, and again when one fails or recovers: data has provenance, the sources of events as in other answers',
    },
    {
      date: FIRST_RELEASE,
      text: '`event: gap` comes first, with after_id and resumed_after_id, when events after the asked id are no longer kept',
    },
  ],
  answer: async (context, { query, headers, caller }) => {
    const decoded = eventQueryOf(query, caller?.tier);
    if (!decoded.ok) return decoded;
    const since = decodeResumeId(query.since_id, headers['last-event-id']?.toString());
    if (!since.ok) return since;
    if (caller === undefined) return err(problem('missing_api_key', 'A stream is opened with a key.'));
    return context.use(EVENT_STREAM).open(caller.key.id, decoded.value, since.value);
  },
});
