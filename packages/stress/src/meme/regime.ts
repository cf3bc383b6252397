/**
 * Meme regime of a coin, between forgotten and euphoric.
 *
 * ```
 * 1 euphoric      ret7d ≥ 40, extension ≥ 30 and volPctile30 ≥ 70
 * 2 distribution  extensionMax ≥ 30, ret7d ≤ −5 and shareOfHigh ≥ 0.5
 * 3 ignition      volSpike ≥ 2, ret1d ≥ 8 and extension ≥ 5
 * 4 dormant       |ret30d| ≤ 15, volSpike < 0.8 and volPctile30 ≤ 35
 * 5 bleeding      ret30d ≤ −15, or extension < 0
 * ```
 *
 * The first matching rule gives the regime of the day; without a match the regime stays, initially dormant. An unknown
 * feature matches no rule. There is no confirmation: memes end before one would come, so a single daily close changes
 * the regime.
 *
 * @source The labels are the contract's; rules and numbers are our own.
 */

import type { Reducer } from '@barograph/core';
import { checkMemeConfig, MEME_V2, type MemeConfig } from './config.ts';

/** Labels in the order of the contract; rules are tried in the order of the table above. */
export const MEME_REGIMES = ['euphoric', 'distribution', 'ignition', 'bleeding', 'dormant'] as const;

/** Regime of a meme coin. */
export type MemeRegime = (typeof MEME_REGIMES)[number];

/** Features of a complete day; NaN where unknown. */
export interface MemeFeatures {
  /** Change in percent over exactly 1, 7 and 30 days. */
  readonly ret1d: number;
  readonly ret7d: number;
  readonly ret30d: number;
  /** Volume of the day over the mean of the 30 days before it. */
  readonly volSpike: number;
  /** Percentile rank of the 30-day volatility within its last year, 0…100. */
  readonly volPctile30: number;
  /** Close relative to the mean of the last 20 closes, percent. */
  readonly sma20ExtensionPct: number;
  /** Largest extension of the last 14 days, including this one. */
  readonly extensionMax: number;
  /** Close over the highest close of the last 30 days, including this one; 0…1. */
  readonly shareOfHigh: number;
}

/** State of the machine, plain JSON. */
export type MemeRegimeState =
  | { readonly phase: 'unset' }
  | {
      readonly phase: 'set';
      readonly regime: MemeRegime;
      /** Complete days in the regime, including the day of the change. */
      readonly days: number;
      /** Previous regime; null while the initial regime lasts. */
      readonly previous: MemeRegime | null;
    };

/** Regime of a day and its age. */
export interface MemeRegimeOutput {
  readonly regime: MemeRegime | null;
  /** Complete days in the regime, including the first; null without a regime. */
  readonly daysInRegime: number | null;
  readonly prevRegime: MemeRegime | null;
  /** Whether this day changed the regime. */
  readonly regimeChanged: boolean;
}

/**
 * First matching rule; undefined without a match. Comparisons with NaN are false, so unknown features match nothing.
 *
 * @example
 * const returns = { ret1d: 12, ret7d: 80, ret30d: 250 };
 * const usage = { volSpike: 6, volPctile30: 95 };
 * memeRule({ ...returns, ...usage, sma20ExtensionPct: 70, extensionMax: 70, shareOfHigh: 1 }, MEME_V2); // → 'euphoric'
 */
export function memeRule(features: MemeFeatures, config: MemeConfig): MemeRegime | undefined {
  const { euphoric, distribution, ignition, dormant, bleeding } = config;
  const { ret1d, ret7d, ret30d, volSpike, volPctile30, sma20ExtensionPct: extension } = features;
  if (ret7d >= euphoric.ret7dFrom && extension >= euphoric.extensionFrom && volPctile30 >= euphoric.volPctileFrom) {
    return 'euphoric';
  }
  if (
    features.extensionMax >= distribution.extensionMaxFrom &&
    ret7d <= distribution.ret7dUpTo &&
    features.shareOfHigh >= distribution.shareOfHighFrom
  ) {
    return 'distribution';
  }
  if (volSpike >= ignition.volSpikeFrom && ret1d >= ignition.ret1dFrom && extension >= ignition.extensionFrom) {
    return 'ignition';
  }
  if (
    Math.abs(ret30d) <= dormant.absRet30dUpTo &&
    volSpike < dormant.volSpikeBelow &&
    volPctile30 <= dormant.volPctileUpTo
  ) {
    return 'dormant';
  }
  return ret30d <= bleeding.ret30dUpTo || extension < 0 ? 'bleeding' : undefined;
}

/**
 * Creates the regime as a pure reducer, one step per complete day. It is unset until the first day with an extension,
 * the twentieth: earlier, hardly a rule could match, and `dormant` would be a guess.
 *
 * @param config parameters. @default MEME_V2
 * @throws {UsageError} when the config is invalid.
 * @example
 * const quiet = { ret1d: 1, ret7d: 2, ret30d: 5, volSpike: 0.5, volPctile30: 20 };
 * const calm = { ...quiet, sma20ExtensionPct: 2, extensionMax: 5, shareOfHigh: 0.95 };
 * const loud = { ...calm, ret1d: 12, ret7d: 15, volSpike: 6, sma20ExtensionPct: 20, extensionMax: 20 };
 * fold(memeRegime(), [calm, loud]).outputs.map(({ regime }) => regime); // → [ 'dormant', 'ignition' ]
 */
export function memeRegime(config: MemeConfig = MEME_V2): Reducer<MemeRegimeState, MemeFeatures, MemeRegimeOutput> {
  checkMemeConfig(config);
  return {
    initial: { phase: 'unset' },
    step: (state, features) => {
      const next = advance(state, features, config);
      return { state: next, output: outputOf(next) };
    },
  };
}

function advance(state: MemeRegimeState, features: MemeFeatures, config: MemeConfig): MemeRegimeState {
  const [before, days, previous] =
    state.phase === 'unset' ? [null, 0, null] : [state.regime, state.days, state.previous];
  const regime = nextMemeRegime(before, features, config);
  if (regime === null) return state;
  return regime === before
    ? { phase: 'set', regime, days: days + 1, previous }
    : { phase: 'set', regime, days: 1, previous: before };
}

/** Regime of a day after the previous one; null before the first day with an extension. */
export function nextMemeRegime(
  before: MemeRegime | null,
  features: MemeFeatures,
  config: MemeConfig,
): MemeRegime | null {
  if (before === null && Number.isNaN(features.sma20ExtensionPct)) return null;
  return memeRule(features, config) ?? before ?? 'dormant';
}

function outputOf(state: MemeRegimeState): MemeRegimeOutput {
  return state.phase === 'unset'
    ? { regime: null, daysInRegime: null, prevRegime: null, regimeChanged: false }
    : {
        regime: state.regime,
        daysInRegime: state.days,
        prevRegime: state.previous,
        regimeChanged: state.days === 1 && state.previous !== null,
      };
}
