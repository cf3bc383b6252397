/** The event stream: live, its tail, and a delayed preview. */

import { decodeEventQuery, decodeResumeId, problem } from '@barograph/contract';
import { err, ok } from '@barograph/core';
import type { Services } from '../../services.ts';
import type { Handlers } from '../handlers.ts';

type Stream = 'stream.live' | 'stream.recent' | 'stream.delayed';

/** The handlers of the family. */
export function streamHandlers({ stream }: Services): Pick<Handlers, Stream> {
  return {
    'stream.live': async ({ query, headers, caller }) => {
      const decoded = decodeEventQuery(query);
      if (!decoded.ok) return decoded;
      const since = decodeResumeId(query.since_id, headers['last-event-id']?.toString());
      if (!since.ok) return since;
      if (caller === undefined) return err(problem('missing_api_key', 'A stream is opened with a key.'));
      return stream.open(caller.key.id, decoded.value, since.value);
    },
    'stream.recent': async ({ query }) => {
      const decoded = decodeEventQuery(query);
      return decoded.ok ? ok(stream.recent({ ...decoded.value, limit: query.limit })) : decoded;
    },
    'stream.delayed': async () => ok(stream.delayed()),
  };
}
