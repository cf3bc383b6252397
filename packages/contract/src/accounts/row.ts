/** Keys and their holders on the wire. */

import { Type } from 'typebox';
import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import { nullable } from '../scalar.ts';
import {
  AGENT_SUBSCRIBE,
  CONFIRMED_PRO_HOURS,
  limitsAt,
  TIER_LIMITS,
  tierAt,
  TIERS,
  UNCONFIRMED_DAILY_LIMIT,
  UPGRADE_PRICE_USD_MONTHLY,
  type Grant,
} from '../tiers.ts';

const plan = fieldsOf<{ readonly price: number; readonly daily: number; readonly perMinute: number }>();
const PLAN = record(null, {
  price_usd_monthly: plan.number('Price of a month, USD.', (plan) => plan.price),
  daily_limit: plan.integer('Requests per UTC day.', (plan) => plan.daily, { minimum: 0 }),
  per_minute_limit: plan.integer('Requests per UTC minute.', (plan) => plan.perMinute, { minimum: 0 }),
});
const planOf = (tier: 'pro' | 'pro_plus') => ({ price: UPGRADE_PRICE_USD_MONTHLY[tier], ...TIER_LIMITS[tier] });

const agent = fieldsOf<typeof AGENT_SUBSCRIBE>();
const AGENT = record(null, {
  endpoint: agent.text('Where an agent buys a plan.', (agent) => agent.endpoint),
  protocol: agent.text('The payment protocol there.', (agent) => agent.protocol),
});
const offer = fieldsOf<{ readonly pricingUrl: string }>();

/** Price, limits and address of a higher tier. */
export const upgrade = record(
  'Upgrade',
  {
    pro: offer.inner(PLAN, () => planOf('pro'), 'Tier pro.'),
    pro_plus: offer.inner(PLAN, () => planOf('pro_plus'), 'Tier pro_plus.'),
    pricing_url: offer.text('Where plans are listed.', (offer) => offer.pricingUrl),
    agent_subscribe: offer.inner(AGENT, () => AGENT_SUBSCRIBE, 'For programs.'),
  },
  'What a higher tier costs and allows, and where to get it.',
);

/** Key with its current tier and limits. */
export interface GrantAt {
  readonly grant: Grant;
  /** Epoch ms. */
  readonly now: number;
}
const own = fieldsOf<GrantAt>();
/** Tier and caps of a key on the wire. */
export const allowance = {
  tier: own.choice(TIERS, 'Tier of the key right now.', ({ grant, now }) => tierAt(grant, now)),
  tier_expires_at: own.custom(
    nullable(Type.Integer(), 'Epoch ms from which on the tier is free again; null: it does not end.'),
    ({ grant, now }) => (tierAt(grant, now) === 'free' ? null : grant.tierExpiresAt),
  ),
  daily_limit: own.integer(
    'The real cap right now, requests per UTC day.',
    ({ grant, now }) => limitsAt(grant, now).daily,
    {
      minimum: 0,
    },
  ),
  per_minute_limit: own.integer(
    'The real cap right now, requests per UTC minute.',
    ({ grant, now }) => limitsAt(grant, now).perMinute,
    { minimum: 0 },
  ),
  rate_limit_scope: own.custom(
    Type.Literal('api_key', { description: 'Limits are per key, not per account.' }),
    () => 'api_key' as const,
  ),
  email_verified: own.flag('The address is confirmed.', ({ grant }) => grant.emailVerified),
};
const SECRET_TEXT = 'The full key. It is shown this once and is not kept in plain text.';
const PREFIX_TEXT = 'Leading part of the key, for display.';
const EMAIL_TEXT = 'Address of the holder; null for a key of the operator.';

/** Stored facts of a key, without its text. */
export interface KeyFacts extends Grant {
  readonly prefix: string;
  readonly email: string | null;
  readonly createdAt: number;
}

const MAILS = ['queued', 'throttled', 'not_configured'] as const;
const GAIN = `raises this key from ${UNCONFIRMED_DAILY_LIMIT} to ${TIER_LIMITS.free.daily} requests/day and switches Pro on for ${CONFIRMED_PRO_HOURS} hours`;

/** New key. */
export interface MintedKey extends KeyFacts {
  /** Text of the key. */
  readonly text: string;
  /** Address as sent. */
  readonly address: string;
  readonly mail: (typeof MAILS)[number];
}

