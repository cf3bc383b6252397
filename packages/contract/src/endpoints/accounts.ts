/** Accounts: keys are made, shown, renewed, revoked and confirmed. */

import { Type } from 'typebox';
import { del, get, NONE, post } from '../endpoint.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';
import {
  ApiKeyRecordWire,
  ConfirmedWire,
  KeyInfoWire,
  ResendWire,
  RevokedKeyWire,
  RotatedKeyWire,
} from '../wire/account.ts';

/**
 * An address that mail can be sent to: printable ASCII without what separates addresses in a header. Repetitions are
 * bounded, so that a hostile text costs linear time.
 */
export const EMAIL_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\\.){1,10}[A-Za-z0-9-]{2,63}$";

const own = { family: 'accounts', access: 'key', pathParameters: NONE, query: NONE, accountScoped: true } as const;
const uncounted = 'It costs none of the allowance of the key, so that a key at its cap can still be managed.';

/** The rows of the family, by id. */
export const accounts = {
  'auth.keys.create': post(`${API_PREFIX}/auth/keys`, {
    family: 'accounts',
    access: 'none',
    summary: 'Makes a free key for an address.',
    description:
      'One call without a key. The key is shown this once. A confirmation mail is queued where mail is configured.',
    pathParameters: NONE,
    query: NONE,
    body: Type.Object(
      { email: Type.String({ maxLength: 254, pattern: EMAIL_PATTERN, examples: ['agent@example.com'] }) },
      { title: 'ApiKeyCreateRequest' },
    ),
    reply: ApiKeyRecordWire,
    errors: [
      {
        code: 'revoke_cooldown',
        when: 'A key of this address was revoked less than 7 days ago; Retry-After says when a new one can be made.',
      },
    ],
    notes: [{ date: API_VERSION, text: 'tier_expires_at, and confirmation_mail: what became of the mail' }],
  }),
  'auth.keys.revoke': del(`${API_PREFIX}/auth/keys`, {
    ...own,
    uncounted: true,
    summary: 'Revokes the key that is sent.',
    description: `At once and for good. A new key for its address can be made after 7 days. ${uncounted}`,
    reply: RevokedKeyWire,
  }),
  'auth.keys.me': get(`${API_PREFIX}/auth/keys/me`, {
    ...own,
    summary: 'Tier, use of today and effective limits of the key that is sent.',
    reply: KeyInfoWire,
    notes: [{ date: API_VERSION, text: 'key_prefix, email, tier_expires_at, resets_at, rate_limit_scope, created_at' }],
  }),
  'auth.resend_verify': post(`${API_PREFIX}/auth/resend-verify`, {
    ...own,
    uncounted: true,
    summary: 'Sends the confirmation mail again, at most once in 10 minutes, and says whether it was sent.',
    description: `Always 200 with a status. ${uncounted}`,
    reply: ResendWire,
  }),
  'auth.keys.rotate': post(`${API_PREFIX}/auth/keys/rotate`, {
    ...own,
    uncounted: true,
    summary: 'Replaces the key that is sent by a new one; the old one ends at once.',
    description: `Address, tier, its end and the use of today stay. ${uncounted}`,
    reply: RotatedKeyWire,
  }),
  'auth.confirm': get(`${API_PREFIX}/auth/confirm`, {
    family: 'accounts',
    access: 'none',
    summary: 'The confirmation link: the cap becomes 1000 requests/day, and Pro is on for 24 hours.',
    description: 'Opening it again changes nothing.',
    pathParameters: NONE,
    query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    accountScoped: true,
    reply: ConfirmedWire,
    errors: [
      { code: 'unknown_link', when: 'The link is not one of ours, has expired, or was replaced by a newer one.' },
    ],
    notes: [{ date: API_VERSION, text: 'the operation itself; confirmation mails link to it' }],
  }),
} as const;
