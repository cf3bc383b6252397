/** Keys and their holders on the wire. */

import { Type, type Static } from 'typebox';
import { EpochMsSchema, nullable } from '../scalar.ts';
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

const TierSchema = Type.Enum([...TIERS], { type: 'string' });
const Count = Type.Integer({ minimum: 0 });
const ScopeSchema = Type.Literal('api_key', { description: 'Limits are per key, not per account.' });

const PlanWire = Type.Object({ price_usd_monthly: Type.Number(), daily_limit: Count, per_minute_limit: Count });

/** What a higher tier costs and allows, and where to get it. */
export const UpgradeWire = Type.Object(
  {
    pro: PlanWire,
    pro_plus: PlanWire,
    pricing_url: Type.String(),
    agent_subscribe: Type.Object({ endpoint: Type.String(), protocol: Type.String() }),
  },
  { title: 'Upgrade' },
);
export type UpgradeWire = Static<typeof UpgradeWire>;

const allowance = {
  tier: TierSchema,
  tier_expires_at: nullable(
    Type.Integer({ description: 'Epoch ms from which on the tier is free again; null: it does not end.' }),
  ),
  daily_limit: Type.Integer({ minimum: 0, description: 'The real cap right now, requests per UTC day.' }),
  per_minute_limit: Type.Integer({ minimum: 0, description: 'The real cap right now, requests per UTC minute.' }),
  rate_limit_scope: ScopeSchema,
  email_verified: Type.Boolean(),
} as const;

const secret = {
  api_key: Type.String({ description: 'The full key. It is shown this once and is not kept in plain text.' }),
  key_prefix: Type.String({ description: 'Leading part of the key, for display.' }),
} as const;

/** The answer of key creation. */
export const ApiKeyRecordWire = Type.Object(
  {
    ...secret,
    email: Type.String({ description: 'As it was sent.' }),
    ...allowance,
    verified_daily_limit: Type.Integer({ description: 'Daily cap once the address is confirmed.' }),
    next_step: Type.String(),
    confirmation_mail: Type.Enum(['queued', 'throttled', 'not_configured'], {
      type: 'string',
      description: 'What became of the confirmation mail.',
    }),
    upgrade: UpgradeWire,
  },
  { title: 'ApiKeyRecord' },
);
export type ApiKeyRecordWire = Static<typeof ApiKeyRecordWire>;

/** The answer of rotation: a new key with everything that the old one had. */
export const RotatedKeyWire = Type.Object(
  { ...secret, email: nullable(Type.String()), ...allowance, rotated_at: EpochMsSchema },
  { title: 'RotatedKey' },
);
export type RotatedKeyWire = Static<typeof RotatedKeyWire>;

/** What a key is and has left. */
export const KeyInfoWire = Type.Object(
  {
    key_prefix: Type.String(),
    email: nullable(Type.String()),
    ...allowance,
    requests_today: Type.Integer({ minimum: 0, description: 'Counted requests of this UTC day, this one included.' }),
    resets_at: Type.Integer({ description: 'End of this UTC day, epoch ms.' }),
    created_at: EpochMsSchema,
    verified_daily_limit: Type.Optional(Type.Integer({ description: 'While the address is not confirmed.' })),
    upgrade_message: Type.Optional(Type.String({ description: 'While the address is not confirmed.' })),
  },
  { title: 'KeyInfo' },
);
export type KeyInfoWire = Static<typeof KeyInfoWire>;

/** The answer of revocation. */
export const RevokedKeyWire = Type.Object(
  {
    status: Type.Literal('revoked'),
    key_prefix: Type.String(),
    revoked_at: EpochMsSchema,
    new_key_from: Type.Integer({ description: 'Epoch ms from which on the address may have a new key.' }),
  },
  { title: 'RevokedKey' },
);
export type RevokedKeyWire = Static<typeof RevokedKeyWire>;

/** What became of a wish for another confirmation mail. */
export const RESEND_STATUSES = ['sent', 'queued', 'throttled', 'already_verified', 'not_configured'] as const;
/** One of them. */
export type ResendStatus = (typeof RESEND_STATUSES)[number];

/** The answer of resend-verify. */
export const ResendWire = Type.Object(
  {
    status: Type.Enum([...RESEND_STATUSES], {
      type: 'string',
      description: 'sent: the mail server took it. queued: it did not yet, and is asked again.',
    }),
    message: Type.String(),
    retry_after_s: Type.Optional(Type.Integer({ minimum: 1, description: 'throttled: seconds until the next mail.' })),
  },
  { title: 'ResendVerify' },
);
export type ResendWire = Static<typeof ResendWire>;

