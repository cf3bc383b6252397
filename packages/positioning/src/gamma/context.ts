/** Distribution context: the rank of a coin's newest hourly sample among those of 30 days. */

import { clamp, shown, UsageError, usualLevel, type Reducer } from '@barograph/core';
import { isNewHour, knownOf, pushHourly, rankOfNewest } from '../hourly/hourly-ring.ts';
import { GAMMA_V2, type GammaConfig } from './config.ts';

/** Hourly sample of a coin; plain JSON. */
export interface GammaSample {
  /** Time of its cycle, epoch ms. */
  readonly time: number;
  /** Share of the ladder near mark, percent; null for an empty ladder. */
  readonly nearDensity: number | null;
  /** Signed distance from mark to flip, percent; null without a flip. */
  readonly distToFlipPct: number | null;
  /** Net over gross of the market makers, −1…1; null without positions. */
  readonly skew: number | null;
  /** Gross of the market makers, USD, and the number of their accounts. */
  readonly makerGross: number;
  readonly makerAccounts: number;
  /** Score of the regime, 0…1; null without coverage. */
  readonly score: number | null;
  /** Funding, fraction per hour; null when unknown. */
  readonly fundingRate: number | null;
  /** Change of open interest over 24 hours, percent; null when unknown. */
  readonly openInterestChangePct: number | null;
}

/** Context of a coin. Percentile ranks are 0…100; they and `skewZ` are null while warming. */
export interface DistributionContext {
  /** Number of samples divided by 24; below 2 while warming. */
  readonly historyDays: number;
  readonly sampleCount: number;
  readonly status: 'warming' | 'ready';
  /** Time of the newest sample, epoch ms; null before the first. */
  readonly sampleTime: number | null;
  readonly nearDensityPctile: number | null;
  /** Percentile of the absolute distance to flip. */
  readonly absDistToFlipPctile: number | null;
  readonly skewPctile: number | null;
  readonly scorePctile: number | null;
  /** Percentile of funding; null also while pinned. */
  readonly fundingPctile: number | null;
  /** Distance of the skew from its median in robust deviations, within ±6; null when all samples are equal. */
  readonly skewZ: number | null;
  /** Whether funding sits at its baseline; null below 24 samples. */
  readonly fundingPinned: boolean | null;
}

/** Tolerance for rounding in a difference of two rates: 1.26e-5 is 1e-7 away from 1.25e-5. */
const RATE_ROOM = 16 * Number.EPSILON;
const LARGEST_Z = 6;

/**
 * Returns whether funding is pinned: `count` of the last `window` samples lie within `tolerance` of the baseline. A
 * sample without a rate does not count.
 *
 * @param samples samples, oldest first.
 * @param config parameters. @default GAMMA_V2
 * @returns null with fewer samples than the window.
 * @example
 * const { baseline, window } = GAMMA_V2.pinned;
 * const hours = Array.from({ length: window }, () => ({ fundingRate: baseline }));
 * fundingPinned(hours); // → true
 * fundingPinned(hours.slice(1)); // → null
 */
export function fundingPinned(
  samples: readonly Pick<GammaSample, 'fundingRate'>[],
  { pinned: { baseline, tolerance, window, count } }: GammaConfig = GAMMA_V2,
): boolean | null {
  if (samples.length < window) return null;
  const most = tolerance + RATE_ROOM * Math.abs(baseline);
  const at = samples
    .slice(-window)
    .filter(({ fundingRate }) => fundingRate !== null && Math.abs(fundingRate - baseline) <= most);
  return at.length >= count;
}

/**
 * Robust z-score of the newest number, `(x − median)/(1.4826·MAD)`, within ±6. With a MAD of 0, uses the interquartile
 * range over 1.349.
 *
 * @returns the z-score; null when both are 0.
 */
function robustZ(values: readonly number[]): number | null {
  const { median, scale } = usualLevel(values);
  return scale > 0 ? clamp((values.at(-1)! - median) / scale, -LARGEST_Z, LARGEST_Z) : null;
}

