/** Connections of heavy reads: closed at the deadline of the answer, and watched for callers that disconnect. */

import type { ServerResponse } from 'node:http';
import { deadlines } from '@barograph/sources';

/** Reason for aborting a read whose caller has disconnected. */
export class CallerGone extends Error {}

/**
 * Closes the connection when the answer is not completely sent in time.
 *
 * @returns a signal that aborts when either side ends the connection before the answer is complete.
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
