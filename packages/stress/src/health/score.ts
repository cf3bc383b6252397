/** Health of the market: two scores over eleven components, and their combination. Higher is healthier. */

import { bendMap, bends, compensatedSum, finite, shown, UsageError } from '@barograph/core';
import {
  HEALTH_COMPONENTS,
  HEALTH_INPUTS,
  MARKET_HEALTH_V1,
  type HealthComponentConfig,
  type HealthComponentName,
  type HealthGroup,
  type HealthInput,
  type HealthPart,
  type MarketHealthConfig,
} from './config.ts';

/**
 * Inputs at a moment; null where unknown. Percent: `…Pct`; basis points: `yield10y90dBp`; 0…1: `buyRatio`; 0…100:
 * breadth, `fearGreed`, `rsi14`, `volatilityPctile`; `cross` is 1 (golden), 0 or −1 (death); `fundingPct8h` is percent
 * in eight hours; `volumeMultiplier` and `longShortRatio` are ratios.
 */
export type HealthInputs = Readonly<Record<HealthInput, number | null>>;

/** Word for a score of market health. */
export type HealthSentiment = 'BULLISH' | 'NEUTRAL' | 'BEARISH';

/** Part of a component. The value is in the unit of its input. */
export interface HealthDetail {
  readonly input: HealthInput;
  readonly value: number | null;
  /**
   * Points 0…100 before rounding; null when the value or the input of `mirroredBy` is unknown. Where that input is below 0, points
   * become 100 − points.
   */
  readonly points: number | null;
  /** Nominal weight within the component. */
  readonly weight: number;
}

/** Component with its inputs, points and weight. */
export interface HealthComponent {
  readonly group: HealthGroup;
  /** Score 0…100, rounded half up; null when unavailable. */
  readonly score: number | null;
  readonly exactScore: number | null;
  /** Nominal weight within the group; missing components do not change it. */
  readonly weight: number;
  readonly available: boolean;
  readonly details: readonly HealthDetail[];
}

/** Market health. Scores are integers 0…100; null while no component of the group is available. */
export interface MarketHealth {
  readonly configVersion: string;
  /** floor(0.5 · long + 0.5 · short + 0.5) of both integers; null while one is null. */
  readonly totalScore: number | null;
  readonly longTermScore: number | null;
  readonly shortTermScore: number | null;
  /** Sentiment; NEUTRAL while the score is null. */
  readonly sentiment: HealthSentiment;
  readonly longTermSentiment: HealthSentiment;
  readonly shortTermSentiment: HealthSentiment;
  /** Whether a component is missing. */
  readonly partial: boolean;
  readonly components: Readonly<Record<HealthComponentName, HealthComponent>>;
}

/**
 * Lists inputs whose points rise and then fall on purpose, so that more is not always better. Tests of monotone maps leave them
 * out.
 *
 * @param config parameters. @default MARKET_HEALTH_V1
 * @example
 * nonMonotone(MARKET_HEALTH_V1); // → [ 'pctFrom200ma', 'fearGreed', 'fundingPct8h', 'openInterest7dPct', 'rsi14' ]
 */
export function nonMonotone(config: MarketHealthConfig = MARKET_HEALTH_V1): readonly HealthInput[] {
  return HEALTH_COMPONENTS.flatMap((name) => config.components[name].parts)
    .filter(({ knots }) => bends(knots))
    .map(({ input }) => input);
}

/**
 * Computes the health of a market.
 *
 * The weight of an unknown part goes to the other parts of its component. Without its first part a component is
 * unavailable, and its weight goes to the others of its group. Groups are means of unrounded components; the total is
 * the mean of rounded groups, so that a reader of the answer can compute it.
 *
 * @param config parameters. @default MARKET_HEALTH_V1
 * @throws {UsageError} when an input is absent, has an unknown name, or is not a finite number.
 * @example
 * marketHealth({ ...unknownHealth(), breadthPct: 62 }).longTermScore;
 */
