/** POST /auth/keys: creates a free key. */

import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { FIRST_RELEASE } from '../version.ts';
import { answered } from './answered.ts';
import { ACCOUNTS } from './port.ts';
import { apiKeyRecord } from './row.ts';

/**
 * An address that mail can be sent to: printable ASCII without what separates addresses in a header. Repetitions are
 * bounded, so that a hostile text costs linear time.
 */
export const EMAIL_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\\.){1,10}[A-Za-z0-9-]{2,63}$";

export const createKey = operation('auth.keys.create', {
  method: 'POST',
  path: '/auth/keys',
  family: 'accounts',
  dataset: 'accounts',
  access: 'none',
  summary: 'Makes a free key for an address.',
  description:
    'One call without a key. The key is shown this once. A confirmation mail is queued where mail is configured.',
  body: Type.Object(
    { email: Type.String({ maxLength: 254, pattern: EMAIL_PATTERN, examples: ['agent@example.com'] }) },
    { title: 'ApiKeyCreateRequest' },
  ),
  reply: apiKeyRecord.schema,
  ports: [ACCOUNTS],
  errors: [
    {
      code: 'revoke_cooldown',
      when: 'A key of this address was revoked less than 7 days ago; Retry-After says when a new one can be made. The revocation of a key whose address was not confirmed counts in its own client network only.',
    },
    {
      code: 'rate_limited',
      when: 'Too many keys were made: for this address, from this network or in all. Retry-After says when to try again.',
    },
  ],
  notes: [{ date: FIRST_RELEASE, text: 'tier_expires_at, and confirmation_mail: what became of the mail' }],
  answer: async (context, { body, remote, headers }) =>
    answered(await context.use(ACCOUNTS).create(body.email, { remote, headers })),
});
