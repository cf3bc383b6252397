/** Tiers of access: limits, prices, and the current tier of a key. */

/** Tiers, lowest first. */
export const TIERS = ['free', 'pro', 'pro_plus'] as const;
/** A tier of access. */
export type Tier = (typeof TIERS)[number];

/** Access level: no key, any valid key, or a key of that tier and above. */
export type Access = 'none' | 'key' | 'pro' | 'pro_plus';

/** Parameter with the only values that a tier may name. */
export interface TierScope {
  readonly parameter: string;
  readonly only: readonly string[];
}

/** Rows of a list visible to a tier: the largest by a field. */
export interface RowScope {
  readonly by: string;
  readonly top: number;
}

/** Limits of a key. Windows follow UTC: days start at midnight, minutes at their first second. */
export interface Limits {
  /** Requests per day. */
  readonly daily: number;
  /** Requests per minute. */
  readonly perMinute: number;
}

/** Limits of each tier; a free key has them only after its address is confirmed. */
export const TIER_LIMITS: Readonly<Record<Tier, Limits>> = {
  free: { daily: 1000, perMinute: 10 },
  pro: { daily: 10_000, perMinute: 30 },
  pro_plus: { daily: 50_000, perMinute: 120 },
};
/** Requests per day of a free key whose address is not confirmed. */
export const UNCONFIRMED_DAILY_LIMIT = 100;
/** Hours of Pro after an address is confirmed. */
export const CONFIRMED_PRO_HOURS = 24;
/** Price of an upgrade, USD per month. Plans that are paid without an account list their own. */
export const UPGRADE_PRICE_USD_MONTHLY: Readonly<Record<'pro' | 'pro_plus', number>> = { pro: 29, pro_plus: 99 };
/** Endpoint and method for buying a plan without a browser. */
export const AGENT_SUBSCRIBE: { readonly endpoint: string; readonly protocol: string } = {
  endpoint: '/api/v1/payments/agent-subscribe',
  protocol: 'x402',
};

/** Tier that determines the contents of a single paid answer. */
export const SOLD_AS: Tier = 'pro';

/** Grant of a key. */
export interface Grant {
  readonly tier: Tier;
  /** Epoch ms at which the tier reverts to free; null means never. */
  readonly tierExpiresAt: number | null;
  readonly emailVerified: boolean;
}

/**
 * Tier of a grant at a time: bought or activated tiers expire and revert to free.
 *
 * @example
 * const grant = { tier: 'pro', tierExpiresAt: DAY_MS, emailVerified: true } as const;
 * [tierAt(grant, 0), tierAt(grant, DAY_MS)]; // → [ 'pro', 'free' ]
 */
export function tierAt(grant: Grant, now: number): Tier {
  return grant.tierExpiresAt === null || now < grant.tierExpiresAt ? grant.tier : 'free';
}

/**
 * Effective limits of a grant at a time.
 *
 * @example
 * limitsAt({ tier: 'pro', tierExpiresAt: DAY_MS, emailVerified: true }, 0); // → { daily: 10000, perMinute: 30 }
 */
export function limitsAt(grant: Grant, now: number): Limits {
  const tier = tierAt(grant, now);
  const own = TIER_LIMITS[tier];
  return tier === 'free' && !grant.emailVerified ? { ...own, daily: UNCONFIRMED_DAILY_LIMIT } : own;
}

/**
 * Whether a caller may use an operation of an access level: each tier includes the lower ones. Without a key, tier is undefined.
 *
 * @example
 * unlocks('pro', 'key'); // → true
 * unlocks('free', 'pro'); // → false
 */
export function unlocks(tier: Tier | undefined, access: Access): boolean {
  if (access === 'none') return true;
  return tier !== undefined && TIERS.indexOf(tier) >= TIERS.indexOf(access === 'key' ? 'free' : access);
}
