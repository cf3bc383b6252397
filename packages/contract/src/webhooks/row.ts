/** Subscriptions on the wire. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { nullable } from '../scalar.ts';
import { EVENT_TYPES } from '../stream/kinds.ts';
import type { Pinged, Webhook } from './port.ts';

const field = fieldsOf<Webhook>();
const fields = {
  id: field.text('Names the subscription.', ({ id }) => id),
  url: field.text('Where events go.', ({ url }) => url),
  types: field.custom(
    nullable(
      Type.Array(Type.Enum([...EVENT_TYPES], { type: 'string' })),
      'Null: those that a query without types means.',
    ),
    ({ types }) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read from that very list
      types === null ? null : ([...types] as (typeof EVENT_TYPES)[number][]),
  ),
  symbols: field.custom(nullable(Type.Array(Type.String()), 'Base coins; null: all.'), ({ symbols }) =>
    symbols === null ? null : [...symbols],
  ),
  min_usd: field.number('Least size, USD; events without a size always pass.', ({ minUsd }) => minUsd, { minimum: 0 }),
  when: field.textOrNull('Condition of an event; null without one.', ({ when }) => when),
  cooldown_s: field.integerOrNull(
    'Seconds after an event without a further one of its symbol; null without a cool-down.',
    ({ cooldownS }) => cooldownS,
    { minimum: 1 },
  ),
  digest_s: field.integerOrNull(
    'Seconds between two digests; null: each event is sent by itself.',
    ({ digestS }) => digestS,
    { minimum: 1 },
  ),
  status: field.choice(['active', 'paused'], 'paused: it failed too often, and waits to be resumed.', (webhook) =>
    webhook.pausedBecause === null ? 'active' : 'paused',
  ),
  paused_because: field.textOrNull('Null while it is active.', ({ pausedBecause }) => pausedBecause),
  last_event_id: field.integer(
    'Events up to this id were delivered, or were not wanted.',
    ({ lastEventId }) => lastEventId,
    { minimum: 0 },
  ),
  failures: field.integer('Failed attempts since the last that succeeded.', ({ failures }) => failures, { minimum: 0 }),
  last_success_at: field.momentOrNull('Of the last delivery; null before one.', ({ lastSuccessAt }) => lastSuccessAt),
  last_failure_at: field.momentOrNull(
    'Of the last failed attempt; null before one.',
    ({ lastFailureAt }) => lastFailureAt,
  ),
  last_error: field.textOrNull('What the last failed attempt met; null before one.', ({ lastError }) => lastError),
  created_at: field.moment('When it was made.', ({ createdAt }) => createdAt),
};

export const webhookRow = record('Webhook', fields);

const createdField = fieldsOf<{ readonly webhook: Webhook; readonly secret: string }>();
/** Created subscription, with its secret. */
export const webhookMade = record('WebhookCreated', {
  webhook: createdField.inner(webhookRow, ({ webhook }) => webhook),
  secret: createdField.text(
    'Key of the signatures, shown this once: whsec_ and base64, as Standard Webhooks has it.',
    ({ secret }) => secret,
  ),
});

const all = fieldsOf<{ readonly webhooks: readonly Webhook[] }>();
export const webhookList = record('WebhookList', {
  webhooks: all.items(webhookRow, 'Oldest first.', ({ webhooks }) => webhooks),
  count: all.integer('Subscriptions of the account.', ({ webhooks }) => webhooks.length, { minimum: 0 }),
});

const gone = fieldsOf<{ readonly id: string }>();
/** Deleted subscription. */
export const webhookGone = record('WebhookDeleted', {
  id: gone.text('The subscription that ended.', ({ id }) => id),
  status: gone.custom(Type.Literal('deleted', { description: 'Nothing more is sent.' }), () => 'deleted' as const),
});

const pinged = fieldsOf<Pinged>();
/** Outcome of a test delivery. */
export const webhookPinged = record('WebhookPinged', {
  delivered: pinged.flag('The receiver answered 2xx.', ({ delivered }) => delivered),
  status: pinged.integerOrNull('Status of the receiver; null without an answer.', ({ status }) => status),
  error: pinged.textOrNull('What the attempt met; null when it was delivered.', ({ error }) => error),
});
