/** Lifecycle of a key: create, show, renew, revoke, confirm. Times come from the machine's clock. */

import {
  CONFIRMED_PRO_HOURS,
  encodeConfirmed,
  encodeKeyInfo,
  encodeMintedKey,
  encodeRotatedKey,
  problem,
  resendReply,
  revokedKey,
  type Accounts as ContractAccounts,
  type ApiKeyRecordWire,
  type KeyFacts,
  type Problem,
  type ResendStatus,
  type ResendWire,
} from '@barograph/contract';
import { DAY_MS, err, HOUR_MS, ok, type Result } from '@barograph/core';
import type { Clock } from '@barograph/sources';
import { accountOf, COOLDOWN_MS, ROTATION_LIMIT_V1, type KeyRecord, hashOf, newKey } from '@barograph/store';
import type { Callers } from './callers.ts';
import type { ClientNetwork } from './client-network.ts';
import type { Confirmer } from './confirmer.ts';
import { brakeMinting, type MintLimits } from './mint-limits.ts';
import { answeredInTime } from './answered-in-time.ts';
import type { Vault } from './vault.ts';

/** Keys of this host. */
export type Accounts = ContractAccounts<KeyRecord>;

/** Parts of the accounts service. */
export interface AccountsParts {
  readonly vault: Vault;
  readonly callers: Callers;
  /** undefined when mail is not configured. */
  readonly confirmer: Confirmer | undefined;
  readonly wall: Clock;
  readonly pricingUrl: string;
  readonly networkOf: ClientNetwork;
  readonly limits: MintLimits;
}

/** Facts of a key for the wire. */
export function factsOf(key: KeyRecord): KeyFacts {
  const { tier, tierExpiresAt, prefix, email, createdAt } = key;
  return { tier, tierExpiresAt, prefix, email, createdAt, emailVerified: key.emailVerifiedAt !== null };
}

/** Problem for a key that is not live, or no longer. */
export function invalidKey(): Problem {
  return problem('invalid_api_key', 'The key in X-API-Key is not valid.');
}

const RESENT: Readonly<Record<ResendStatus, string>> = {
  sent: 'The mail server took the confirmation mail.',
  queued: 'The mail server did not take the confirmation mail; it will be tried again.',
  throttled: 'A confirmation mail went out less than 10 minutes ago.',
  already_verified: 'The address is confirmed.',
  not_configured: 'No mail was sent: this service has no mail server configured.',
};
const resent = (status: ResendStatus, retryAfterSeconds?: number): ResendWire =>
  resendReply.encode({
    status,
    message: RESENT[status],
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });

/** Sends the confirmation mail of a key again. */
async function resend(
  confirmer: Confirmer | undefined,
  key: KeyRecord,
  wall: Clock,
): Promise<Result<ResendWire, Problem>> {
  if (key.emailVerifiedAt !== null) return ok(resent('already_verified'));
  if (confirmer === undefined || key.email === null) return ok(resent('not_configured'));
  const delivery = await confirmer.deliver(key);
  if (delivery === 'sent') return ok(resent('sent'));
  if (delivery === 'failed' || delivery === 'braked') {
    await confirmer.queue(key);
    return ok(resent('queued'));
  }
  switch (delivery.code) {
    case 'already_verified':
      return ok(resent('already_verified'));
    case 'throttled':
      return ok(resent('throttled', Math.ceil((delivery.until - wall.now()) / 1000)));
    case 'unknown':
      return err(invalidKey());
  }
}

/** Creates the accounts service. */
export function createAccounts(parts: AccountsParts): Accounts {
  const { vault, callers, confirmer, wall, pricingUrl, networkOf, limits } = parts;
  const { keys, confirmations, usage, brakes } = vault;

  const startConfirming = async (key: KeyRecord): Promise<ApiKeyRecordWire['confirmation_mail']> => {
    if (confirmer === undefined) return 'not_configured';
    if ((await confirmer.throttledUntil(key)) !== undefined) return 'throttled';
    await confirmer.queue(key);
    return 'queued';
  };

  return {
    create: async (address, origin) => {
      const now = wall.now();
      const network = networkOf(origin);
      const braked = await answeredInTime(brakeMinting(brakes, limits, address, network, now));
      if (!braked.ok) return braked;
      const { text, hash, prefix } = newKey();
      const created = await keys.create({ hash, prefix, email: address, tier: 'free' }, now, network);
      if (!created.ok) {
        const { until } = created.error;
        const message = `A key of this address was revoked less than 7 days ago; a new one can be made from ${new Date(until).toISOString()}.`;
        return err(problem('revoke_cooldown', message, { retryAfter: Math.ceil((until - now) / 1000) }));
      }
      const mail = await startConfirming(created.value);
      return ok(encodeMintedKey({ ...factsOf(created.value), text, address, mail }, now, pricingUrl));
    },

    info: async (key) => {
      const now = wall.now();
      return encodeKeyInfo(
        factsOf(key),
        await usage.today(accountOf(key), now),
        now,
        (Math.floor(now / DAY_MS) + 1) * DAY_MS,
      );
    },

    revoke: async (key, origin) => {
      const now = wall.now();
      const isDone = await keys.revoke(key.id, now, networkOf(origin));
      callers.forget(key.id);
      if (!isDone) return err(invalidKey());
      return ok(revokedKey.encode({ prefix: key.prefix, revokedAt: now, newKeyFrom: now + COOLDOWN_MS }));
    },

    rotate: async (key) => {
      const now = wall.now();
      const { text, hash, prefix } = newKey();
      const next = await keys.rotate(key.id, { hash, prefix }, now);
      callers.forget(key.id);
      if (next.ok) return ok(encodeRotatedKey(factsOf(next.value), text, now));
      if (next.error.code === 'unknown') return err(invalidKey());
      const message = `A key can be rotated ${ROTATION_LIMIT_V1.most} times in 24 hours.`;
      return err(problem('rate_limited', message, { retryAfter: Math.ceil((next.error.until - now) / 1000) }));
    },

    resend: async (key) => resend(confirmer, key, wall),

    confirm: async (token) => {
      const now = wall.now();
      const bonus = { tier: 'pro', expiresAt: now + CONFIRMED_PRO_HOURS * HOUR_MS } as const;
      const confirmed = await confirmations.confirm(hashOf(token), bonus, now);
      if (!confirmed.ok) {
        return err(problem('unknown_link', 'The link is not valid: it has expired or a newer mail replaced it.'));
      }
      const { key, first } = confirmed.value;
      callers.forget(key.id);
      return ok(encodeConfirmed(first ? 'confirmed' : 'already_verified', factsOf(key), now));
    },
  };
}
