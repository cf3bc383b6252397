/**
 * Liquidity label of a coin, one step per sample of its book.
 *
 * ```
 * 1 post_cascade_impaired  a cascade within 6 hours, and depth < 0.70 · baseline
 * 2 depth_withdrawal       depth ≤ 0.60 · baseline on 3 of the last 5 samples, and no cascade
 * 3 oi_price_divergence    divergence over 4 hours ≥ its limit
 * 4 deep_book              depth ≥ 1.25 · baseline, and spread ≤ its baseline
 * 5 neutral
 * ```
 *
 * The first matching rule gives the label. Alarm labels (1–3) end after 3 consecutive samples without their condition,
 * and at once for an alarm above them. Below 24 hours of samples the label is neutral, the status `warming`, and
 * nothing is stored. Unknown values match no rule.
 *
 * @source The labels are the contract's; rules and numbers are our own (docs/chapters/positioning-and-flow.md).
 */

import type { Reducer } from '@barograph/core';
import { checkLiquidityConfig, LIQUIDITY_V1, type LiquidityConfig } from './config.ts';

/** Labels in the order of their rules. */
export const LIQUIDITY_REGIMES = [
  'post_cascade_impaired',
  'depth_withdrawal',
  'oi_price_divergence',
  'deep_book',
  'neutral',
] as const;

/** Liquidity label of a coin. */
export type LiquidityRegime = (typeof LIQUIDITY_REGIMES)[number];

/** Inputs of the rules; NaN where unknown. */
export interface LiquidityFeatures {
  /** Depth of both sides within 50 bps, quote units, and the median of the 7 days before. */
  readonly depth: number;
  readonly depthBaseline: number;
  /** Spread in basis points, and the median of the 7 days before. */
  readonly spreadBps: number;
  readonly spreadBaseline: number;
  /** Divergence over 4 hours, and the limit above which it is an alarm; percentage points. */
  readonly divergence: number;
  readonly divergenceLimit: number;
  /** Whether there was a cascade within the last 6 hours. */
  readonly cascade: boolean;
  /** Whether there are 24 hours of samples. */
  readonly warm: boolean;
}

/** State of the machine, plain JSON. */
export interface LiquidityRegimeState {
  readonly regime: LiquidityRegime;
  /** Consecutive samples without the condition of an alarm label. */
  readonly misses: number;
  /** Whether each of the last samples was thin, at most five, oldest first. */
  readonly thin: readonly boolean[];
}

/** Label of a sample, and its start. */
export interface LiquidityRegimeOutput {
  readonly regime: LiquidityRegime;
  /** Status; `warming` below 24 hours of samples. */
  readonly status: 'ok' | 'warming';
}

const START: LiquidityRegimeState = Object.freeze({ regime: 'neutral', misses: 0, thin: [] });

/** Rules that a sample matches, by label. */
export function liquidityRules(
  features: LiquidityFeatures,
  thin: readonly boolean[],
  config: LiquidityConfig,
): readonly LiquidityRegime[] {
  const { depth, depthBaseline, spreadBps, spreadBaseline, divergence, divergenceLimit, cascade } = features;
  const fits: Readonly<Record<LiquidityRegime, boolean>> = {
    post_cascade_impaired: cascade && depth < config.impairedBelow * depthBaseline,
    depth_withdrawal: !cascade && thin.filter(Boolean).length >= config.withdrawal.of,
    oi_price_divergence: divergence >= divergenceLimit,
    deep_book: depth >= config.deepFrom * depthBaseline && spreadBps <= spreadBaseline,
    neutral: true,
  };
  return LIQUIDITY_REGIMES.filter((regime) => fits[regime]);
}

/**
 * Creates the label as a pure reducer.
 *
 * @param config parameters. @default LIQUIDITY_V1
 * @throws {UsageError} when the config is invalid.
 * @example
 * const book = { depthBaseline: 10e6, spreadBps: 1, spreadBaseline: 1, divergence: 0, divergenceLimit: 5, warm: true };
 * const quiet = { ...book, depth: 10e6, cascade: false };
 * const samples = [quiet, { ...book, depth: 2e6, cascade: true }];
 * fold(liquidityRegime(), samples).outputs.map(({ regime }) => regime); // → [ 'neutral', 'post_cascade_impaired' ]
 */
export function liquidityRegime(
  config: LiquidityConfig = LIQUIDITY_V1,
): Reducer<LiquidityRegimeState, LiquidityFeatures, LiquidityRegimeOutput> {
  checkLiquidityConfig(config);
  return {
    initial: START,
    step: (state, features) => {
      if (!features.warm) return { state: START, output: { regime: 'neutral', status: 'warming' } };
      const next = advance(state, features, config);
      return { state: next, output: { regime: next.regime, status: 'ok' } };
    },
  };
}

function advance(state: LiquidityRegimeState, features: LiquidityFeatures, config: LiquidityConfig) {
  const { withdrawal, exitSamples } = config;
  const isThin = features.depth <= withdrawal.upTo * features.depthBaseline;
  const thin = [...state.thin, isThin].slice(-withdrawal.last);
  const fitting = liquidityRules(features, thin, config);
  const first = fitting[0]!;
  const isHeld = isAlarm(state.regime) && !isAbove(first, state.regime) && first !== state.regime;
  const misses = isHeld ? state.misses + 1 : 0;
  return isHeld && misses < exitSamples ? { regime: state.regime, misses, thin } : { regime: first, misses: 0, thin };
}

const rank = (regime: LiquidityRegime): number => LIQUIDITY_REGIMES.indexOf(regime);
const isAbove = (one: LiquidityRegime, other: LiquidityRegime): boolean => rank(one) < rank(other);
const isAlarm = (regime: LiquidityRegime): boolean => isAbove(regime, 'deep_book');
