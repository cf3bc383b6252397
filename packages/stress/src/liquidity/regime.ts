/**
 * The liquidity label of a coin, one step per sample of its book.
 *
 * ```
 * 1 post_cascade_impaired  a cascade within 6 hours, and depth < 0.70 · baseline
 * 2 depth_withdrawal       depth ≤ 0.60 · baseline on 3 of the last 5 samples, and no cascade
 * 3 oi_price_divergence    divergence over 4 hours ≥ its limit
 * 4 deep_book              depth ≥ 1.25 · baseline, and spread ≤ its baseline
 * 5 neutral
 * ```
 *
 * The first rule that fits is the label. The labels of alarm (1–3) are left after 3 samples in a row without their
 * condition, and at once for an alarm that stands above them. Below 24 hours of samples the label is neutral, the status
 * `warming`, and nothing is remembered. What is not known fits nothing.
 *
 * @source The labels are the contract's; rules and numbers are our own (docs/decisions/0023).
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

/** Facts by which a sample is judged. NaN where not known. */
export interface LiquidityFeatures {
  /** Both sides within 50 bps, quote units, and the median of the 7 days before. */
  readonly depth: number;
  readonly depthBaseline: number;
  /** Basis points, and the median of the 7 days before. */
  readonly spreadBps: number;
  readonly spreadBaseline: number;
  /** Divergence over 4 hours, and the limit from which it alarms; percentage points. */
  readonly divergence: number;
  readonly divergenceLimit: number;
  /** A cascade within the last 6 hours. */
  readonly cascade: boolean;
  /** 24 hours of samples are there. */
  readonly warm: boolean;
}

/** Plain JSON. */
export interface LiquidityRegimeState {
  readonly regime: LiquidityRegime;
  /** Samples in a row without the condition of a label of alarm. */
  readonly misses: number;
  /** Thinness of the last samples, at most five, oldest first. */
  readonly thin: readonly boolean[];
}

/** Label of a sample, and since when it has stood. */
export interface LiquidityRegimeOutput {
  readonly regime: LiquidityRegime;
  /** `warming` below 24 hours of samples. */
  readonly status: 'ok' | 'warming';
}

const START: LiquidityRegimeState = Object.freeze({ regime: 'neutral', misses: 0, thin: [] });

/** The rules that fit a sample, by label. */
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
 * The label as a pure reducer.
 *
 * @throws {UsageError} a bad config.
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
