/**
 * Datasets: the tier, coins, rows and horizon of everything that is served, once for all surfaces. An operation, a part of an
 * answer, a parameter, a type of event and a subscription name their dataset and take its tier from here.
 */

import { bucketOpen, DAY_MS, UsageError } from '@barograph/core';
import { TIERS, unlocks, type Access, type RowScope, type Tier } from './tiers.ts';

/** A tier that something can be sold as. */
export type PaidTier = Exclude<Tier, 'free'>;

/** Distance that the tiers below `tier` may see. */
export interface HorizonBound {
  readonly tier: PaidTier;
  /** Days ahead, or hours back: the unit of the dataset. */
  readonly most: number;
}

/** Data with one answer to the question of who may see them. */
export interface Dataset {
  /** Lowest access that sees any of it. */
  readonly access: Access;
  /** Coins that a tier sees; the other tiers see all. */
  readonly coins?: Readonly<Partial<Record<Tier, readonly string[]>>>;
  /** Largest rows by a field that a tier sees, before any filter; the other tiers see all. */
  readonly rows?: Readonly<Partial<Record<Tier, RowScope>>>;
  /** First rows of the dataset's own order that a tier sees; the other tiers see all. */
  readonly first?: Readonly<Partial<Record<Tier, number>>>;
  /** Bounds in time, the lowest tier first; days ahead, or hours back. */
  readonly horizon?: readonly HorizonBound[];
  /**
   * Dataset that has the past of this one: `as_of` is for the tiers that see it whole. Without it the past costs what the present
   * does.
   */
  readonly past?: string;
  /** Line of the documents (`001:252`) that gives the tier, or the chapter (`payments-and-accounts`) where they are silent. */
  readonly by: string;
}

const BTC_FREE = { free: ['BTC'] } as const;

/** Every dataset of the service. */
const TABLE = {
  // the service, its keys and its doors
  service: { access: 'none', by: '000:136' },
  venues: { access: 'none', by: '000:216' },
  plans: { access: 'none', by: '000:149' },
  /** Files behind secret links: the link is the grant. */
  links: { access: 'none', by: 'payments-and-accounts' },
  accounts: { access: 'key', by: '000:146' },
  /** Runs on demand: no numbers but of the run. */
  refreshes: { access: 'pro', by: '000:172' },
  // coins and venues
  coins: { access: 'key', by: '000:155' },
  perp_market: { access: 'key', by: '001:131' },
  /** Funding and open interest of now. */
  perp_state: { access: 'key', past: 'perp_history', by: '001:134' },
  perp_history: { access: 'pro_plus', by: '000:193' },
  spot_market: { access: 'key', by: '000:204' },
  venue_derivatives: { access: 'key', by: '000:188' },
  trade_flow: { access: 'pro', by: '001:139' },
  trade_flow_universe: { access: 'pro_plus', by: '001:140' },
  depth: { access: 'key', past: 'depth_history', by: '001:157' },
  depth_history: { access: 'key', coins: BTC_FREE, by: '001:161' },
  liquidity_regime: { access: 'pro', by: '001:159' },
  liquidations: { access: 'key', by: 'payments-and-accounts' },
  etf_flows: { access: 'key', by: 'store' },
  dex: { access: 'key', by: '000:223' },
  daily: { access: 'key', by: '000:234' },
  // engines
  heatmap: { access: 'pro', by: '001:235' },
  signum: { access: 'key', by: '001:236' },
  technical: { access: 'pro', by: '001:239' },
  volatility: { access: 'key', coins: BTC_FREE, past: 'volatility_history', by: '001:172' },
  volatility_score: { access: 'key', by: '001:173' },
  volatility_history: { access: 'pro_plus', by: '001:169' },
  implied_detail: { access: 'pro_plus', by: '001:39' },
  volume: { access: 'key', rows: { free: { by: 'volume_24h', top: 20 } }, past: 'volume_history', by: '001:170' },
  volume_history: { access: 'pro', by: '001:171' },
  quant: { access: 'pro', past: 'quant_history', by: '001:191' },
  quant_history: { access: 'pro_plus', by: '001:195' },
  quant_model: { access: 'key', by: '001:204' },
  /** Scorecards and digests; rows of the last 30 days are `ledger_rows`. */
  ledger: { access: 'key', by: 'store' },
  ledger_rows: { access: 'pro_plus', by: 'store' },
  /** Risk of a book that the caller sends. */
  book_risk: { access: 'pro', by: 'stress-and-news' },
  market_risk: { access: 'key', by: 'stress-and-news' },
  positioning: { access: 'pro', past: 'archive', by: '001:198' },
  ladder: { access: 'pro_plus', by: '001:199' },
  gamma: { access: 'key', coins: BTC_FREE, past: 'archive', by: '001:200' },
  whales: { access: 'pro', past: 'whales_history', by: '001:202' },
  whales_history: { access: 'pro_plus', by: '001:203' },
  traders: { access: 'key', by: '001:146' },
  regimes: { access: 'key', past: 'regimes_history', by: '001:213' },
  regimes_history: { access: 'pro_plus', by: '001:214' },
  baskets: { access: 'pro', by: '001:215' },
  market_health: { access: 'key', by: '000:166' },
  sentiment: { access: 'key', by: '000:178' },
  meme: { access: 'key', past: 'meme_history', by: '001:247' },
  meme_history: { access: 'pro', by: '001:249' },
  composites: { access: 'pro', by: 'stress-and-news' },
  // supply, catalysts, stress
  floats: { access: 'key', first: { free: 25 }, by: '001:251' },
  float_filters: { access: 'pro', by: '001:251' },
  /** Days ahead. */
  unlocks: { access: 'key', horizon: [{ tier: 'pro', most: 7 }], by: '001:252' },
  catalysts: { access: 'key', by: '001:255' },
  catalysts_of_coin: { access: 'pro', by: '001:256' },
  security: { access: 'key', by: '001:258' },
  security_of_coin: { access: 'pro', by: '001:261' },
  policy: { access: 'key', by: '001:263' },
  // news
  news: { access: 'key', by: '001:185' },
  news_pulse: { access: 'key', rows: { free: { by: 'news_pressure', top: 10 } }, by: '001:182' },
  /** Hours back. */
  news_tape: {
    access: 'key',
    coins: { free: ['BTC', 'ETH', 'MARKET'] },
    rows: { free: { by: 'impact_score', top: 10 } },
    horizon: [
      { tier: 'pro', most: 24 },
      { tier: 'pro_plus', most: 168 },
    ],
    past: 'archive',
    by: '001:183',
  },
  news_of_coin: { access: 'key', coins: { free: ['BTC', 'ETH'] }, by: '001:184' },
  news_outcome: { access: 'pro_plus', by: '001:63' },
  // texts
  catalogue: { access: 'key', by: '001:221' },
  wiki: { access: 'key', by: '001:227' },
  // archive, events and subscriptions
  archive: { access: 'pro_plus', by: '000:273' },
  archive_status: { access: 'key', by: 'store' },
  events: { access: 'key', by: '000:244' },
  events_delayed: { access: 'none', by: '000:245' },
  events_live: { access: 'pro', by: '000:243' },
  webhooks: { access: 'pro_plus', by: 'http' },
} as const satisfies Readonly<Record<string, Dataset>>;

