/**
 * Divergence of open interest and price: `oi_change_pct − price_change_pct` over 1, 4 and 24 hours. Positive is
 * fragile: positions grow faster than the price, or shrink more slowly.
 *
 * Open interest is in units of the coin: in USD the price would count twice.
 */

import { firstAtOrAfter, HOUR_MS, UsageError } from '@barograph/core';
import { LIQUIDITY_V1, type LiquidityConfig } from './config.ts';

/** Horizons, hours. Rows are ranked by 4. */
export const DIVERGENCE_HORIZONS = [1, 4, 24] as const;

/** Horizon of divergence, 1, 4 or 24 hours. */
export type DivergenceHorizon = (typeof DIVERGENCE_HORIZONS)[number];

/** Samples of a coin, times ascending. A value that is unknown or not above 0 is NaN. */
export interface OiSamples {
  /** Epoch ms. */
  readonly time: ArrayLike<number>;
  /** Open interest, units of the coin. */
  readonly openInterest: ArrayLike<number>;
  /** Price, quote per unit of the coin. */
  readonly price: ArrayLike<number>;
}

/** Changes over one horizon, percent; all null without a sample within 10 % of it. */
export interface OiChange {
  /** Time of the reference sample, epoch ms. */
  readonly since: number | null;
  readonly oiChangePct: number | null;
  readonly priceChangePct: number | null;
  /** `oiChangePct − priceChangePct`, percentage points. */
  readonly divergence: number | null;
}

/** Divergence of a coin at its last sample. */
export interface OiDivergence {
  readonly configVersion: string;
  /** Time of that sample, epoch ms; null without a sample with both values. */
  readonly time: number | null;
  /** Open interest, units of the coin. */
  readonly openInterest: number | null;
  /** Price at that sample, quote units. */
  readonly price: number | null;
  readonly h1: OiChange;
  readonly h4: OiChange;
  readonly h24: OiChange;
}

const UNKNOWN: OiChange = Object.freeze({
  since: null,
  oiChangePct: null,
  priceChangePct: null,
  divergence: null,
});

/**
 * Computes the divergence at the last sample with both values, at or before a moment. The reference of a change is the
 * sample nearest to its horizon, at most 10 % of it away; the older one of a tie.
 *
 * @param asOf moment, epoch ms; later samples are ignored. @default Infinity
 * @param config parameters. @default LIQUIDITY_V1
 * @throws {UsageError} when columns differ in length or times do not ascend.
 * @example
 * oiDivergence({ time: [0, 14_400_000], openInterest: [100, 106], price: [50, 51] }).h4.divergence; // 4
 */
export function oiDivergence(
  samples: OiSamples,
  asOf: number = Infinity,
  config: LiquidityConfig = LIQUIDITY_V1,
): OiDivergence {
  const { length } = samples.time;
  checkSamples(samples);
  let last = length - 1;
  while (last >= 0 && (samples.time[last]! > asOf || !isKnown(samples, last))) last--;
  const change = (hours: DivergenceHorizon): OiChange => changeOver(samples, last, hours, config);
  return {
    configVersion: config.version,
    time: samples.time[last] ?? null,
    openInterest: samples.openInterest[last] ?? null,
    price: samples.price[last] ?? null,
    h1: change(1),
    h4: change(4),
    h24: change(24),
  };
}

/**
 * Orders rows by divergence over 4 hours, descending; unknown ones last, equal ones by symbol.
 * @returns a new list.
 *
 * @example
 * const rowOf = (symbol: string, after: number) => ({
 *   symbol,
 *   ...oiDivergence({ time: [0, 4 * HOUR_MS], openInterest: [1_000, after], price: [100, 100] }),
 * });
 * rankDivergences([rowOf('ETH', 1_015), rowOf('BTC', 1_040)]).map(({ symbol }) => symbol); // → [ 'BTC', 'ETH' ]
 */
export function rankDivergences<Row extends OiDivergence & { readonly symbol: string }>(rows: readonly Row[]): Row[] {
  const value = ({ h4 }: Row): number => h4.divergence ?? -Infinity;
  return [...rows].sort((a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left !== right) return left > right ? -1 : 1;
    return a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol);
  });
}

/** Change from the reference sample of a horizon to the sample at `last`. */
export function changeOver(
  samples: OiSamples,
  last: number,
  hours: number,
  { changeTolerance }: LiquidityConfig,
): OiChange {
  if (last < 0 || !isKnown(samples, last)) return UNKNOWN;
  const { time, openInterest, price } = samples;
  const span = hours * HOUR_MS;
  const target = time[last]! - span;
  const slack = span * changeTolerance;
  let best = -1;
  for (let i = firstAtOrAfter({ time, length: last }, target - slack); i < last && time[i]! <= target + slack; i++) {
    const isNearer = best === -1 || Math.abs(time[i]! - target) < Math.abs(time[best]! - target);
    if (isNearer && isKnown(samples, i)) best = i;
  }
  if (best === -1) return UNKNOWN;
  const oiChangePct = 100 * (openInterest[last]! / openInterest[best]! - 1);
  const priceChangePct = 100 * (price[last]! / price[best]! - 1);
  const divergence = oiChangePct - priceChangePct;
  // From almost nothing a change may overflow; it is then unknown.
  return Number.isFinite(divergence) ? { since: time[best]!, oiChangePct, priceChangePct, divergence } : UNKNOWN;
}

function isKnown({ openInterest, price }: OiSamples, i: number): boolean {
  return isAmount(openInterest[i]!) && isAmount(price[i]!);
}

const isAmount = (value: number): boolean => value > 0 && value < Infinity;

function checkSamples({ time, openInterest, price }: OiSamples): void {
  for (const [name, { length }] of Object.entries({ openInterest, price })) {
    if (length !== time.length) {
      throw new UsageError(`"${name}" expected ${time.length} values, one per time, got ${length}`);
    }
  }
  for (let i = 0; i < time.length; i++) {
    if (!Number.isFinite(time[i])) throw new UsageError(`"time[${i}]" expected a finite number, got ${time[i]}`);
    if (i > 0 && time[i]! <= time[i - 1]!) {
      throw new UsageError(`"time[${i}]" expected a time after ${time[i - 1]}, got ${time[i]}`);
    }
  }
}
