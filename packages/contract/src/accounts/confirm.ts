/** GET /auth/confirm: the link of a confirmation mail. */

import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { API_VERSION } from '../version.ts';
import { answered } from './answered.ts';
import { ACCOUNTS } from './port.ts';
import { confirmed } from './row.ts';

export const confirmAddress = operation('auth.confirm', {
  path: '/auth/confirm',
  family: 'accounts',
  access: 'none',
  summary: 'The confirmation link: the cap becomes 1000 requests/day, and Pro is on for 24 hours.',
  description: 'Opening it again changes nothing.',
  query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  accountScoped: true,
  reply: confirmed.schema,
  ports: [ACCOUNTS],
  errors: [{ code: 'unknown_link', when: 'The link is not one of ours, has expired, or was replaced by a newer one.' }],
  notes: [{ date: API_VERSION, text: 'the operation itself; confirmation mails link to it' }],
  answer: async (context, { query }) => answered(await context.use(ACCOUNTS).confirm(query.token)),
});