const MAIL_STEP: Readonly<Record<MintedKey['mail'], string>> = {
  queued: 'Follow the link in the confirmation mail:',
  throttled: 'A confirmation mail went to this address less than 10 minutes ago; ask for another with resend-verify:',
  not_configured: 'This service sends no mail as it is configured, so the address cannot be confirmed yet:',
};

const minted = fieldsOf<Minted>();
interface Minted {
  readonly key: MintedKey;
  readonly now: number;
  readonly pricingUrl: string;
}
const grantOf = ({ key, now }: { readonly key: Grant; readonly now: number }): GrantAt => ({ grant: key, now });

/** Answer of key creation; only this answer contains the text of the key. */
export const apiKeyRecord = record('ApiKeyRecord', {
  api_key: minted.text(SECRET_TEXT, ({ key }) => key.text),
  key_prefix: minted.text(PREFIX_TEXT, ({ key }) => key.prefix),
  email: minted.text('As it was sent.', ({ key }) => key.address),
  ...within(grantOf, allowance),
  verified_daily_limit: minted.integer('Daily cap once the address is confirmed.', () => TIER_LIMITS.free.daily),
  next_step: minted.text(
    'What raises the cap, in a sentence.',
    ({ key }) => `${MAIL_STEP[key.mail]} confirming ${GAIN}.`,
  ),
  confirmation_mail: minted.choice(MAILS, 'What became of the confirmation mail.', ({ key }) => key.mail),
  upgrade: minted.inner(upgrade, (key) => key),
});

/** The record of a new key as it goes over the wire. */
export type ApiKeyRecordWire = WireOf<typeof apiKeyRecord>;

/**
 * The record of a new key.
 *
 * @example
 * const grant = { tier: 'free', tierExpiresAt: null, emailVerified: false } as const;
 * const facts = { ...grant, prefix: 'bg_1a2b3c', email: 'ada@example.org', createdAt: 0 };
 * const key = { ...facts, text: 'bg_1a2b3c_secret', address: 'ada@example.org', mail: 'queued' } as const;
 * encodeMintedKey(key, 0, '/pricing').tier; // → 'free'
 */
export function encodeMintedKey(key: MintedKey, now: number, pricingUrl: string): ApiKeyRecordWire {
  return apiKeyRecord.encode({ key, now, pricingUrl });
}

const rotated = fieldsOf<{ readonly key: KeyFacts; readonly text: string; readonly now: number }>();
/** Answer of rotation: a new key with the grants of the old key. */
export const rotatedKey = record('RotatedKey', {
  api_key: rotated.text(SECRET_TEXT, (rotation) => rotation.text),
  key_prefix: rotated.text(PREFIX_TEXT, ({ key }) => key.prefix),
  email: rotated.textOrNull(EMAIL_TEXT, ({ key }) => key.email),
  ...within(grantOf, allowance),
  rotated_at: rotated.moment('When the old key ended.', (rotation) => rotation.now),
});
export type RotatedKeyWire = WireOf<typeof rotatedKey>;

/**
 * The answer of rotation.
 *
 * @example
 * const grant = { tier: 'free', tierExpiresAt: null, emailVerified: true } as const;
 * const key = { ...grant, prefix: 'bg_9z8y7x', email: null, createdAt: 0 };
 * encodeRotatedKey(key, 'bg_9z8y7x_secret', 0).api_key; // → 'bg_9z8y7x_secret'
 */
export function encodeRotatedKey(key: KeyFacts, text: string, now: number): RotatedKeyWire {
  return rotatedKey.encode({ key, text, now });
}

interface Info {
  readonly key: KeyFacts;
  readonly requestsToday: number;
  readonly now: number;
  readonly resetsAt: number;
}
const info = fieldsOf<Info>();
/** Facts and remaining allowance of a key. */
export const keyInfo = record('KeyInfo', {
  key_prefix: info.text(PREFIX_TEXT, ({ key }) => key.prefix),
  email: info.textOrNull(EMAIL_TEXT, ({ key }) => key.email),
  ...within(grantOf, allowance),
  requests_today: info.integer('Counted requests of this UTC day, this one included.', (info) => info.requestsToday, {
    minimum: 0,
  }),
  resets_at: info.custom(Type.Integer({ description: 'End of this UTC day, epoch ms.' }), (info) => info.resetsAt),
  created_at: info.moment('When the key was made.', ({ key }) => key.createdAt),
  verified_daily_limit: info.ifKnown(
    Type.Integer({ description: 'Daily cap once the address is confirmed; left out when it is.' }),
    ({ key }) => (key.emailVerified ? undefined : TIER_LIMITS.free.daily),
  ),
  upgrade_message: info.ifKnown(
    Type.String({ description: 'What confirming the address brings; left out when it is confirmed.' }),
    ({ key }) => (key.emailVerified ? undefined : `Confirming the address ${GAIN}.`),
  ),
});

