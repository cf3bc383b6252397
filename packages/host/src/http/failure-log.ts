/**
 * Log lines of failed requests. An internal fault logs its stack, and a burst of faults only its first lines. An outage
 * fails every request alike: it logs a line when it begins, then the number of failed requests per interval.
 */

import type { Problem } from '@barograph/contract';
import type { Logger } from 'pino';
import { createBoundedLog } from '@barograph/runtime';
import { messageOf } from '@barograph/store';

/** Interval of log lines during an outage. */
export interface FailureLogConfig {
  readonly version: `failure-log/${string}`;
  /** Real ms between two lines of an outage; an outage without failures for as long is over. */
  readonly everyMs: number;
}

/** A changed number is a new constant. */
export const FAILURE_LOG_V1: FailureLogConfig = Object.freeze({ version: 'failure-log/1', everyMs: 10_000 });

/** A failed request, without secrets. */
export interface FailedRequest {
  readonly requestId: string;
  readonly url: string;
  readonly err: unknown;
}

/**
 * Creates the function that logs a failed request.
 * @param now monotonic clock, real ms.
 */
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
