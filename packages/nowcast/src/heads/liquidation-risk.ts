/** Forced sales or purchases within a move of the next hours, against the depth of the book. */

import { clamp, deepFreeze } from '@barograph/core';
import { notNegative } from '../check.ts';
import { HORIZONS, type Horizon } from './horizon-heads.ts';
import { silent, type Outlook } from './outlook.ts';

/** Buckets of forced notional over depth, lowest first. */
export const LIQUIDATION_RISKS = ['low', 'moderate', 'elevated', 'severe'] as const;

/**
 * Ordered map `P(bucket > k) = σ(intercepts[k] + slope·ln ρ)`: one slope for all cuts, so that the lines do not cross.
 */
export interface OrderedMap {
  readonly slope: number;
  /** Intercepts, falling. */
  readonly intercepts: readonly [number, number, number];
}

/** Constants of the head of liquidation risk. */
export interface LiquidationRiskConfig {
  readonly version: `heads/liquidation-risk-${number}`;
  /** Size of the move in standard deviations: one in twenty is larger on that side. */
  readonly move: number;
  /** Ratios between the buckets. */
  readonly cuts: readonly [number, number, number];
  /** Slope of the ordered logistic on the log of ratio over cut, without `maps`. */
  readonly slope: number;
  /** Trained chances of exceeding each cut, by the source of the forced notional. Absent: the ordered logistic. */
  readonly maps?: Readonly<Record<'prior' | 'rule', Readonly<Record<Horizon, OrderedMap>>>>;
  /** Prior share of open interest that a move of 1 % forces to close. */
  readonly priorShare: number;
  /** Distance from the mid up to which depth is measured, a fraction; beyond it depth grows with the square root. */
  readonly measured: number;
}

/** Version 1: a stated rule, not trained. */
export const LIQUIDATION_RISK_V1: LiquidationRiskConfig = Object.freeze({
  version: 'heads/liquidation-risk-1',
  move: 1.645,
  cuts: [0.5, 1.5, 4] as const,
  slope: 1.7,
  priorShare: 0.02,
  measured: 0.01,
});

/** Maps of version 2, from `benchmarks/liquidation-risk.evidence.ts`. */
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
 * Version 2: the ratio of version 1, with chances fitted on 200 simulated days of eight coins. On the next 200 days
 * they beat the shares of the buckets, where version 1 was worse (`docs/evidence/liquidation-risk.md`). No venue
 * publishes its forced closes, so nothing is known about real ones.
 */
export const LIQUIDATION_RISK_V2: LiquidationRiskConfig = deepFreeze({
  ...LIQUIDATION_RISK_V1,
  version: 'heads/liquidation-risk-2',
  maps: MAPS,
});

/** Move under consideration, a fraction of the price. */
export interface LiquidationBand {
  /** Price move up to which positions are forced to close. */
  readonly move: number;
  /** Distance from the mid up to which depth is needed: the band, or the measured range. */
  readonly depth: number;
}

/**
 * Computes the band `b = 1.645 · σ√h`.
 *
 * @param volatility standard deviation of the hourly log return (`h48` of `returnVolatility`).
 * @param config parameters. @default LIQUIDATION_RISK_V2
 * @throws {UsageError} when the volatility is negative or not finite.
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

/** Inputs of the head, USD on either side; null where unknown. */
export interface LiquidationInputs {
  /** Standard deviation of the hourly log return. */
  readonly volatility: number | null;
  /**
   * Notional forced to close within the band: longs, sold below; shorts, bought above; and the version of its ladder,
   * absent when the ladder has none.
   */
  readonly forced: { readonly longs: number; readonly shorts: number; readonly version?: string } | null;
  /**
   * Notional resting within the depth of the band: bids and asks; and the version of its measurement, for the
   * provenance; absent when the measurement has none.
   */
  readonly depth: { readonly bids: number; readonly asks: number; readonly version?: string } | null;
  /** Open interest of the coin, for the prior when the forced notional is unknown. */
  readonly openInterest: number | null;
}

/**
 * Probabilities of a ratio: from the maps, or without them from an ordered logistic, `P(bucket ≤ k) = 1/(1 +
 * (ρ/c_k)^1.7)`.
 *
 * @source P. McCullagh, Regression Models for Ordinal Data, J. R. Statist. Soc. B 42, 1980, section 2 (proportional
 * odds).
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

/** Lower bound of the ratio; its inverse is the upper bound. */
const LEAST_RATIO = 0.001;

function aboveOf({ slope, intercepts }: OrderedMap, ratio: number): readonly number[] {
  const log = Math.log(clamp(ratio, LEAST_RATIO, 1 / LEAST_RATIO));
  return intercepts.map((intercept) => 1 / (1 + Math.exp(-(intercept + slope * log))));
}

/**
 * Forecasts the bucket of the larger of forced longs over bids and forced shorts over asks, `ρ = F/(D + 1)`, within the
 * band of the horizon. Beyond 1 % the depth of 1 % grows with `√(b/1 %)`. Without forced notional `F = OI · 0.02 · (b/1
 * %)` on both sides, and the provenance is `prior`.
 *
 * @param config parameters. @default LIQUIDATION_RISK_V2
 * @returns probabilities of {@link LIQUIDATION_RISKS}; null without volatility, without depth, or without both forced
 * notional and open interest.
 * @throws {UsageError} when a quantity is negative or not finite.
 * @source P. McCullagh, Regression Models for Ordinal Data, J. R. Statist. Soc. B 42, 1980; cuts and slope are policy,
 * and the root is that of market impact: B. Tóth and others, Anomalous price impact and the critical nature of
 * liquidity in financial markets, Physical Review X 1, 2011.
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

/** Outlook of a coin, and its weight in the market. */
export interface WeightedOutlook {
  readonly outlook: Outlook;
  /** Open interest, USD; null when unknown. */
  readonly openInterest: number | null;
}

/**
 * Computes the outlook of the market: the mean of the coins' probabilities, weighted by open interest. Coins without an
 * outlook or an open interest do not count; the result is a prior when one that counts is.
 *
 * @throws {UsageError} when an open interest is negative or not finite.
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
