/** Shared replies of the accounts operations. */

import { ok, type Result } from '@barograph/core';
import { value, type ValueBody } from '../body.ts';
import type { Problem } from '../problem.ts';

/** Said of operations on one's own key that cost nothing. */
export const UNCOUNTED = 'It costs none of the allowance of the key, so that a key at its cap can still be managed.';

/** The body of a reply, or the problem. */
export function answered<Reply>(result: Result<Reply, Problem>): Result<ValueBody<Reply>, Problem> {
  return result.ok ? ok(value(result.value)) : result;
}
