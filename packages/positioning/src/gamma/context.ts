/** The distribution context: where the newest hourly sample of a coin stands among those of 30 days. */

import { clamp, shown, UsageError, usualLevel, type Reducer } from '@barograph/core';
import { isNewHour, knownOf, pushHourly, rankOfNewest } from '../hourly/hourly-ring.ts';
import { GAMMA_V2, type GammaConfig } from './config.ts';

/** An hourly sample of a coin; plain JSON. */
export interface GammaSample {
  /** Moment of the cycle that gave it, epoch ms. */
  readonly time: number;
  /** Share of the ladder near mark, percent; null for an empty ladder. */
  readonly nearDensity: number | null;
  /** Signed distance from mark to flip, percent; null without a flip. */
  readonly distToFlipPct: number | null;
  /** Net over gross of the market makers, −1…1; null when they hold nothing. */
  readonly skew: number | null;
  /** Gross of the market makers, USD, and the number of their accounts. */
  readonly makerGross: number;
  readonly makerAccounts: number;
  /** Score of the regime, 0…1; null without coverage. */
  readonly score: number | null;
  /** Fraction per hour; null when not known. */
  readonly fundingRate: number | null;
  /** Of open interest over 24 hours; null when not known. */
  readonly openInterestChangePct: number | null;
}

/** A context. Percentile ranks are 0…100; they and `skewZ` are null while warming. */
export interface DistributionContext {
  /** Samples over 24: under 2 while warming. */
  readonly historyDays: number;
  readonly sampleCount: number;
  readonly status: 'warming' | 'ready';
  /** Moment of the newest sample, epoch ms; null before the first. */
  readonly sampleTime: number | null;
  readonly nearDensityPctile: number | null;
  /** Of the distance without its sign. */
  readonly absDistToFlipPctile: number | null;
  readonly skewPctile: number | null;
  readonly scorePctile: number | null;
  /** Null while pinned, too. */
  readonly fundingPctile: number | null;
  /** Distance of the skew from its median in robust deviations, within ±6; null when all samples are alike. */
  readonly skewZ: number | null;
  /** Whether funding sits at its baseline; null under 24 samples. */
  readonly fundingPinned: boolean | null;
}

/** Room for the rounding of a difference of two rates: 1.26e-5 is 1e-7 away from 1.25e-5. */
const RATE_ROOM = 16 * Number.EPSILON;
const LARGEST_Z = 6;

/**
 * Whether funding is pinned: `count` of the last `window` samples lie within `tolerance` of the baseline. A sample without
 * a rate is not one of them.
 *
 * @param samples oldest first.
 * @returns null while there are fewer samples than the window.
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
 * `(x − median)/(1.4826·MAD)` of the newest number, within ±6. Without a MAD by the interquartile range over 1.349.
 *
 * @returns null when that is 0 as well.
 */
function robustZ(values: readonly number[]): number | null {
  const { median, scale } = usualLevel(values);
  return scale > 0 ? clamp((values.at(-1)! - median) / scale, -LARGEST_Z, LARGEST_Z) : null;
}

/**
 * The context of a ring of samples. A percentile needs `readySamples` samples that know its metric, the newest among them.
 *
 * @param samples oldest first.
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

/** The rank of the newest score: the only part of a context that the score of its newest sample moves. */
export function scoreRank(samples: readonly GammaSample[], { readySamples }: GammaConfig): number | null {
  return rankOfNewest(samples, ({ score }) => score, readySamples);
}

/** The ring of a coin and its context; plain JSON. */
export interface ContextState {
  readonly version: string;
  /** Oldest first, one per UTC hour, of the last 720 hours. */
  readonly samples: readonly GammaSample[];
  /** Of these samples. */
  readonly context: DistributionContext;
}

/**
 * The hourly ring of a coin as a reducer: samples in, contexts out. The first sample of an hour counts, the others of it
 * are left out and change nothing. A fold over the samples of a state gives that state to the bit.
 *
 * @returns a reducer whose `step` throws a `UsageError` for a state of another version.
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

/** @throws {UsageError} when a state was made by another config. */
export function checkVersion(state: { readonly version: string }, config: { readonly version: string }): void {
  if (state.version !== config.version) {
    throw new UsageError(`"state" expected the version ${config.version}, got ${shown(state.version)}`);
  }
}
