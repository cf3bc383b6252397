/** GET /stream/recent: the tail of the stream. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { StreamRecentSchema } from './answers.ts';
import { EVENT_LISTS, eventParameters, SOURCE_NOTE, UNKNOWN_TYPE } from './parameters.ts';
import { EVENT_STREAM } from './port.ts';
import { eventQueryOf } from './seen.ts';

export const streamRecent = operation('stream.recent', {
  path: '/stream/recent',
  family: 'stream',
  dataset: 'events',
  summary: 'The newest events of the stream, oldest first.',
  query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }), ...eventParameters }),
  ...EVENT_LISTS,
  reply: StreamRecentSchema,
  ports: [EVENT_STREAM],
  errors: [UNKNOWN_TYPE],
  notes: [SOURCE_NOTE],
  answer: (context, { query, caller }) => {
    const decoded = eventQueryOf(query, caller?.tier);
    if (!decoded.ok) return decoded;
    return ok(context.use(EVENT_STREAM).recent({ ...decoded.value, limit: query.limit }));
  },
});
