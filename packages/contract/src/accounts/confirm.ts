/** GET and POST /auth/confirm: link of a confirmation mail, and the form of its page. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { text } from '../body.ts';
import { operation } from '../operation.ts';
import { FIRST_RELEASE } from '../version.ts';
import { answered } from './answered.ts';
import { CONFIRM_PAGE, CONFIRMED_PAGE, namesHtml, namesJson, PAGE_TYPE } from './page.ts';
import { ACCOUNTS } from './port.ts';
import { confirmed } from './row.ts';

const LINK = {
  path: '/auth/confirm',
  family: 'accounts',
  dataset: 'links',
  query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  accountScoped: true,
  reply: confirmed.schema,
  otherTypes: ['text/html'],
  ports: [ACCOUNTS],
  errors: [{ code: 'unknown_link', when: 'The link is not one of ours, has expired, or was replaced by a newer one.' }],
} as const;

export const confirmationPage = operation('auth.confirm', {
  ...LINK,
  summary: 'The link of a confirmation mail: a page with a button, and for programs the confirmation itself.',
  description:
    'A page whose button confirms; opening it changes nothing, because scanners of mail open links. With Accept: application/json the address is confirmed at once, as by POST.',
  notes: [{ date: FIRST_RELEASE, text: 'the operation itself; confirmation mails link to it' }],
  answer: async (context, { query, headers }) =>
    namesJson(headers['accept'])
      ? answered(await context.use(ACCOUNTS).confirm(query.token))
      : ok(text(CONFIRM_PAGE, PAGE_TYPE)),
});

export const confirmAddress = operation('auth.confirm.post', {
  ...LINK,
  method: 'POST',
  summary: 'Confirms an address: the cap becomes 1000 requests/day, and Pro is on for 24 hours.',
  description: 'Doing it again changes nothing. Browsers get a page.',
  notes: [{ date: FIRST_RELEASE, text: 'the operation itself; the button of the page of the link' }],
  answer: async (context, { query, headers }) => {
    const done = answered(await context.use(ACCOUNTS).confirm(query.token));
    return done.ok && namesHtml(headers['accept']) ? ok(text(CONFIRMED_PAGE, PAGE_TYPE)) : done;
  },
});