export function marketHealth(inputs: HealthInputs, config: MarketHealthConfig = MARKET_HEALTH_V1): MarketHealth {
  checkInputs(inputs);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has an entry for every name
  const components = Object.fromEntries(
    HEALTH_COMPONENTS.map((name) => [name, scored(config.components[name], inputs)]),
  ) as Record<HealthComponentName, HealthComponent>;
  const all = Object.values(components);
  const longTermScore = groupScore(all, 'long');
  const shortTermScore = groupScore(all, 'short');
  const totalScore =
    longTermScore === null || shortTermScore === null
      ? null
      : Math.floor(0.5 * longTermScore + 0.5 * shortTermScore + 0.5);
  return {
    configVersion: config.version,
    totalScore,
    longTermScore,
    shortTermScore,
    sentiment: sentimentOf(totalScore, config),
    longTermSentiment: sentimentOf(longTermScore, config),
    shortTermSentiment: sentimentOf(shortTermScore, config),
    partial: all.some(({ available }) => !available),
    components,
  };
}

/**
 * Creates inputs that are all unknown, to be filled in.
 * @returns a new record with null for every input.
 *
 * @example
 * unknownHealth().breadthPct; // → null
 */
export function unknownHealth(): Record<HealthInput, number | null> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has an entry for every name
  return Object.fromEntries(HEALTH_INPUTS.map((name) => [name, null])) as Record<HealthInput, number | null>;
}

function checkInputs(inputs: HealthInputs): void {
  for (const name of HEALTH_INPUTS) if (inputs[name] !== null) finite(`inputs.${name}`, inputs[name]);
  const stranger = Object.keys(inputs).find((name) => !HEALTH_INPUTS.some((known) => known === name));
  if (stranger !== undefined) {
    throw new UsageError(`"inputs" expected only ${HEALTH_INPUTS.join(', ')}, got ${shown(stranger)}`);
  }
}

function pointsOf({ input, knots, mirroredBy }: HealthPart, inputs: HealthInputs): number | null {
  const value = inputs[input];
  if (value === null) return null;
  const points = bendMap(knots)(value);
  if (mirroredBy === undefined) return points;
  const way = inputs[mirroredBy];
  if (way === null) return null;
  return way === 0 ? 50 : way > 0 ? points : 100 - points;
}

function scored(component: HealthComponentConfig, inputs: HealthInputs): HealthComponent {
  const { group, weight, parts } = component;
  const details = parts.map((part): HealthDetail => ({
    input: part.input,
    value: inputs[part.input],
    points: pointsOf(part, inputs),
    weight: part.weight,
  }));
  const available = details[0]!.points !== null;
  const exactScore = available ? mean(details.map(({ points, weight: share }) => [points, share])) : null;
  return { group, score: rounded(exactScore), exactScore, weight, available, details };
}

function groupScore(components: readonly HealthComponent[], group: HealthGroup): number | null {
  const members = components.filter((one) => one.group === group);
  return rounded(mean(members.map(({ exactScore, weight }) => [exactScore, weight])));
}

/** Weighted mean of the known parts; null without any. */
function mean(parts: readonly (readonly [value: number | null, weight: number])[]): number | null {
  const known = parts.flatMap(([value, weight]) => (value === null ? [] : [[value, weight] as const]));
  if (known.length === 0) return null;
  const values = known.map(([value]) => value);
  const products = known.map(([value, weight]) => value * weight);
  const total = compensatedSum(products) / compensatedSum(known.map(([, weight]) => weight));
  // A mean lies between its parts, despite rounding.
  return Math.min(Math.max(total, Math.min(...values)), Math.max(...values));
}

function rounded(score: number | null): number | null {
  return score === null ? null : Math.floor(score + 0.5);
}

function sentimentOf(score: number | null, { sentiment }: MarketHealthConfig): HealthSentiment {
  if (score === null) return 'NEUTRAL';
  if (score >= sentiment.bullishFrom) return 'BULLISH';
  return score <= sentiment.bearishTo ? 'BEARISH' : 'NEUTRAL';
}
