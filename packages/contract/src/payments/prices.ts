/**
 * The only table of prices for payments without an account. Validation, 402 answers, the OpenAPI document and the index derive
 * from it. Prices are texts in USD; signatures use whole units of USDC.
 */

import { UsageError } from '@barograph/core';

/** Decimals of USDC. */
export const USDC_DECIMALS = 6;

/** Plan: a key of a tier for a number of hours. */
export interface Plan {
  readonly usd: string;
  readonly tier: 'pro' | 'pro_plus';
  /** A month has 30 days, a year 365. */
  readonly hours: number;
}

/** Plans by name. Their monthly prices differ from those of key upgrades; both lists are valid. */
export const PLANS = {
  monthly: { usd: '39', tier: 'pro', hours: 720 },
  monthly_plus: { usd: '129', tier: 'pro_plus', hours: 720 },
  annual: { usd: '348', tier: 'pro', hours: 8760 },
  annual_plus: { usd: '1188', tier: 'pro_plus', hours: 8760 },
  pass_1h: { usd: '1.5', tier: 'pro', hours: 1 },
  pass_1d: { usd: '5', tier: 'pro', hours: 24 },
  pass_7d: { usd: '15', tier: 'pro', hours: 168 },
  pass_1h_plus: { usd: '4', tier: 'pro_plus', hours: 1 },
  pass_1d_plus: { usd: '15', tier: 'pro_plus', hours: 24 },
  pass_7d_plus: { usd: '45', tier: 'pro_plus', hours: 168 },
} as const satisfies Readonly<Record<string, Plan>>;
/** Name of a plan that is sold. */
export type PlanName = keyof typeof PLANS;
/** Names of the plans, in list order. */
export const PLAN_NAMES: readonly PlanName[] = namesOf(PLANS);

/** Price of a GET that is sold per answer. */
export interface RequestPrice {
  readonly usd: string;
  readonly content: string;
}

/**
 * GETs sold per answer, by path below `/api/v1`. A price may precede its operation, and applies once the operation exists.
 */
export const REQUEST_PRICES: Readonly<Record<string, RequestPrice>> = {
  '/quant/whales': { usd: '0.03', content: 'Whale positioning' },
  '/quant/market': { usd: '0.015', content: '6-state regime nowcast with probabilities' },
  '/regimes/current': { usd: '0.01', content: 'Long-horizon regime' },
  '/market-intelligence/liquidations': {
    usd: '0.01',
    content: '24h liquidation totals per symbol, merged across venues',
  },
  '/event/calendar': { usd: '0.008', content: 'Dated catalysts' },
  '/market-intelligence/etf/{asset}/flows': { usd: '0.01', content: 'Daily spot ETF net flows' },
};

/** Parameters that select an archive file. */
export type ArchiveParameter = 'exchange' | 'symbol' | 'date' | 'bundle' | 'snapshot_type' | 'interval' | 'month';

/** Type of archive files. */
export interface ArchiveType {
  readonly usd: string;
  /** Content of a file. */
  readonly unit: string;
  /** Exactly the parameters that must be sent. */
  readonly parameters: readonly ArchiveParameter[];
  readonly format: 'parquet' | 'json';
}

/** Types of archive files, by `data_type`. */
export const ARCHIVE_TYPES = {
  klines: {
    usd: '0.25',
    unit: 'one exchange/symbol/day Parquet',
    parameters: ['exchange', 'symbol', 'date'],
    format: 'parquet',
  },
  funding: {
    usd: '0.25',
    unit: 'one exchange/symbol/day Parquet',
    parameters: ['exchange', 'symbol', 'date'],
    format: 'parquet',
  },
  liquidations: { usd: '0.25', unit: 'one symbol/day Parquet', parameters: ['symbol', 'date'], format: 'parquet' },
  pd_liquidations: { usd: '1.0', unit: 'one day, all perp-venue coins', parameters: ['date'], format: 'parquet' },
  daily: {
    usd: '2.0',
    unit: 'one consolidated day bundle (klines or funding, one exchange)',
    parameters: ['date', 'bundle', 'exchange'],
    format: 'parquet',
  },
  snapshots: {
    usd: '0.25',
    unit: 'one snapshot type for one day (JSON)',
    parameters: ['snapshot_type', 'date'],
    format: 'json',
  },
  klines_deep: {
    usd: '3.0',
    unit: 'one exchange/interval/symbol/month Parquet',
    parameters: ['exchange', 'interval', 'symbol', 'month'],
    format: 'parquet',
  },
  funding_deep: {
    usd: '3.0',
    unit: 'one exchange/symbol/month Parquet',
    parameters: ['exchange', 'symbol', 'month'],
    format: 'parquet',
  },
} as const satisfies Readonly<Record<string, ArchiveType>>;
/** Name of an archive type that is sold. */
export type ArchiveTypeName = keyof typeof ARCHIVE_TYPES;
/** Types of archive files, in list order. */
export const ARCHIVE_TYPE_NAMES: readonly ArchiveTypeName[] = namesOf(ARCHIVE_TYPES);

/** Path of the sale of plans, below `/api/v1`. */
export const SUBSCRIBE_PATH = '/payments/agent-subscribe';
/** Path of the sale of archive files, below `/api/v1`. */
export const PURCHASE_PATH = '/backtesting/archives/purchase';

const PRICE = new RegExp(`^(\\d{1,9})(?:\\.(\\d{1,${USDC_DECIMALS}}))?$`);

/**
 * Units of USDC of a price, without floating point: `0.008` is 8000n.
 *
 * @throws {UsageError} when the text is not a price.
 *
 * @example
 * usdcUnits('1.5'); // 1500000n
 */
export function usdcUnits(usd: string): bigint {
  const [, whole, part = ''] = PRICE.exec(usd) ?? [];
  if (whole === undefined)
    throw new UsageError(`"usd" expected a price such as 1.5 with up to six decimals, got ${usd}`);
  return BigInt(`${whole}${part.padEnd(USDC_DECIMALS, '0')}`);
}

/**
 * Price of units with the fewest digits: 1500000n is `1.5`.
 *
 * @example
 * usdOf(1_500_000n); // → '1.5'
 */
export function usdOf(units: bigint): string {
  const digits = units.toString().padStart(USDC_DECIMALS + 1, '0');
  const part = digits.slice(-USDC_DECIMALS).replace(/0+$/, '');
  const whole = digits.slice(0, -USDC_DECIMALS);
  return part === '' ? whole : `${whole}.${part}`;
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal
  return Object.keys(table) as Name[];
}
