/** Health of the market: two scores of eleven components, and one of the two. Higher is healthier. */

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
 * Numbers of a moment, `null` where they are not known. Percent: `…Pct`; basis points: `yield10y90dBp`; 0…1: `buyRatio`;
 * 0…100: breadth, `fearGreed`, `rsi14`, `volatilityPctile`; `cross` is 1 (golden), 0 or −1 (death); `fundingPct8h` is percent
 * in eight hours; `volumeMultiplier` and `longShortRatio` are ratios.
 */
export type HealthInputs = Readonly<Record<HealthInput, number | null>>;

/** Word for a score of market health. */
export type HealthSentiment = 'BULLISH' | 'NEUTRAL' | 'BEARISH';

/** One part of a component. */
export interface HealthDetail {
  readonly input: HealthInput;
  readonly value: number | null;
  /** 0…100, before rounding; null when the value, or the one that mirrors it, is not known. */
  readonly points: number | null;
  /** Nominal, within the component. */
  readonly weight: number;
}

/** One component: its inputs, points and share. */
export interface HealthComponent {
  readonly group: HealthGroup;
  /** 0…100, half up; null when it is not available. */
  readonly score: number | null;
  readonly exactScore: number | null;
  /** Nominal, within the group: a missing component does not change it. */
  readonly weight: number;
  readonly available: boolean;
  readonly details: readonly HealthDetail[];
}

/** Scores are integers 0…100; null while no component of the group is available. */
export interface MarketHealth {
  readonly configVersion: string;
  /** floor(.5 · long + .5 · short + .5) of the two integers; null while one of them is. */
  readonly totalScore: number | null;
  readonly longTermScore: number | null;
  readonly shortTermScore: number | null;
  /** NEUTRAL while the score is null. */
  readonly sentiment: HealthSentiment;
  readonly longTermSentiment: HealthSentiment;
  readonly shortTermSentiment: HealthSentiment;
  /** Whether a component is missing. */
  readonly partial: boolean;
  readonly components: Readonly<Record<HealthComponentName, HealthComponent>>;
}

/**
 * Inputs whose points turn on purpose, so that more is not always better: laws of monotone maps leave them out.
 *
 * @example
 * nonMonotone(MARKET_HEALTH_V1); // → [ 'pctFrom200ma', 'fearGreed', 'fundingPct8h', 'openInterest7dPct', 'rsi14' ]
 */
export function nonMonotone(config: MarketHealthConfig = MARKET_HEALTH_V1): readonly HealthInput[] {
  return HEALTH_COMPONENTS.flatMap((name) => config.components[name].parts)
    .filter(({ knots }) => bends(knots))
    .map(({ input }) => input);
}

/**
 * The health of a market.
 *
 * A part that is not known leaves its weight to the others of its component; without its first part a component is not
 * available, and leaves its weight to the others of its group. Groups are means of unrounded components, the total is one of
 * rounded groups, so that a reader of the answer can compute it.
 *
 * @throws {UsageError} an input that is left out, unknown, or no finite number.
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
 * Inputs of which nothing is known: a start to add what is.
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

/** Weighted mean of what is known; null when nothing is. */
function mean(parts: readonly (readonly [value: number | null, weight: number])[]): number | null {
  const known = parts.flatMap(([value, weight]) => (value === null ? [] : [[value, weight] as const]));
  if (known.length === 0) return null;
  const values = known.map(([value]) => value);
  const products = known.map(([value, weight]) => value * weight);
  const total = compensatedSum(products) / compensatedSum(known.map(([, weight]) => weight));
  // A mean lies between its parts, whatever rounding added.
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
