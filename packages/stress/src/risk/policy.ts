/** Policy risk: news about regulators and central banks, and the response of rates, dollar and gold. */

import { composite, DAY_MS, deepFreeze, scoreMap, shown, UsageError, type Composite, type Knot } from '@barograph/core';
import { riskBand, RISK_BANDS_V1, type RiskBand, type RiskBandEdges } from './bands.ts';
import type { HeadlineClass } from './headline-rules.ts';
import { saturate } from './saturate.ts';

/** Parts of policy risk. */
export const POLICY_PARTS = ['gdelt', 'cross_asset', 'rate'] as const;

/** Name of a part of policy risk. */
export type PolicyPart = (typeof POLICY_PARTS)[number];

/** Weights and maps of policy risk. */
export interface PolicyConfig {
  readonly version: `policy/${string}`;
  /** Share of each part in the score; parts without a value leave theirs to the others. */
  readonly weights: Readonly<Record<PolicyPart, number>>;
  readonly bands: RiskBandEdges;
  readonly media: {
    /** Weights of unusual volume and of a negative tone, and the map of their sum to points. */
    readonly volume: number;
    readonly tone: number;
    readonly points: readonly Knot[];
  };
  /** Maps the root mean square of standardised moves to points. */
  readonly crossAsset: readonly Knot[];
  readonly rate: {
    /** Days in which the weight of a decision falls to 1/e. */
    readonly days: number;
    /** Expected move that doubles its weight, basis points. */
    readonly moveBp: number;
  };
  /** Half-life of a headline's weight, and factor of their weighted sum within `tanh`. */
  readonly headlines: { readonly halflifeMs: number; readonly scale: number };
}

/** Version 1. Weights come from the contract; other numbers are our own, see the README of this package. */
export const POLICY_V1: PolicyConfig = deepFreeze({
  version: 'policy/1',
  weights: { gdelt: 0.4, cross_asset: 0.35, rate: 0.25 },
  bands: RISK_BANDS_V1,
  media: {
    volume: 0.6,
    tone: 0.4,
    points: [
      [0, 0],
      [1, 25],
      [3, 65],
      [6, 100],
    ],
  },
  crossAsset: [
    [0.5, 10],
    [1, 35],
    [2, 75],
    [3, 100],
  ],
  rate: { days: 7, moveBp: 25 },
  headlines: { halflifeMs: DAY_MS, scale: 0.5 },
});

/** Articles about regulation in the last day. */
export interface MediaReading {
  /** Robust z-score of their number against the hours of 30 days. */
  readonly volumeZ: number;
  /** Mean tone, −10…10. */
  readonly tone: number;
}

/** Rate decision. */
export interface RateDecision {
  readonly name: string;
  /** Time of the decision, epoch ms. */
  readonly time: number;
  /** Importance 0…1. */
  readonly importance: number;
  /** Expected move, basis points; null when unknown, which counts as 0. */
  readonly expectedMoveBp: number | null;
}

/** Headline with its class. */
export interface ClassifiedHeadline {
  /** Publication, epoch ms. */
  readonly time: number;
  readonly class: HeadlineClass;
  /** Confidence 0…1. */
  readonly confidence: number;
}

/** Feeds at a moment; null for one that did not answer. An empty list is an answer. */
export interface PolicyInputs {
  /** Moment, epoch ms. */
  readonly asOf: number;
  /** Length of the window of rate decisions, days ahead, 1…45. */
  readonly windowDays: number;
  readonly media: MediaReading | null;
  /**
   * Five-day moves of dollar, yields and gold in their standard deviations, and of the correlation of BTC and stocks.
   */
  readonly crossAsset: readonly number[] | null;
  readonly rates: readonly RateDecision[] | null;
  readonly headlines: readonly ClassifiedHeadline[] | null;
}

/** Decision within the window, with its weight. */
export interface RateTerm {
  readonly decision: RateDecision;
  /** Weight by proximity. */
  readonly weight: number;
  /** Factor of the expected move, at least 1. */
  readonly move: number;
}

/** Terms of the parts; null for a feed that did not answer. */
export interface PolicyTerms {
  /** 0.6 · max(0, volume z) + 0.4 · max(0, −tone), which is mapped to points. */
  readonly gdelt: number | null;
  /** Root mean square of the moves, which is mapped to points. */
  readonly crossAsset: number | null;
  /** Decisions, nearest first; the score is 100 · (1 − e^(−Σ importance · weight · move)). */
  readonly rate: readonly RateTerm[] | null;
}

/** Score of policy risk, with its parts. */
export interface PolicyRisk extends Composite<PolicyPart> {
  readonly band: RiskBand | null;
  /** Tilt of headlines, −1 restrictive … 1 supportive; null without a feed of headlines. */
  readonly policyTilt: number | null;
  /** Decisions within the window, nearest first. */
  readonly upcoming: readonly RateDecision[];
  readonly terms: PolicyTerms;
}