/**
 * Computes the context of a ring of samples. A percentile needs `readySamples` samples with its metric, including the
 * newest.
 *
 * @param samples samples, oldest first.
 * @param config parameters. @default GAMMA_V2
 * @example
 * const makers = { makerGross: 1e6, makerAccounts: 25, skew: -0.1, score: 0.5 };
 * const other = { distToFlipPct: null, fundingRate: 2e-5, openInterestChangePct: null };
 * const sampleAt = (hour: number) => ({ time: hour * HOUR_MS, nearDensity: hour, ...makers, ...other });
 * const samples = Array.from({ length: 48 }, (_, hour) => sampleAt(hour));
 * const { status, nearDensityPctile } = contextOf(samples);
 * [status, nearDensityPctile?.toFixed(1)]; // → [ 'ready', '99.0' ]
 * contextOf(samples.slice(1)).status; // → 'warming'
 */
export function contextOf(samples: readonly GammaSample[], config: GammaConfig = GAMMA_V2): DistributionContext {
  const { readySamples } = config;
  const rank = (read: (sample: GammaSample) => number | null): number | null =>
    rankOfNewest(samples, read, readySamples);
  const skews = knownOf(samples, ({ skew }) => skew);
  const knowsSkew = skews.length >= readySamples && samples.at(-1)?.skew !== null;
  const isPinned = fundingPinned(samples, config);
  return {
    historyDays: samples.length / 24,
    sampleCount: samples.length,
    status: samples.length < readySamples ? 'warming' : 'ready',
    sampleTime: samples.at(-1)?.time ?? null,
    nearDensityPctile: rank(({ nearDensity }) => nearDensity),
    absDistToFlipPctile: rank(({ distToFlipPct }) => (distToFlipPct === null ? null : Math.abs(distToFlipPct))),
    skewPctile: rank(({ skew }) => skew),
    scorePctile: scoreRank(samples, config),
    fundingPctile: isPinned === true ? null : rank(({ fundingRate }) => fundingRate),
    skewZ: knowsSkew ? robustZ(skews) : null,
    fundingPinned: isPinned,
  };
}

/** Rank of the newest score, the only part of a context that depends on the newest sample's score. */
export function scoreRank(samples: readonly GammaSample[], { readySamples }: GammaConfig): number | null {
  return rankOfNewest(samples, ({ score }) => score, readySamples);
}

/** Ring of a coin and its context; plain JSON. */
export interface ContextState {
  readonly version: string;
  /** Samples of the last 720 hours, one per UTC hour, oldest first. */
  readonly samples: readonly GammaSample[];
  /** Context of these samples. */
  readonly context: DistributionContext;
}

/**
 * Creates the hourly ring of a coin as a reducer: samples in, contexts out. Only the first sample of an hour counts.
 * Folding the samples of a state reproduces that state to the bit.
 *
 * @param config parameters. @default GAMMA_V2
 * @returns a reducer whose `step` throws a `UsageError` when the state has another version.
 * @throws {UsageError} from `step`, when the state has another version.
 * @example
 * const makers = { makerGross: 1e6, makerAccounts: 25, skew: -0.1, score: 0.5 };
 * const other = { distToFlipPct: null, fundingRate: 2e-5, openInterestChangePct: null };
 * const sampleAt = (hour: number) => ({ time: hour * HOUR_MS, nearDensity: hour, ...makers, ...other });
 * const { outputs } = fold(distributionContext(), Array.from({ length: 48 }, (_, hour) => sampleAt(hour)));
 * [outputs[0]?.status, outputs[47]?.status]; // → [ 'warming', 'ready' ]
 */
export function distributionContext(
  config: GammaConfig = GAMMA_V2,
): Reducer<ContextState, GammaSample, DistributionContext> {
  return {
    initial: { version: config.version, samples: [], context: contextOf([], config) },
    step: (state, sample) => {
      checkVersion(state, config);
      if (!isNewHour(state.samples, sample)) return { state, output: state.context };
      const samples = pushHourly(state.samples, sample, config.ringHours);
      const context = contextOf(samples, config);
      return { state: { version: config.version, samples, context }, output: context };
    },
  };
}

/** Checks the version of a state. @throws {UsageError} when it belongs to another config. */
export function checkVersion(state: { readonly version: string }, config: { readonly version: string }): void {
  if (state.version !== config.version) {
    throw new UsageError(`"state" expected the version ${config.version}, got ${shown(state.version)}`);
  }
}
