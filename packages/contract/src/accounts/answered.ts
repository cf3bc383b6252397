/** Shared replies of the accounts operations. */

import { ok, type Result } from '@barograph/core';
import { value, type ValueBody } from '../body.ts';
import type { Problem } from '../problem.ts';

/** Note of free operations on the caller's own key. */
export const UNCOUNTED = 'It costs none of the allowance of the key, so that a key at its cap can still be managed.';

/** Body of a reply, or the problem. */
export function answered<Reply>(result: Result<Reply, Problem>): Result<ValueBody<Reply>, Problem> {
  return result.ok ? ok(value(result.value)) : result;
}
