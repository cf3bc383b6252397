/** Operations on the caller's own key: revoke, show, confirm again, rotate. */

import { ok } from '@barograph/core';
import { value } from '../body.ts';
import { operation } from '../operation.ts';
import { FIRST_RELEASE } from '../version.ts';
import { answered, UNCOUNTED } from './answered.ts';
import { ACCOUNTS, keyOf } from './port.ts';
import { keyInfo, resend, revokedKey, rotatedKey } from './row.ts';

const own = { family: 'accounts', dataset: 'accounts', accountScoped: true, ports: [ACCOUNTS] } as const;

export const revokeKey = operation('auth.keys.revoke', {
  ...own,
  method: 'DELETE',
  path: '/auth/keys',
  uncounted: true,
  summary: 'Revokes the key that is sent.',
  description: `At once and for good. A new key for its address can be made after 7 days. ${UNCOUNTED}`,
  reply: revokedKey.schema,
  answer: async (context, { caller, remote, headers }) =>
    answered(await context.use(ACCOUNTS).revoke(keyOf(caller), { remote, headers })),
});

export const showKey = operation('auth.keys.me', {
  ...own,
  path: '/auth/keys/me',
  summary: 'Tier, use of today and effective limits of the key that is sent.',
  reply: keyInfo.schema,
  notes: [{ date: FIRST_RELEASE, text: 'key_prefix, email, tier_expires_at, resets_at, rate_limit_scope, created_at' }],
  answer: async (context, { caller }) => ok(value(await context.use(ACCOUNTS).info(keyOf(caller)))),
});

export const resendVerify = operation('auth.resend_verify', {
  ...own,
  method: 'POST',
  path: '/auth/resend-verify',
  uncounted: true,
  summary: 'Sends the confirmation mail again, at most once in 10 minutes, and says whether it was sent.',
  description: `Always 200 with a status. ${UNCOUNTED}`,
  reply: resend.schema,
  answer: async (context, { caller }) => answered(await context.use(ACCOUNTS).resend(keyOf(caller))),
});

export const rotateKey = operation('auth.keys.rotate', {
  ...own,
  method: 'POST',
  path: '/auth/keys/rotate',
  uncounted: true,
  summary: 'Replaces the key that is sent by a new one; the old one ends at once.',
  description: `Address, tier, its end and the use of today stay. ${UNCOUNTED}`,
  reply: rotatedKey.schema,
  errors: [
    { code: 'rate_limited', when: 'The account had its rotations of the last 24 hours; Retry-After says when.' },
  ],
  answer: async (context, { caller }) => answered(await context.use(ACCOUNTS).rotate(keyOf(caller))),
});
