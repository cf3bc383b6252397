/** The error of a host whose perps have no hour yet. */

import type { DeclaredError } from '../declared-error.ts';
import { problem, type Problem } from '../problem.ts';

/** Seconds after which it is worth asking again. */
const RETRY_AFTER = 60;

/** As the OpenAPI document declares it. */
export const NO_PANEL: DeclaredError = { code: 'warming_up', when: 'No perp has a closed hour yet.' };

/** The error of an operation. */
export function noPanel(): Problem {
  return problem('warming_up', 'No perp has a closed hour yet.', { retryAfter: RETRY_AFTER });
}
