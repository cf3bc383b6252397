/** Funding of the next hours: the mean rate, by bucket, from the rates so far. */

import { UsageError } from '@barograph/core';
import type { Horizon } from './horizon-heads.ts';
import { silent, type Outlook } from './outlook.ts';
import { shares } from './student-t.ts';

/** Buckets of the mean hourly rate, lowest first. */
export const FUNDINGS = ['negative', 'neutral', 'elevated', 'hot'] as const;

/** Constants of the funding head. Rates are fractions of the notional per hour. */
export interface FundingConfig {
  readonly version: `heads/funding-${number}`;
  /**
   * Bounds of the buckets. Rates below the first are negative; a rate on the first, second or third is neutral,
   * neutral, elevated.
   */
  readonly cuts: readonly [number, number, number];
  /** Rate to which funding reverts: interest of 0.01 % in 8 hours. */
  readonly baseline: number;
  /** Hours of the window of the deviation. */
  readonly window: number;
  /** Age from which the newest rate is stale, hours: the longest time between two settlements. */
  readonly stale: number;
  /** Fewest known rates of the window for an outlook: three days of settlements every 8 hours. */
  readonly leastKnown: number;
  readonly degreesOfFreedom: number;
  readonly horizons: Readonly<Record<Horizon, FundingHorizon>>;
  /** Time before which training ended, epoch ms. */
  readonly trainedTo: number;
}

/** Constants of the funding head for one horizon. */
export interface FundingHorizon {
  /** Share of the current distance from the baseline that persists in the mean of the horizon. */
  readonly persistence: number;
  /** Scale of the law per deviation of the window, and its lower bound. */
  readonly spread: number;
  readonly leastScale: number;
  /** Number of training origins. */
  readonly rows: number;
}

/**
 * Version 1: trained on the hourly rates of one venue before July 2024
 * (`packages/lab/studies/nowcast-heads.evidence.ts`).
 */
export const FUNDING_V1: FundingConfig = Object.freeze({
  version: 'heads/funding-1',
  cuts: [0, 2.5e-5, 7.5e-5] as const,
  baseline: 1.25e-5,
  window: 168,
  stale: 8,
  leastKnown: 9,
  degreesOfFreedom: 4,
  horizons: Object.freeze({
    h4: Object.freeze({ persistence: 0.73, spread: 0.23, leastScale: 5.6e-6, rows: 28_111 }),
    h24: Object.freeze({ persistence: 0.66, spread: 0.31, leastScale: 6.3e-6, rows: 27_909 }),
  }),
  trainedTo: Date.UTC(2024, 6, 1),
});

/** Inputs of the outlook. */
export interface FundingView {
  /** Newest rate. */
  readonly rate: number;
  /** Root mean square of the window's distances from the baseline. */
  readonly deviation: number;
}

/**
 * Bucket of a mean hourly rate.
 *
 * @param rate mean funding rate per hour, as a fraction.
 * @param config parameters. @default FUNDING_V1
 * @example
 * fundingBucket(0.0001); // → 3
 */
export function fundingBucket(rate: number, { cuts }: FundingConfig = FUNDING_V1): number {
  return cuts.reduce((bucket, cut, i) => bucket + Number(i === 0 ? rate >= cut : rate > cut), 0);
}

/**
 * Inputs of the outlook at the last hour, or the reason why they are missing.
 *
 * @param rates hourly rates, oldest first, fractions of the notional; NaN for an unknown hour.
 * @param config parameters. @default FUNDING_V1
 * @throws {UsageError} when a rate is infinite.
 * @example
 * const rates = Array.from({ length: 168 }, (_, i) => (i % 8 === 7 ? 0.0001 / 8 : NaN));
 * const view = fundingView(rates);
 * typeof view === 'string' ? view : view.rate; // → 0.0000125
 * fundingView([]); // → 'no funding rates'
 */
export function fundingView(rates: ArrayLike<number>, config: FundingConfig = FUNDING_V1): FundingView | string {
  const { baseline, window, stale, leastKnown } = config;
  let rate = NaN;
  let squares = 0;
  let known = 0;
  for (let t = Math.max(0, rates.length - window); t < rates.length; t++) {
    const value = rates[t]!;
    if (Number.isNaN(value)) continue;
    if (!Number.isFinite(value)) throw new UsageError(`"rates[${t}]" expected a finite number or NaN, got ${value}`);
    if (rates.length - t <= stale) rate = value;
    squares += (value - baseline) ** 2;
    known++;
  }
  if (known === 0) return 'no funding rates';
  if (Number.isNaN(rate)) return `no funding rate of the last ${stale} hours`;
  if (known < leastKnown) return `${known} funding rates, of ${leastKnown} at least`;
  return { rate, deviation: Math.sqrt(squares / known) };
}

/**
 * Probabilities of {@link FUNDINGS}, which sum to 1.
 * @param config parameters. @default FUNDING_V1
 *
 * @example
 * const probabilities = fundingProbabilities({ rate: 0.00001, deviation: 0.000005 }, 'h4');
 * probabilities.map((p) => p.toFixed(3)); // → [ '0.068', '0.899', '0.033', '0.000' ]
 */
export function fundingProbabilities(
  { rate, deviation }: FundingView,
  horizon: Horizon,
  { cuts, baseline, degreesOfFreedom, horizons }: FundingConfig = FUNDING_V1,
): number[] {
  const { persistence, spread, leastScale } = horizons[horizon];
  const location = baseline + persistence * (rate - baseline);
  return shares(location, Math.hypot(spread * deviation, leastScale), cuts, degreesOfFreedom);
}

/**
 * Forecasts the bucket of the mean hourly rate over the horizon: a t law about `m = μ + ρ_h(f − μ)` of scale `√((k_h
 * d)² + s_h²)`, where `f` is the newest rate and `d` the root mean square of `f_i − μ` over the window.
 *
 * @param rates fractions per hour, one per hour, oldest first, up to the last closed hour; NaN without settlement. For
 * a venue that settles every n hours, divide the rate by n, with NaN between.
 * @param config parameters. @default FUNDING_V1
 * @returns probabilities of {@link FUNDINGS}; null without 9 rates in a week, or without one in the last 8 hours.
 * @throws {UsageError} when a rate is infinite.
 * @source an autoregression of order 1, h steps ahead: G. Box, G. Jenkins, Time Series Analysis, 1970, chapter 5; the
 * constants are trained, see `docs/chapters/nowcast.md`.
 * @example
 * const rates = Array.from({ length: 168 }, (_, i) => (i % 8 === 7 ? 0.0001 / 8 : NaN));
 * const { probabilities } = fundingOutlook(rates, 'h24');
 * FUNDINGS[probabilities!.indexOf(Math.max(...probabilities!))]; // → 'neutral'
 * fundingOutlook([], 'h24').provenance; // → { source: null, reason: 'no funding rates' }
 */
export function fundingOutlook(
  rates: ArrayLike<number>,
  horizon: Horizon,
  config: FundingConfig = FUNDING_V1,
): Outlook {
  const view = fundingView(rates, config);
  if (typeof view === 'string') return silent(view);
  const { version, trainedTo, horizons } = config;
  return {
    probabilities: fundingProbabilities(view, horizon, config),
    provenance: { source: 'direct', version, trainedTo, n: horizons[horizon].rows },
  };
}
