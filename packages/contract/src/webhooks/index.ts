/** Webhooks: events pushed to a receiver of the caller, signed, at least once, in order. */

import { err, ok, shown, type Result } from '@barograph/core';
import { Type } from 'typebox';
import { keyOf } from '../accounts/port.ts';
import { answered } from '../accounts/answered.ts';
import { value } from '../body.ts';
import { feature } from '../feature.ts';
import { operation } from '../operation.ts';
import { problem, validationProblem, type Problem } from '../problem.ts';
import { EVENT_NUMBERS } from '../stream/numbers.ts';
import { TYPES_TEXT, UNKNOWN_TYPE } from '../stream/parameters.ts';
import { FIRST_RELEASE } from '../version.ts';
import { WEBHOOKS } from './port.ts';
import { webhookGone, webhookList, webhookMade, webhookPinged, webhookRow } from './row.ts';

export { WEBHOOKS, type Pinged, type Webhook, type WebhookGiven, type Webhooks } from './port.ts';

const NOTES = [{ date: FIRST_RELEASE, text: 'an operation of this service beside the contract' }];
const own = { family: 'webhooks', dataset: 'webhooks', accountScoped: true, ports: [WEBHOOKS], notes: NOTES } as const;
/** Half the retention of the event log, because a digest reads its events when it is sent. */
const MOST_DIGEST_S = 3600;
const pathParameters = Type.Object({ id: Type.String({ maxLength: 64, examples: ['wh_example'] }) });
const NONE_OF_ID = { code: 'not_found', when: 'The account has no subscription of that id.' } as const;

function notFound(id: string): Result<never, Problem> {
  return err(problem('not_found', `This account has no webhook ${id}.`));
}

export const createWebhook = operation('webhooks.create', {
  ...own,
  method: 'POST',
  path: '/webhooks',
  summary: 'Subscribes a receiver to events from now on.',
  description:
    'Each event is a POST of {type, timestamp, data} with the headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks; the id is the same in every attempt. Any 2xx is success. In the order of the event ids, at least once: an event that fails is tried again, and later ones wait. After many failures the subscription pauses. Receivers have public addresses and https; redirects are not followed.',
  body: Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: 2048, examples: ['https://example.com/hooks/barograph'] }),
      types: Type.Optional(Type.String({ description: `Event types, comma between them; ${TYPES_TEXT}` })),
      symbols: Type.Optional(Type.String({ maxLength: 2000, description: 'Base coins, comma between them.' })),
      coins: Type.Optional(Type.String({ maxLength: 2000, description: 'Alias of symbols; send one.' })),
      min_usd: Type.Optional(Type.Number({ minimum: 0, description: 'Least size; 0 when left out.' })),
      when: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: `Condition in the language of composites, such as "p_drawdown_5 > 0.3": an event is sent while it holds. It reads the numbers of the event (${EVENT_NUMBERS.join(', ')}) and published numbers as they are at the delivery: p_drawdown_5 at 24h of the coin of the event, or of the market for symbol MARKET, and the inputs of composites, which are of the market. While one of them is not known, nothing is sent. Events of type nowcast_hour are a threshold: one is sent for a symbol when the condition turns true, and the next after it was false. All numbers of a threshold, inputs of composites too, are read at the delivery of the hour: what moves between two hours counts at the next one.`,
        }),
      ),
      cooldown_s: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 604_800,
          description:
            'Leaves out events of a symbol within so many seconds after one of it that was sent, by recv_ts.',
        }),
      ),
      digest_s: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MOST_DIGEST_S,
          description:
            'Sends at most one message in so many seconds: type digest, and events in data, oldest first, up to 200.',
        }),
      ),
    },
    { title: 'WebhookCreateRequest' },
  ),
  reply: webhookMade.schema,
  errors: [
    UNKNOWN_TYPE,
    { code: 'bad_request', when: 'The receiver may not be reached, or the account has its subscriptions.' },
  ],
  answer: async (context, { caller, body }) => {
    const { coins, symbols = coins, ...rest } = body;
    if (coins !== undefined && coins !== symbols) {
      const msg = `coins is an alias of symbols: send one of them, got symbols ${shown(symbols)} and coins ${shown(coins)}`;
      return err(validationProblem({ loc: ['body', 'coins'], msg, type: 'alias' }));
    }
    const given = { ...rest, ...(symbols === undefined ? {} : { symbols }), min_usd: rest.min_usd ?? 0 };
    const created = await context.use(WEBHOOKS).create(keyOf(caller), given);
    return created.ok ? ok(value(webhookMade.encode(created.value))) : answered(created);
  },
});

export const listWebhooks = operation('webhooks.list', {
  ...own,
  path: '/webhooks',
  summary: 'Subscriptions of the account, with what the last attempts met.',
  reply: webhookList.schema,
  answer: async (context, { caller }) =>
    ok(value(webhookList.encode({ webhooks: await context.use(WEBHOOKS).list(keyOf(caller)) }))),
});

export const deleteWebhook = operation('webhooks.delete', {
  ...own,
  method: 'DELETE',
  path: '/webhooks/{id}',
  pathParameters,
  summary: 'Ends a subscription.',
  reply: webhookGone.schema,
  errors: [NONE_OF_ID],
  answer: async (context, { caller, path: { id } }) =>
    (await context.use(WEBHOOKS).remove(keyOf(caller), id)) ? ok(value(webhookGone.encode({ id }))) : notFound(id),
});

export const resumeWebhook = operation('webhooks.resume', {
  ...own,
  method: 'POST',
  path: '/webhooks/{id}/resume',
  pathParameters,
  summary: 'Goes on with a paused subscription, from where it stopped.',
  description:
    'Events that the log no longer holds are lost; it holds an hour at least, and events of changed states a week.',
  reply: webhookRow.schema,
  errors: [NONE_OF_ID],
  answer: async (context, { caller, path: { id } }) => {
    const resumed = await context.use(WEBHOOKS).resume(keyOf(caller), id);
    return resumed === undefined ? notFound(id) : ok(value(webhookRow.encode(resumed)));
  },
});

export const pingWebhook = operation('webhooks.ping', {
  ...own,
  method: 'POST',
  path: '/webhooks/{id}/ping',
  pathParameters,
  summary: 'Sends a test event of type ping now, and says what the receiver answered.',
  reply: webhookPinged.schema,
  errors: [NONE_OF_ID],
  answer: async (context, { caller, path: { id } }) => {
    const pinged = await context.use(WEBHOOKS).ping(keyOf(caller), id);
    return pinged === undefined ? notFound(id) : ok(value(webhookPinged.encode(pinged)));
  },
});

export const webhooks = feature({
  operations: [createWebhook, listWebhooks, deleteWebhook, resumeWebhook, pingWebhook],
  families: { webhooks: 'Events pushed to a receiver: signed, at least once, in order.' },
});
