/** Keys: creation, info, rotation, revocation, confirmation. */

import type { Problem } from '@barograph/contract';
import { ok, UsageError, type Result } from '@barograph/core';
import { answerOf, type Answer } from '../../answer.ts';
import type { KeyRecord } from '../../store/keys.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../access.ts';
import type { Handlers } from '../handlers.ts';

type Own =
  | 'auth.keys.create'
  | 'auth.keys.revoke'
  | 'auth.keys.me'
  | 'auth.resend_verify'
  | 'auth.keys.rotate'
  | 'auth.confirm';

/** @throws UsageError when the table does not ask for a key; it does. */
function keyOf(caller: Caller | undefined): KeyRecord {
  if (caller === undefined) throw new UsageError('"caller" expected a key, got none: the table must demand one');
  return caller.key;
}

const answered = <T>(result: Result<T, Problem>): Result<Answer<T>, Problem> =>
  result.ok ? ok(answerOf(result.value)) : result;

/** The handlers of the family. */
export function accountHandlers({ accounts }: Pick<Services, 'accounts'>): Pick<Handlers, Own> {
  return {
    'auth.keys.create': async ({ body, ...origin }) => answered(await accounts.create(body.email, origin)),
    'auth.keys.revoke': async ({ caller, ...origin }) => answered(await accounts.revoke(keyOf(caller), origin)),
    'auth.keys.me': async ({ caller }) => ok(answerOf(await accounts.info(keyOf(caller)))),
    'auth.resend_verify': async ({ caller }) => answered(await accounts.resend(keyOf(caller))),
    'auth.keys.rotate': async ({ caller }) => answered(await accounts.rotate(keyOf(caller))),
    'auth.confirm': async ({ query }) => answered(await accounts.confirm(query.token)),
  };
}
