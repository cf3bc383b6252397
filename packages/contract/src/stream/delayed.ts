/** GET /stream/delayed: three minutes of the stream, delayed by half an hour, without a key. */

import { ok } from '@barograph/core';
import { operation } from '../operation.ts';
import { StreamDelayedSchema } from './answers.ts';
import { SOURCE_NOTE } from './parameters.ts';
import { EVENT_STREAM } from './port.ts';

export const streamDelayed = operation('stream.delayed', {
  path: '/stream/delayed',
  family: 'stream',
  dataset: 'events_delayed',
  summary: 'Three minutes of the stream, 30 minutes later.',
  description:
    'At most 900 events. The answer changes once a minute; windows that are asked for three minutes apart join without gap or overlap.',
  reply: StreamDelayedSchema,
  ports: [EVENT_STREAM],
  notes: [SOURCE_NOTE],
  answer: (context) => ok(context.use(EVENT_STREAM).delayed()),
});