/** Name of a dataset. */
export type DatasetName = keyof typeof TABLE;

/** Every dataset by its name. */
export const DATASETS: Readonly<Record<DatasetName, Dataset>> = TABLE;

/** A dataset of the table by its name, or one that a feature from outside brings along. */
export type DatasetRef = DatasetName | Dataset;

/**
 * The dataset that is meant.
 *
 * @example
 * datasetOf('ladder').access; // → 'pro_plus'
 */
export function datasetOf(ref: DatasetRef): Dataset {
  return typeof ref === 'string' ? DATASETS[ref] : ref;
}

/**
 * The lowest access that sees all of a dataset: its coins, rows and times.
 */
export function wholeFrom(ref: DatasetRef): Access {
  const { access, coins, rows, first, horizon = [] } = datasetOf(ref);
  const narrowed = [coins, rows, first].flatMap((limits) => Object.keys(limits ?? {}).map((tier) => TIERS.findIndex((step) => step === tier))); // prettier-ignore
  const needed = Math.max(
    -1,
    ...narrowed.map((place) => place + 1),
    ...horizon.map(({ tier }) => TIERS.indexOf(tier)),
    ...(access === 'pro' || access === 'pro_plus' ? [TIERS.indexOf(access)] : []),
  );
  const tier = TIERS[needed];
  return tier === undefined || tier === 'free' ? access : tier;
}

/**
 * Coins of a dataset with all values visible to a tier. A tier limited to rows or times of a dataset sees none of its events.
 */
export function coinsSeenBy(ref: DatasetRef, tier: Tier): 'all' | readonly string[] {
  if (unlocks(tier, wholeFrom(ref))) return 'all';
  const { access, coins, rows, first, horizon } = datasetOf(ref);
  const isByCoin = [rows, first, horizon].every((bound) => bound === undefined);
  return isByCoin && unlocks(tier, access) ? (coins?.[tier] ?? []) : [];
}

/**
 * The tier that pays for a dataset whole.
 *
 * @throws {UsageError} every key sees it whole: there is nothing to pay for.
 */
export function paidFrom(ref: DatasetRef): PaidTier {
  const whole = wholeFrom(ref);
  if (whole === 'pro' || whole === 'pro_plus') return whole;
  throw new UsageError(`"dataset" expected one that a tier pays for, got ${nameOf(ref)}`);
}

/** The lowest access that may ask for the past of a dataset; undefined: the callers that see its present. */
export function pastFrom(ref: DatasetRef): Access | undefined {
  const { past } = datasetOf(ref);
  return past === undefined ? undefined : wholeFrom(nameIn(past));
}

function nameIn(name: string): DatasetName {
  if (!Object.hasOwn(DATASETS, name)) throw new UsageError(`"past" expected a dataset, got ${name}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a name of the table
  return name as DatasetName;
}

/**
 * The horizon of the lowest tier, in the unit of the dataset.
 *
 * @throws {UsageError} the dataset has no bound in time.
 */
export function leastHorizon(ref: DatasetRef): number {
  const [least] = datasetOf(ref).horizon ?? [];
  if (least === undefined) throw new UsageError(`"horizon" expected of ${nameOf(ref)}, got none`);
  return least.most;
}

/**
 * Whether the lowest tier sees a moment of a dataset that is bounded in days ahead: up to the end of the last UTC day.
 *
 * @param time epoch ms. @param asOf moment of the question, epoch ms.
 */
export function isWithinHorizon(ref: DatasetRef, time: number, asOf: number): boolean {
  return bucketOpen(time, DAY_MS) <= bucketOpen(asOf, DAY_MS) + leastHorizon(ref) * DAY_MS;
}

const nameOf = (ref: DatasetRef): string => (typeof ref === 'string' ? ref : `a dataset by ${ref.by}`);
