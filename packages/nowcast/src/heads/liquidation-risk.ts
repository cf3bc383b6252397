/** Forced sales or purchases within a move of the next hours, against the depth of the book. */

import { clamp, deepFreeze } from '@barograph/core';
import { notNegative } from '../check.ts';
import { HORIZONS, type Horizon } from './horizon-heads.ts';
import { silent, type Outlook } from './outlook.ts';

/** Buckets of forced notional over depth, from the lowest. */
export const LIQUIDATION_RISKS = ['low', 'moderate', 'elevated', 'severe'] as const;

/** `P(bucket > k) = σ(intercepts[k] + slope·ln ρ)`: one line for all cuts, so that none cross. */
export interface OrderedMap {
  readonly slope: number;
  /** Falling. */
  readonly intercepts: readonly [number, number, number];
}

/** Constants of the head of liquidation risk. */
export interface LiquidationRiskConfig {
  readonly version: `heads/liquidation-risk-${number}`;
  /** Standard deviations of the move: one in twenty is larger on that side. */
  readonly move: number;
  /** Ratios between the buckets. */
  readonly cuts: readonly [number, number, number];
  /** Slope of the ordered logistic on the logs of ratio over cut, where there are no `maps`. */
  readonly slope: number;
  /** Learnt chances of being above each cut, by where the forced notional is from. Left out: the ordered logistic. */
  readonly maps?: Readonly<Record<'prior' | 'rule', Readonly<Record<Horizon, OrderedMap>>>>;
  /** The prior: share of the open interest that a move of 1 % forces. */
  readonly priorShare: number;
  /** Distance from the middle up to which depth is measured, a fraction; further it grows with the root. */
  readonly measured: number;
}

/** Version 1: a stated rule, learnt from nothing. */
export const LIQUIDATION_RISK_V1: LiquidationRiskConfig = Object.freeze({
  version: 'heads/liquidation-risk-1',
  move: 1.645,
  cuts: [0.5, 1.5, 4] as const,
  slope: 1.7,
  priorShare: 0.02,
  measured: 0.01,
});

/** Lines of version 2, of `benchmarks/liquidation-risk.evidence.ts`. */
const MAPS: NonNullable<LiquidationRiskConfig['maps']> = {
  prior: {
    h4: { slope: 1.3674, intercepts: [-3.4979, -5.106, -6.6223] },
    h24: { slope: 1.2102, intercepts: [-2.5457, -4.6549, -6.0142] },
  },
  rule: {
    h4: { slope: 0.6414, intercepts: [-1.8359, -3.4025, -4.9002] },
    h24: { slope: 1.1612, intercepts: [-0.9014, -3.003, -4.352] },
  },
};

/**
 * Version 2: the ratio of version 1, and chances that were fitted on 200 simulated days of eight coins. On the 200 days after them
 * they beat the shares of the buckets, where version 1 was worse (`docs/evidence/liquidation-risk.md`). No venue has told its
 * forced closes: of real ones nothing is known.
 */
export const LIQUIDATION_RISK_V2: LiquidationRiskConfig = deepFreeze({
  ...LIQUIDATION_RISK_V1,
  version: 'heads/liquidation-risk-2',
  maps: MAPS,
});

/** The move that is looked at: a fraction of the price. */
export interface LiquidationBand {
  /** Price move to which positions are forced. */
  readonly move: number;
  /** Distance from the middle to which depth is needed: the band, or as far as it is measured. */
  readonly depth: number;
}

/**
 * `b = 1.645 · σ√h`.
 *
 * @param volatility standard deviation of the log return of an hour (`h48` of `returnVolatility`).
 * @throws {UsageError} a volatility that is negative or not finite.
 * @example
 * liquidationBand(0.005, 'h4').move.toFixed(5); // → '0.01645'
 */
export function liquidationBand(
  volatility: number,
  horizon: Horizon,
  { move, measured }: LiquidationRiskConfig = LIQUIDATION_RISK_V2,
): LiquidationBand {
  const band = move * notNegative('volatility', volatility) * Math.sqrt(HORIZONS[horizon]);
  return { move: band, depth: Math.min(band, measured) };
}

/** USD on either side; what is not known is null. */
export interface LiquidationInputs {
  /** Standard deviation of the log return of an hour. */
  readonly volatility: number | null;
  /** Notional that is forced within the band: longs, sold below; shorts, bought above; and the version of its ladder. */
  readonly forced: { readonly longs: number; readonly shorts: number; readonly version?: string } | null;
  /** Notional resting within the depth of the band: bids, and asks; and the version of what measured it, for the provenance. */
  readonly depth: { readonly bids: number; readonly asks: number; readonly version?: string } | null;
  /** Of the coin, for the prior where the forced notional is not known. */
  readonly openInterest: number | null;
}

/**
 * Probabilities of a ratio: by the maps, without them by an ordered logistic,
 * `P(bucket ≤ k) = 1/(1 + (ρ/c_k)^1.7)`.
 *
 * @source P. McCullagh, Regression Models for Ordinal Data, J. R. Statist. Soc. B 42, 1980, section 2 (proportional odds).
 */
