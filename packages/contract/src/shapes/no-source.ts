/** Answer of a host without a source for the data. */

import type { DeclaredError } from '../declared-error.ts';
import { problem, type Problem } from '../problem.ts';

/** Retry-After of a host without a source, which only a restart can change, seconds. */
const NO_SOURCE_RETRY_SECONDS = 3600;

/** Declaration for the OpenAPI document. */
export const NO_SOURCE: DeclaredError = {
  code: 'source_unavailable',
  when: 'The source did not answer in time, or this service has no source of such data.',
};

/** The 503 of data that no source of the host provides. @param what as in "no source of order books". */
export function noSource(what: string): Problem {
  const message = `This service has no source of ${what}.`;
  return problem('source_unavailable', message, { retryAfter: NO_SOURCE_RETRY_SECONDS });
}
