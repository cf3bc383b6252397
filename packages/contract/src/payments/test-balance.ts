/** POST /payments/test-balance: fills an address of the test ledger, so that payments can be tried without money. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { TEST_LEDGER, type TestBalance } from './ports.ts';
import { usdcUnits, usdOf } from './prices.ts';

const field = fieldsOf<TestBalance>();
const reply = record('TestBalance', {
  address: field.text('The address.', ({ address }) => address),
  balance_usd: field.text('Its balance now, in USDC that are no money.', ({ units }) => usdOf(units)),
});

export const fillTestBalance = operation('payments.test_balance', {
  method: 'POST',
  path: '/payments/test-balance',
  family: 'payments',
  dataset: 'plans',
  summary: 'Fills an address of the test ledger.',
  description:
    'Where a service takes test payments, anyone may fill any address, up to a million USDC that are no money. Where payments are real, or taken by nobody, 503.',
  body: Type.Object(
    {
      address: Type.String({
        pattern: '^0x[0-9a-fA-F]{40}$',
        examples: ['0x00000000000000000000000000000000000b4a70'],
      }),
      usd: Type.String({
        pattern: '^\\d{1,6}(?:\\.\\d{1,6})?$',
        description: 'What is added, USD as text.',
        examples: ['100'],
      }),
    },
    { title: 'TestBalanceRequest' },
  ),
  reply: reply.schema,
  ports: [TEST_LEDGER],
  errors: [
    { code: 'payments_disabled', when: 'This service has no test ledger.' },
    { code: 'rate_limited', when: 'Too many payments from one client network in a minute.' },
  ],
  answer: async (context, { body: { address, usd }, remote, headers }) => {
    const filled = await context.use(TEST_LEDGER).fill(address, usdcUnits(usd), { remote, headers });
    return filled.ok ? ok(value(reply.encode(filled.value))) : filled;
  },
});
