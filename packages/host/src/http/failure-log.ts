/**
 * Lines of requests that failed. A fault of ours has a line with its stack, and a burst of them its first lines. An outage fails
 * every request in the same way: it has a line when it begins, and one with the number of requests for each while that it lasts.
 */

import type { Problem } from '@barograph/contract';
import type { Logger } from 'pino';
import { createBoundedLog } from '@barograph/runtime';
import { messageOf } from '@barograph/store';

/** Interval of the lines of an outage. */
export interface FailureLogConfig {
  readonly version: `failure-log/${string}`;
  /** Real ms between two lines of an outage; one that was silent for as long is over. */
  readonly everyMs: number;
}

/** A changed number is a new constant. */
export const FAILURE_LOG_V1: FailureLogConfig = Object.freeze({ version: 'failure-log/1', everyMs: 10_000 });

/** A request that failed, as a log may show it. */
export interface FailedRequest {
  readonly requestId: string;
  readonly url: string;
  readonly err: unknown;
}

/** @param now real ms that never run backwards. */
export function createFailureLog(
  log: Logger,
  now: () => number = () => performance.now(),
  { everyMs }: FailureLogConfig = FAILURE_LOG_V1,
): (request: FailedRequest, problem: Problem) => void {
  const faults = createBoundedLog(log);
  const outages = new Map<string, { readonly since: number; failed: number }>();
  return (request, { status, body }) => {
    if (status < 500) return;
    if (status === 500) {
      faults.error(request, 'request failed');
      return;
    }
    const error = 'error' in body.detail ? body.detail.error : String(status);
    const { requestId, url, err } = request;
    log.debug({ requestId, url, error }, 'request not served');
    const outage = outages.get(error);
    const at = now();
    if (outage !== undefined && at - outage.since < everyMs) {
      outage.failed++;
      return;
    }
    outages.set(error, { since: at, failed: 0 });
    const failed = 1 + (outage?.failed ?? 0);
    log.error({ requestId, url, error, failed, reason: messageOf(err) }, 'requests not served');
  };
}
