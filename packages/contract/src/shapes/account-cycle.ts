/** Common parts of answers over the cycle of tracked accounts. */

import { err, ok, type Result } from '@barograph/core';
import type { Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import { problem, type Problem } from '../problem.ts';
import type { Publication, View } from '../published.ts';
import { NO_SOURCE, noSource } from './no-source.ts';

/** `off`: switched off by the operator; `no_source`: no source provides account states. */
export type AccountsStatus = 'on' | 'off' | 'no_source';

/** Retry-After while positioning is off, which only a restart can change, seconds. */
const DISABLED_RETRY_SECONDS = 3600;

/** Errors of every operation over the cycle. */
export const ACCOUNT_CYCLE_ERRORS: readonly DeclaredError[] = [
  {
    code: 'positioning_warming_up',
    when: 'Before the first full cycle of the tracked accounts; Retry-After says when to come again.',
  },
  { code: 'positioning_disabled', when: 'The operator of this service switched positioning off.' },
  NO_SOURCE,
];

/** Returns the newest publication of the cycle, or the reason why it is missing. */
export function publishedCycle<Row, Head>(
  context: Context,
  status: AccountsStatus,
  publication: Publication<Row, Head>,
): Result<View<Row, Head>, Problem> {
  if (status === 'off') {
    const retryAfter = DISABLED_RETRY_SECONDS;
    return err(problem('positioning_disabled', 'Positioning is switched off on this service.', { retryAfter }));
  }
  if (status === 'no_source') return err(noSource('states of accounts'));
  const view = context.latest(publication);
  if (view !== undefined) return ok(view);
  const retryAfter = context.retryAfter(publication);
  const message = 'The first cycle of the tracked accounts has not ended yet.';
  return err(problem('positioning_warming_up', message, { retryAfter }));
}
