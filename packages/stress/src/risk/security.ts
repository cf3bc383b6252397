/** Security stress: hacks, outflows from venues and bridges, and depegs of the last days. */

import { composite, DAY_MS, deepFreeze, scoreMap, shown, UsageError, type Composite, type Knot } from '@barograph/core';
import { riskBand, RISK_BANDS_V1, type RiskBand, type RiskBandEdges } from './bands.ts';
import type { DepegEpisode } from './depeg.ts';
import { saturate } from './saturate.ts';

/** Parts of security stress. */
export const SECURITY_PARTS = ['hack', 'flow', 'depeg'] as const;

/** Name of a part of security stress. */
export type SecurityPart = (typeof SECURITY_PARTS)[number];

/** Weights and maps of security stress. */
export interface SecurityConfig {
  readonly version: `security/${string}`;
  /** Share of each part in the score; parts without a value leave theirs to the others. */
  readonly weights: Readonly<Record<SecurityPart, number>>;
  readonly bands: RiskBandEdges;
  readonly hack: {
    /** Maps log10 of the loss in USD to severity 0…1. */
    readonly severity: readonly Knot[];
    /** Half-life of a hack's weight, days. */
    readonly halflifeDays: number;
    /** Rate at which the sum saturates: the score is `100 · (1 − e^(−scale · sum))`. */
    readonly scale: number;
  };
  /** Maps the largest robust z-score of a net flow to points. */
  readonly flow: readonly Knot[];
  readonly depegHalflifeDays: number;
}

/** Version 1. Weights come from the contract; other numbers are our own, see the README of this package. */
export const SECURITY_V1: SecurityConfig = deepFreeze({
  version: 'security/1',
  weights: { hack: 0.45, flow: 0.3, depeg: 0.25 },
  bands: RISK_BANDS_V1,
  hack: {
    severity: [
      [5, 0.05],
      [6, 0.15],
      [7, 0.4],
      [8, 0.75],
      [9, 1],
    ],
    halflifeDays: 3,
    scale: 1.6,
  },
  flow: [
    [2, 0],
    [3, 25],
    [5, 60],
    [8, 100],
  ],
  depegHalflifeDays: 2,
});

/** Hack. */
export interface HackEvent {
  readonly name: string;
  /** Time at which it became known, epoch ms. */
  readonly time: number;
  /** Loss, USD; null when unknown. */
  readonly lossUsd: number | null;
  /** Coins concerned. */
  readonly symbols: readonly string[];
}

/** Daily net flow out of exchanges, and its usual level, USD: z is `(outflowUsd − medianUsd) / deviationUsd`. */
export interface FlowNet {
  readonly outflowUsd: number;
  /** Median of earlier days. */
  readonly medianUsd: number;
  /** Robust deviation, equal to the standard deviation of a normal distribution. */
  readonly deviationUsd: number;
  /** Number of days behind median and deviation. */
  readonly days: number;
}

/** Net flow out of a venue or bridge against its usual level: robust z-score over 90 days. */
export interface FlowReading {
  readonly symbol: string;
  /** Robust z-score, in deviations; positive for an outflow. */
  readonly z: number;
  /** Terms of z; absent when unknown. */
  readonly net?: FlowNet;
}

/** Depeg episode of a stablecoin. */
export interface StablecoinEpisode extends DepegEpisode {
  readonly symbol: string;
  /** Share in the supply of all stablecoins that count. */
  readonly share: number;
}

/** Feeds at a moment; null for one that did not answer. An empty list is an answer. */
export interface SecurityInputs {
  /** Moment, epoch ms. */
  readonly asOf: number;
  /** Length of the window, days back, 1…10. */
  readonly windowDays: number;
  readonly hacks: readonly HackEvent[] | null;
  readonly flows: readonly FlowReading[] | null;
  readonly depegs: readonly StablecoinEpisode[] | null;
}

/** Hack within the window, with its weight. */
export interface HackTerm {
  readonly hack: HackEvent;
  readonly ageDays: number;
  /** {@link hackSeverity}; null adds nothing. */
  readonly severity: number | null;
  /** Weight by age: 1 now, half of it a half-life later. */
  readonly weight: number;
}

/** Episode within the window, open or ended, with its weight. */
export interface EpisodeTerm {
  readonly episode: StablecoinEpisode;
  /** Days since its end; 0 while it lasts. */
  readonly ageDays: number;
  /** Weight by age. */
  readonly weight: number;
  /** 100 · severity · (0.5 + 0.5 · √share) · weight. */
  readonly score: number;
}

/** Terms of the parts; null for a feed that did not answer. */
export interface SecurityTerms {
  /** The score is 100 · (1 − e^(−scale · Σ severity · weight)). */
  readonly hack: readonly HackTerm[] | null;
  /** Flows; the largest |z| decides. */
  readonly flow: readonly FlowReading[] | null;
  /** Episodes; the largest score decides. */
  readonly depeg: readonly EpisodeTerm[] | null;
}

