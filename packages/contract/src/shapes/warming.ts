/** Answer before the first publication. */

import type { Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import { problem, type Problem } from '../problem.ts';

/** Declaration for the OpenAPI document. */
export const WARMING_UP: DeclaredError = Object.freeze({
  code: 'warming_up',
  when: 'Before the first computation; Retry-After says when to come again.',
});

/** The 503 before a first publication. @param what as in "The first meme rows are being computed." */
export function warmingUp(context: Context, publication: { readonly name: string }, what: string): Problem {
  return problem('warming_up', `The first ${what} are being computed.`, {
    retryAfter: context.retryAfter(publication),
  });
}
