/** The answer of a host that will never have such data. */

import type { DeclaredError } from '../declared-error.ts';
import { problem, type Problem } from '../problem.ts';

/** Seconds after which a host without a source of such data is worth asking again: after a restart, if ever. */
const NO_SOURCE_RETRY_SECONDS = 3600;

/** As the OpenAPI document declares it. */
export const NO_SOURCE: DeclaredError = {
  code: 'source_unavailable',
  when: 'The source did not answer in time, or this service has no source of such data.',
};

/** The 503 of data that no source of the host has. @param what as in "no source of order books". */
export function noSource(what: string): Problem {
  const message = `This service has no source of ${what}.`;
  return problem('source_unavailable', message, { retryAfter: NO_SOURCE_RETRY_SECONDS });
}