/** Score of security stress, with its parts. */
export interface SecurityStress extends Composite<SecurityPart> {
  readonly band: RiskBand | null;
  /** Largest hack of the window; null without one of known loss. */
  readonly largestHack: HackEvent | null;
  readonly worstFlowSymbol: string | null;
  readonly terms: SecurityTerms;
}

/**
 * Severity of a loss, 0…1; null when unknown.
 *
 * @param lossUsd loss, USD, ≥ 0.
 * @param config parameters. @default SECURITY_V1
 * @example
 * hackSeverity(1e8); // → 0.75
 */
export function hackSeverity(lossUsd: number | null, { hack }: SecurityConfig = SECURITY_V1): number | null {
  if (lossUsd === null) return null;
  return lossUsd === 0 ? 0 : scoreMap(hack.severity)(Math.log10(lossUsd));
}

/**
 * Computes the composite: 0.45 hack + 0.30 flow + 0.25 depeg, renormalised over the feeds that answered. A hack of
 * unknown loss is listed and adds nothing.
 *
 * @param config parameters. @default SECURITY_V1
 * @throws {UsageError} when window or moment are invalid, or a number is not finite and ≥ 0.
 * @example
 * const asOf = Date.UTC(2026, 0, 20);
 * const hacks = [{ name: 'Some Bridge', time: asOf - DAY_MS, lossUsd: 300e6, symbols: [] }];
 * const { score, band, partial } = securityStress({ asOf, windowDays: 7, hacks, flows: null, depegs: [] });
 * [score, band, partial]; // → [ 43, 'elevated', true ]
 */
export function securityStress(inputs: SecurityInputs, config: SecurityConfig = SECURITY_V1): SecurityStress {
  const { asOf, windowDays } = inputs;
  if (!Number.isFinite(asOf)) throw new UsageError(`"asOf" expected epoch ms, got ${shown(asOf)}`);
  if (!(windowDays >= 1 && windowDays <= 10)) {
    throw new UsageError(`"windowDays" expected a number within 1…10, got ${shown(windowDays)}`);
  }
  const ageOf = (time: number): number => (asOf - time) / DAY_MS;
  const isRecent = (time: number): boolean => ageOf(time) >= 0 && ageOf(time) <= windowDays;
  const hacks = inputs.hacks?.filter(({ time }) => isRecent(time));
  for (const { name, lossUsd } of hacks ?? []) {
    if (lossUsd !== null && !(lossUsd >= 0 && lossUsd < Infinity)) {
      throw new UsageError(`"lossUsd" of ${name} expected a finite number ≥ 0, got ${shown(lossUsd)}`);
    }
  }
  const hackTerms = hacks?.map((hack): HackTerm => {
    const ageDays = ageOf(hack.time);
    return {
      hack,
      ageDays,
      severity: hackSeverity(hack.lossUsd, config),
      weight: 2 ** (-ageDays / config.hack.halflifeDays),
    };
  });
  const hackSum = hackTerms?.reduce((sum, { severity, weight }) => sum + (severity ?? 0) * weight, 0);
  const worst = (inputs.flows ?? []).reduce<FlowReading | null>(
    (found, one) => (found === null || Math.abs(one.z) > Math.abs(found.z) ? one : found),
    null,
  );
  const episodeTerms = inputs.depegs
    ?.filter(({ end }) => end === null || isRecent(end))
    .map((episode): EpisodeTerm => {
      const ageDays = episode.end === null ? 0 : ageOf(episode.end);
      const weight = 2 ** (-ageDays / config.depegHalflifeDays);
      const score = 100 * episode.severity * (0.5 + 0.5 * Math.sqrt(episode.share)) * weight;
      return { episode, ageDays, weight, score };
    });
  const total = composite(config, {
    hack: hackSum === undefined ? null : saturate(config.hack.scale * hackSum),
    flow: inputs.flows === null ? null : worst === null ? 0 : scoreMap(config.flow)(Math.abs(worst.z)),
    depeg: episodeTerms === undefined ? null : Math.max(0, ...episodeTerms.map(({ score }) => score)),
  });
  const losses = (hacks ?? []).filter(({ lossUsd }) => lossUsd !== null);
  return {
    ...total,
    band: total.score === null ? null : riskBand(total.score, config.bands),
    largestHack: losses.reduce<HackEvent | null>(
      (found, one) => (found === null || one.lossUsd! > found.lossUsd! ? one : found),
      null,
    ),
    worstFlowSymbol: worst?.symbol ?? null,
    terms: { hack: hackTerms ?? null, flow: inputs.flows, depeg: episodeTerms ?? null },
  };
}