const SIGNS: Readonly<Record<HeadlineClass, number>> = { restrictive: -1, neutral: 0, supportive: 1 };

const agedWeight = ({ time }: ClassifiedHeadline, asOf: number, { headlines }: PolicyConfig): number =>
  time > asOf ? 0 : 2 ** ((time - asOf) / headlines.halflifeMs);

/**
 * Tilt of headlines, −1…1, odd under a change of all signs: tanh(Σ sign · confidence · 2^(−age / half-life) / 2).
 *
 * @param asOf moment from which ages count, epoch ms.
 * @param config parameters. @default POLICY_V1
 * @example
 * headlineTilt([{ time: 0, class: 'restrictive', confidence: 0.8 }], HOUR_MS).toFixed(2); // → '-0.37'
 */
export function headlineTilt(
  list: readonly ClassifiedHeadline[],
  asOf: number,
  config: PolicyConfig = POLICY_V1,
): number {
  const sum = list.reduce((total, one) => total + SIGNS[one.class] * one.confidence * agedWeight(one, asOf, config), 0);
  return Math.tanh(sum * config.headlines.scale);
}

/**
 * Weight of restrictive headlines, 0…100.
 *
 * @param asOf moment from which ages count, epoch ms.
 * @param config parameters. @default POLICY_V1
 * @example
 * regulatoryPressure([{ time: 0, class: 'restrictive', confidence: 0.8 }], HOUR_MS).toFixed(1); // → '54.0'
 */
export function regulatoryPressure(
  list: readonly ClassifiedHeadline[],
  asOf: number,
  config: PolicyConfig = POLICY_V1,
): number {
  const restrictive = list.filter((one) => one.class === 'restrictive');
  return saturate(restrictive.reduce((sum, one) => sum + one.confidence * agedWeight(one, asOf, config), 0));
}

function mediaTerm({ volumeZ, tone }: MediaReading, { media }: PolicyConfig): number {
  return media.volume * Math.max(0, volumeZ) + media.tone * Math.max(0, -tone);
}

function rateTerm(decision: RateDecision, asOf: number, { rate }: PolicyConfig): RateTerm {
  return {
    decision,
    weight: Math.exp(-(decision.time - asOf) / (rate.days * DAY_MS)),
    move: 1 + Math.abs(decision.expectedMoveBp ?? 0) / rate.moveBp,
  };
}

/**
 * Computes the composite: 0.40 media + 0.35 cross-asset + 0.25 rate, renormalised over the feeds that answered, with a
 * separate tilt.
 *
 * @param config parameters. @default POLICY_V1
 * @throws {UsageError} when window or moment are invalid, or the list of moves is empty.
 * @example
 * const asOf = Date.UTC(2026, 0, 27);
 * const rates = [{ ...releaseOn('FOMC', '2026-01-28'), importance: 1, expectedMoveBp: 25 }];
 * const media = { volumeZ: 2.5, tone: -3 };
 * const { score, band } = policyRisk({ asOf, windowDays: 14, media, crossAsset: [0.4, 1.8], rates, headlines: null });
 * [score, band]; // → [ 59.8, 'elevated' ]
 */
export function policyRisk(inputs: PolicyInputs, config: PolicyConfig = POLICY_V1): PolicyRisk {
  const { asOf, windowDays, media, crossAsset, rates, headlines } = inputs;
  if (!Number.isFinite(asOf)) throw new UsageError(`"asOf" expected epoch ms, got ${shown(asOf)}`);
  if (!(windowDays >= 1 && windowDays <= 45)) {
    throw new UsageError(`"windowDays" expected a number within 1…45, got ${shown(windowDays)}`);
  }
  if (crossAsset?.length === 0) throw new UsageError('"crossAsset" expected at least one move, or null, got none');
  const upcoming = (rates ?? [])
    .filter(({ time }) => time >= asOf && time <= asOf + windowDays * DAY_MS)
    .toSorted((a, b) => (a.time === b.time ? (a.name < b.name ? -1 : 1) : a.time - b.time));
  const terms: PolicyTerms = {
    gdelt: media === null ? null : mediaTerm(media, config),
    crossAsset:
      crossAsset === null ? null : Math.sqrt(crossAsset.reduce((sum, z) => sum + z * z, 0) / crossAsset.length),
    rate: rates === null ? null : upcoming.map((decision) => rateTerm(decision, asOf, config)),
  };
  const rateSum = terms.rate?.reduce((sum, { decision, weight, move }) => sum + decision.importance * weight * move, 0);
  const total = composite(config, {
    gdelt: terms.gdelt === null ? null : scoreMap(config.media.points)(terms.gdelt),
    cross_asset: terms.crossAsset === null ? null : scoreMap(config.crossAsset)(terms.crossAsset),
    rate: rateSum === undefined ? null : saturate(rateSum),
  });
  return {
    ...total,
    band: total.score === null ? null : riskBand(total.score, config.bands),
    policyTilt: headlines === null ? null : headlineTilt(headlines, asOf, config),
    upcoming,
    terms,
  };
}