/** The answer of a confirmation link. */
export const ConfirmedWire = Type.Object(
  { status: Type.Enum(['confirmed', 'already_verified'], { type: 'string' }), message: Type.String(), ...allowance },
  { title: 'Confirmed' },
);
export type ConfirmedWire = Static<typeof ConfirmedWire>;

/** A key as the host knows it, without its text. */
export interface KeyFacts extends Grant {
  readonly prefix: string;
  readonly email: string | null;
  readonly createdAt: number;
}

type AllowanceWire = Pick<KeyInfoWire, keyof typeof allowance>;

function encodeAllowance(key: Grant, now: number): AllowanceWire {
  const tier = tierAt(key, now);
  const { daily, perMinute } = limitsAt(key, now);
  return {
    tier,
    tier_expires_at: tier === 'free' ? null : key.tierExpiresAt,
    daily_limit: daily,
    per_minute_limit: perMinute,
    rate_limit_scope: 'api_key',
    email_verified: key.emailVerified,
  };
}

const GAIN = `raises this key from ${UNCONFIRMED_DAILY_LIMIT} to ${TIER_LIMITS.free.daily} requests/day and switches Pro on for ${CONFIRMED_PRO_HOURS} hours`;

function plan(tier: 'pro' | 'pro_plus'): UpgradeWire['pro'] {
  const { daily, perMinute } = TIER_LIMITS[tier];
  return { price_usd_monthly: UPGRADE_PRICE_USD_MONTHLY[tier], daily_limit: daily, per_minute_limit: perMinute };
}

/** What a key becomes with money. */
export function encodeUpgrade(pricingUrl: string): UpgradeWire {
  return {
    pro: plan('pro'),
    pro_plus: plan('pro_plus'),
    pricing_url: pricingUrl,
    agent_subscribe: { ...AGENT_SUBSCRIBE },
  };
}

/** A key that was made just now. */
export interface MintedKey extends KeyFacts {
  /** The key itself. */
  readonly text: string;
  /** The address as it was sent. */
  readonly address: string;
  readonly mail: ApiKeyRecordWire['confirmation_mail'];
}

const MAIL_STEP: Readonly<Record<MintedKey['mail'], string>> = {
  queued: 'Follow the link in the confirmation mail:',
  throttled: 'A confirmation mail went to this address less than 10 minutes ago; ask for another with resend-verify:',
  not_configured: 'This service sends no mail as it is configured, so the address cannot be confirmed yet:',
};

/** The record of a new key, the only answer that carries its text. */
export function encodeMintedKey(key: MintedKey, now: number, pricingUrl: string): ApiKeyRecordWire {
  return {
    api_key: key.text,
    key_prefix: key.prefix,
    email: key.address,
    ...encodeAllowance(key, now),
    verified_daily_limit: TIER_LIMITS.free.daily,
    next_step: `${MAIL_STEP[key.mail]} confirming ${GAIN}.`,
    confirmation_mail: key.mail,
    upgrade: encodeUpgrade(pricingUrl),
  };
}

/** The answer of rotation. */
export function encodeRotatedKey(key: KeyFacts, text: string, now: number): RotatedKeyWire {
  return {
    api_key: text,
    key_prefix: key.prefix,
    email: key.email,
    ...encodeAllowance(key, now),
    rotated_at: now,
  };
}

/** The answer of key info. */
export function encodeKeyInfo(key: KeyFacts, requestsToday: number, now: number, resetsAt: number): KeyInfoWire {
  return {
    key_prefix: key.prefix,
    email: key.email,
    ...encodeAllowance(key, now),
    requests_today: requestsToday,
    resets_at: resetsAt,
    created_at: key.createdAt,
    ...(key.emailVerified
      ? {}
      : { verified_daily_limit: TIER_LIMITS.free.daily, upgrade_message: `Confirming the address ${GAIN}.` }),
  };
}

/** The answer of a confirmation link. */
export function encodeConfirmed(status: ConfirmedWire['status'], key: Grant, now: number): ConfirmedWire {
  const wire = encodeAllowance(key, now);
  const message = `The address is confirmed. The key has tier ${wire.tier} and ${wire.daily_limit} requests/day now.`;
  return { status, message, ...wire };
}