function liquidationProbabilities(
  ratio: number,
  source: 'prior' | 'rule',
  horizon: Horizon,
  { cuts, slope, maps }: LiquidationRiskConfig,
): number[] {
  const upTo =
    maps === undefined
      ? cuts.map((cut) => 1 / (1 + (ratio / cut) ** slope))
      : aboveOf(maps[source][horizon], ratio).map((above) => 1 - above);
  return [...upTo, 1].map((p, i) => Math.max(0, p - (upTo[i - 1] ?? 0)));
}

/** Ratios below this, and above its inverse, are as good as it. */
const LEAST_RATIO = 0.001;

function aboveOf({ slope, intercepts }: OrderedMap, ratio: number): readonly number[] {
  const log = Math.log(clamp(ratio, LEAST_RATIO, 1 / LEAST_RATIO));
  return intercepts.map((intercept) => 1 / (1 + Math.exp(-(intercept + slope * log))));
}

/**
 * Buckets of the larger of forced longs over bids and forced shorts over asks, `ρ = F/(D + 1)`, within the band of the
 * horizon. Beyond 1 % the depth of 1 % grows with `√(b/1 %)`. Without forced notional `F = OI · 0.02 · (b/1 %)` on both
 * sides, and the provenance says `prior`.
 *
 * @returns probabilities of {@link LIQUIDATION_RISKS}; null without volatility, without depth, or without both forced
 *   notional and open interest.
 * @throws {UsageError} a quantity that is negative or not finite.
 * @source P. McCullagh, Regression Models for Ordinal Data, J. R. Statist. Soc. B 42, 1980; cuts and slope are policy,
 * and
 *   the root is that of market impact: B. Tóth and others, Anomalous price impact and the critical nature of liquidity in
 *   financial markets, Physical Review X 1, 2011.
 * @example
 * const forced = { longs: 60e6, shorts: 20e6 };
 * const depth = { bids: 40e6, asks: 45e6 };
 * const { probabilities } = liquidationRiskOutlook({ volatility: 0.005, forced, depth, openInterest: 2e9 }, 'h4');
 * probabilities!.map((p) => p.toFixed(3)); // → [ '0.850', '0.114', '0.027', '0.008' ]
 */
export function liquidationRiskOutlook(
  { volatility, forced, depth, openInterest }: LiquidationInputs,
  horizon: Horizon,
  config: LiquidationRiskConfig = LIQUIDATION_RISK_V2,
): Outlook {
  if (volatility === null) return silent('no volatility yet');
  const { move, depth: measured } = liquidationBand(volatility, horizon, config);
  if (depth === null) return silent('no source of depth');
  if (forced === null && openInterest === null) return silent('no source of liquidation levels or open interest');
  const grown = measured === 0 ? 1 : Math.sqrt(move / measured);
  const prior = notNegative('openInterest', openInterest ?? 0) * config.priorShare * (move / 0.01);
  const longs = forced === null ? prior : notNegative('forced.longs', forced.longs);
  const shorts = forced === null ? prior : notNegative('forced.shorts', forced.shorts);
  const ratio = Math.max(
    longs / (notNegative('depth.bids', depth.bids) * grown + 1),
    shorts / (notNegative('depth.asks', depth.asks) * grown + 1),
  );
  const { version } = config;
  const versions = [depth.version, forced?.version].filter((one) => one !== undefined);
  const inputs = versions.length === 0 ? {} : { inputs: versions };
  const source = forced === null ? 'prior' : 'rule';
  return {
    probabilities: liquidationProbabilities(ratio, source, horizon, config),
    provenance: { source, version, trainedTo: null, n: null, ...inputs },
  };
}

/** A coin's outlook, and its weight in the market. */
export interface WeightedOutlook {
  readonly outlook: Outlook;
  /** Open interest, USD; null where it is not known. */
  readonly openInterest: number | null;
}

/**
 * Of the market: the mean of the coins' probabilities, weighted by their open interest. Coins without an outlook or an open
 * interest do not count; it is a prior where one that counts is.
 *
 * @throws {UsageError} an open interest that is negative or not finite.
 * @example
 * const inputs = { volatility: 0.005, forced: null, depth: { bids: 40e6, asks: 45e6 }, openInterest: 2e9 };
 * const outlook = liquidationRiskOutlook(inputs, 'h4');
 * const market = marketLiquidationRisk([{ outlook, openInterest: 2e9 }, { outlook, openInterest: null }]);
 * market.provenance.source; // → 'prior'
 */
export function marketLiquidationRisk(coins: readonly WeightedOutlook[]): Outlook {
  const known = coins.flatMap(({ outlook, openInterest }) =>
    outlook.probabilities === null || openInterest === null || notNegative('openInterest', openInterest) === 0
      ? []
      : [{ ...outlook, openInterest }],
  );
  const first = known[0];
  if (first === undefined) {
    const reason = coins.map(({ outlook }) => outlook.provenance).find(({ source }) => source === null);
    return silent(reason !== undefined && 'reason' in reason ? reason.reason : 'no coin with an open interest');
  }
  const total = known.reduce((sum, { openInterest }) => sum + openInterest, 0);
  const probabilities = first.probabilities.map((_, k) =>
    known.reduce((sum, one) => sum + one.probabilities[k]! * (one.openInterest / total), 0),
  );
  const isPrior = known.some(({ provenance }) => provenance.source === 'prior');
  return { probabilities, provenance: { ...first.provenance, source: isPrior ? 'prior' : 'rule' } };
}