/** The answer of key info as it goes over the wire. */
export type KeyInfoWire = WireOf<typeof keyInfo>;

/**
 * The answer of key info.
 *
 * @example
 * const grant = { tier: 'pro', tierExpiresAt: null, emailVerified: true } as const;
 * const key = { ...grant, prefix: 'bg_1a2b3c', email: null, createdAt: 0 };
 * const { tier, daily_limit: daily } = encodeKeyInfo(key, 120, HOUR_MS, DAY_MS);
 * [tier, daily]; // → [ 'pro', 10000 ]
 */
export function encodeKeyInfo(key: KeyFacts, requestsToday: number, now: number, resetsAt: number): KeyInfoWire {
  return keyInfo.encode({ key, requestsToday, now, resetsAt });
}

const confirmation = fieldsOf<{
  readonly status: 'confirmed' | 'already_verified';
  readonly key: Grant;
  readonly now: number;
}>();
/** The answer of a confirmation link. */
export const confirmed = record('Confirmed', {
  status: confirmation.choice(
    ['confirmed', 'already_verified'],
    'already_verified: the link was opened before.',
    (status) => status.status,
  ),
  message: confirmation.text('The same in a sentence.', ({ key, now }) => {
    const { daily } = limitsAt(key, now);
    return `The address is confirmed. The key has tier ${tierAt(key, now)} and ${daily} requests/day now.`;
  }),
  ...within(grantOf, allowance),
});
export type ConfirmedWire = WireOf<typeof confirmed>;

/**
 * The answer of a confirmation link.
 *
 * @example
 * const grant = { tier: 'free', tierExpiresAt: null, emailVerified: true } as const;
 * encodeConfirmed('confirmed', grant, 0).tier; // → 'free'
 */
export function encodeConfirmed(status: ConfirmedWire['status'], key: Grant, now: number): ConfirmedWire {
  return confirmed.encode({ status, key, now });
}

/** A key that was revoked. */
export interface RevokedKey {
  readonly prefix: string;
  readonly revokedAt: number;
  /** Time when the address may get a new key, epoch ms. */
  readonly newKeyFrom: number;
}
const ended = fieldsOf<RevokedKey>();
/** The answer of revocation. */
export const revokedKey = record('RevokedKey', {
  status: ended.custom(Type.Literal('revoked', { description: 'At once and for good.' }), () => 'revoked' as const),
  key_prefix: ended.text(PREFIX_TEXT, (key) => key.prefix),
  revoked_at: ended.moment('When it ended.', (key) => key.revokedAt),
  new_key_from: ended.custom(
    Type.Integer({ description: 'Epoch ms from which on the address may have a new key.' }),
    (key) => key.newKeyFrom,
  ),
});
export type RevokedKeyWire = WireOf<typeof revokedKey>;

/** Outcomes of a request for another confirmation mail. */
export const RESEND_STATUSES = ['sent', 'queued', 'throttled', 'already_verified', 'not_configured'] as const;
/** One of them. */
export type ResendStatus = (typeof RESEND_STATUSES)[number];

const again = fieldsOf<{
  readonly status: ResendStatus;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}>();
/** The answer of resend-verify. */
export const resend = record('ResendVerify', {
  status: again.choice(
    RESEND_STATUSES,
    'sent: the mail server took it. queued: it did not yet, and is asked again.',
    (reply) => reply.status,
  ),
  message: again.text('The same in a sentence.', (reply) => reply.message),
  retry_after_s: again.ifKnown(
    Type.Integer({ minimum: 1, description: 'throttled: seconds until the next mail.' }),
    (reply) => reply.retryAfterSeconds,
  ),
});

/** The answer of a mail that is sent again, as it goes over the wire. */
export type ResendWire = WireOf<typeof resend>;
