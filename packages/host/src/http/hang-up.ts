/** Connections of heavy reads: closed at the deadline of the answer, and watched for callers that go. */

import type { ServerResponse } from 'node:http';
import { deadlines } from '@barograph/sources';

/** Reason of a read that nobody waits for. */
export class CallerGone extends Error {}

/**
 * Closes the connection when the answer has not been sent whole in time.
 *
 * @returns aborted when the connection ends before its answer, on either side.
 */
export function hangUpAfter(response: ServerResponse, ms: number): AbortSignal {
  const gone = new AbortController();
  const cancelTimer = deadlines.after(ms, () => response.destroy());
  response.once('finish', cancelTimer);
  response.once('close', () => {
    cancelTimer();
    if (!response.writableFinished) gone.abort(new CallerGone('The caller did not wait for the answer.'));
  });
  return gone.signal;
}
