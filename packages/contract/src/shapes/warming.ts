/** The answer before there is anything to answer with. */

import type { Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import { problem, type Problem } from '../problem.ts';

/** As the OpenAPI document declares it. */
export const WARMING_UP: DeclaredError = Object.freeze({
  code: 'warming_up',
  when: 'Before the first computation; Retry-After says when to come again.',
});

/** The 503 of what was not published yet. @param what as in "The first meme rows are being computed." */
export function warmingUp(context: Context, of: { readonly name: string }, what: string): Problem {
  return problem('warming_up', `The first ${what} are being computed.`, { retryAfter: context.retryAfter(of) });
}
