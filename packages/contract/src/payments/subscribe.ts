/** POST /payments/agent-subscribe: a key for the duration of a plan, for a payment. */

import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { allowance } from '../accounts/row.ts';
import { fieldsOf, record, within } from '../fields.ts';
import { operation } from '../operation.ts';
import { KEY_SALES, paymentsDisabled, type DraftedKey } from './ports.ts';
import { PLAN_NAMES, PLANS, SUBSCRIBE_PATH, type PlanName } from './prices.ts';

interface Sold {
  readonly plan: PlanName;
  readonly key: DraftedKey;
}
const field = fieldsOf<Sold>();
const reply = record('PlanKey', {
  api_key: field.text('The full key. It is shown this once and is not kept in plain text.', ({ key }) => key.text),
  key_prefix: field.text('Leading part of the key, for display.', ({ key }) => key.prefix),
  plan: field.choice(PLAN_NAMES, 'The plan that was bought.', ({ plan }) => plan),
  price_usd: field.text('What was paid, USDC.', ({ plan }) => PLANS[plan].usd),
  test: field.flag('Paid with the test ledger: no money moved.', ({ key }) => key.isTest),
  ...within(({ key }: Sold) => ({ grant: key, now: key.now }), allowance),
});

export const agentSubscribe = operation('payments.agent_subscribe', {
  method: 'POST',
  path: SUBSCRIBE_PATH,
  family: 'payments',
  dataset: 'plans',
  summary: 'A key for the duration of a plan, bought in USDC under x402.',
  description:
    'Without a payment 402 names the price. The same payment again gets the same key, from the same client network and until the key is first used; then 409. A key that is sent is not looked at. When the plan ends the tier of the key is free.',
  body: Type.Object(
    { plan: Type.Enum([...PLAN_NAMES], { type: 'string', examples: ['pass_1h'] }) },
    { title: 'AgentSubscribeRequest' },
  ),
  reply: reply.schema,
  ports: [KEY_SALES],
  errors: [
    { code: 'payments_disabled', when: 'This service takes no payments as it is configured.' },
    { code: 'rate_limited', when: 'Too many payments from one client network in a minute.' },
  ],
  answer: (context, { body: { plan }, sale }) => {
    if (sale === undefined) return err(paymentsDisabled());
    return ok(value(reply.encode({ plan, key: context.use(KEY_SALES).draft(plan, sale) })));
  },
});
