/** Error of a host whose perps have no closed hour yet. */

import type { DeclaredError } from '../declared-error.ts';
import { problem, type Problem } from '../problem.ts';

/** Retry-After, seconds. */
const RETRY_AFTER = 60;

/** Declaration for the OpenAPI document. */
export const NO_PANEL: DeclaredError = { code: 'warming_up', when: 'No perp has a closed hour yet.' };

/** Builds the error. */
export function noPanel(): Problem {
  return problem('warming_up', 'No perp has a closed hour yet.', { retryAfter: RETRY_AFTER });
}
