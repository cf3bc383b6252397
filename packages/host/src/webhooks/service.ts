/** Webhooks behind their port: subscriptions of an account, and test deliveries. */

import {
  EVENT_TYPES,
  decodeEventQuery,
  problem,
  validationProblem,
  type CallerKey,
  type Webhook,
  type Webhooks,
} from '@barograph/contract';
import { err, ok } from '@barograph/core';
import { randomBytes } from 'node:crypto';
import { readCondition, type SnapshotStore } from '@barograph/runtime';
import { type Clock, receiverUrl } from '@barograph/sources';
import { accountOf, type KeyRecord, type StoredWebhook, type StoredWebhooks } from '@barograph/store';
import { messageId, SECRET_LOST } from './deliverer.ts';
import type { WebhookSecrets } from './secrets.ts';
import type { Send } from './sender.ts';
import { newWebhookSecret, signedHeaders } from './signature.ts';

/** Most subscriptions of an account. */
export const WEBHOOKS_PER_ACCOUNT = 10;

/** Parts of the service. */
export interface WebhookParts {
  readonly webhooks: StoredWebhooks;
  readonly secrets: WebhookSecrets;
  readonly send: Send;
  readonly wall: Clock;
  /** Allows any address, and http. */
  readonly isPrivateAllowed: boolean;
  /** Published numbers that conditions read. */
  readonly snapshots: Pick<SnapshotStore, 'latest'>;
}

/** Account of a key; a gate in tests may have no key. */
function account(key: CallerKey | undefined): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of callers are records of the store
  return key === undefined ? '' : accountOf(key as KeyRecord);
}

function shown({ types, symbols, condition: when, cooldownS, digestS, ...rest }: StoredWebhook): Webhook {
  const rules = { when, cooldownS, digestS };
  const { id, url, minUsd, pausedBecause, lastEventId, failures, lastSuccessAt, lastFailureAt, lastError, createdAt } =
    rest;
  const moments = { lastSuccessAt, lastFailureAt, createdAt };
  return { id, url, types, symbols, minUsd, pausedBecause, lastEventId, failures, lastError, ...rules, ...moments };
}

/** Creates the service of webhooks. */
export function createWebhookService({
  webhooks,
  secrets,
  send,
  wall,
  isPrivateAllowed,
  snapshots,
}: WebhookParts): Webhooks {
  return {
    create: async (key, { url: text, when, cooldown_s: cooldownS, digest_s: digestS, ...filter }) => {
      const url = receiverUrl(text, isPrivateAllowed);
      if (!url.ok) return err(validationProblem({ loc: ['body', 'url'], msg: url.error, type: 'url' }));
      const query = decodeEventQuery(filter);
      if (!query.ok) return query;
      const { types, symbols, minUsd } = query.value;
      const condition = when === undefined ? undefined : await readCondition(when, snapshots);
      if (condition?.ok === false)
        return err(validationProblem({ loc: ['body', 'when'], msg: condition.error, type: 'expression' }));
      const id = `wh_${randomBytes(12).toString('base64url')}`;
      const secret = newWebhookSecret();
      const stored = await webhooks.create(
        {
          id,
          account: account(key),
          url: url.value.href,
          secret: secrets.seal(id, secret),
          types: types === undefined ? null : EVENT_TYPES.filter((type) => types.has(type)),
          symbols: symbols === undefined ? null : [...symbols],
          minUsd,
          condition: when ?? null,
          cooldownS: cooldownS ?? null,
          digestS: digestS ?? null,
          createdAt: wall.now(),
        },
        WEBHOOKS_PER_ACCOUNT,
      );
      if (stored === undefined) {
        return err(problem('bad_request', `An account may have ${WEBHOOKS_PER_ACCOUNT} webhooks; delete one of them.`));
      }
      return ok({ webhook: shown(stored), secret });
    },
    list: async (key) => (await webhooks.ofAccount(account(key))).map(shown),
    remove: async (key, id) => webhooks.remove(account(key), id),
    resume: async (key, id) => {
      const resumed = await webhooks.resume(account(key), id);
      return resumed === undefined ? undefined : shown(resumed);
    },
    ping: async (key, id) => {
      const found = await webhooks.find(account(key), id);
      if (found === undefined) return undefined;
      const secret = secrets.open(id, found.secret);
      if (secret === undefined) return { delivered: false, status: null, error: SECRET_LOST };
      const now = wall.now();
      const body = JSON.stringify({ type: 'ping', timestamp: new Date(now).toISOString(), data: {} });
      const { status, error = null } = await send(
        found.url,
        signedHeaders(secret, `${messageId(id, now)}_ping`, now, body),
        body,
      );
      return { delivered: error === null, status, error };
    },
  };
}
