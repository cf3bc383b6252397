/** Parameters of market health, by version. */

import { deepFreeze, type Knot } from '@barograph/core';

/** Inputs of the components; see {@link HealthInputs}. */
export const HEALTH_INPUTS = [
  'pctFrom200ma',
  'slope200Pct',
  'cross',
  'breadthPct',
  'stablecoin90dPct',
  'dollar90dPct',
  'yield10y90dBp',
  'buyRatio',
  'volumeMultiplier',
  'fearGreed',
  'fundingPct8h',
  'openInterest7dPct',
  'longShortRatio',
  'breadth20Pct',
  'volatilityPctile',
  'return7dPct',
  'return1dPct',
  'rsi14',
  'stablecoin14dPct',
] as const;

/** Name of an input of market health. */
export type HealthInput = (typeof HEALTH_INPUTS)[number];

/** Components, long-term ones first, in the order of the contract. */
export const HEALTH_COMPONENTS = [
  'price_trend',
  'market_breadth',
  'stablecoin_flow_90d',
  'macro_dxy',
  'volume_quality',
  'fear_greed',
  'derivatives',
  'market_breadth_short',
  'volatility',
  'short_term_price',
  'stablecoin_flow_14d',
] as const;

/** Name of a component of market health. */
export type HealthComponentName = (typeof HEALTH_COMPONENTS)[number];

/** Group of a component: months, or days. */
export type HealthGroup = 'long' | 'short';

/** Input of a component, converted to points. */
export interface HealthPart {
  readonly input: HealthInput;
  /** Share of the component when all its parts are known. */
  readonly weight: number;
  /** Maps the input to points 0…100; may turn, see {@link nonMonotone}. */
  readonly knots: readonly Knot[];
  /**
   * Input that mirrors the points: below 0 they count from 100 downwards, at 0 they are 50. Used for volume, whose
   * direction depends on the price.
   * Absent: the points are not mirrored.
   */
  readonly mirroredBy?: HealthInput;
}

/** Weight, group and maps of a component. */
export interface HealthComponentConfig {
  readonly group: HealthGroup;
  /** Share of the group when all its components are known; the weights of a group sum to one. */
  readonly weight: number;
  /** Parts. Without the first one the component is unknown. */
  readonly parts: readonly HealthPart[];
}

/** Components and edges of market health. */
export interface MarketHealthConfig {
  readonly version: `market-health/${string}`;
  readonly components: Readonly<Record<HealthComponentName, HealthComponentConfig>>;
  /** Lowest score that is BULLISH, and highest score that is BEARISH. */
  readonly sentiment: { readonly bullishFrom: number; readonly bearishTo: number };
}

const component = (group: HealthGroup, weight: number, ...parts: readonly HealthPart[]): HealthComponentConfig => ({
  group,
  weight,
  parts,
});
const part = (input: HealthInput, weight: number, ...knots: readonly Knot[]): HealthPart => ({ input, weight, knots });

/** Version 1: our own numbers, see the README of this package. */
export const MARKET_HEALTH_V1: MarketHealthConfig = deepFreeze({
  version: 'market-health/1',
  components: {
    price_trend: component(
      'long',
      0.35,
      part('pctFrom200ma', 0.5, [-40, 0], [-10, 30], [0, 50], [15, 75], [40, 95], [80, 85]),
      part('slope200Pct', 0.3, [-6, 0], [0, 45], [4, 80], [10, 100]),
      part('cross', 0.2, [-1, 20], [0, 50], [1, 80]),
    ),
    market_breadth: component('long', 0.3, part('breadthPct', 1, [0, 5], [20, 25], [50, 55], [80, 88], [100, 95])),
    stablecoin_flow_90d: component('long', 0.2, part('stablecoin90dPct', 1, [-6, 0], [0, 45], [4, 75], [10, 100])),
    macro_dxy: component(
      'long',
      0.15,
      part('dollar90dPct', 0.6, [-6, 100], [0, 50], [6, 0]),
      part('yield10y90dBp', 0.4, [-80, 85], [0, 50], [80, 10]),
    ),
    volume_quality: component('short', 0.15, part('buyRatio', 0.6, [0.44, 0], [0.5, 50], [0.56, 100]), {
      input: 'volumeMultiplier',
      weight: 0.4,
      knots: [
        [0.5, 45],
        [1, 55],
        [2, 80],
        [4, 90],
      ],
      mirroredBy: 'return1dPct',
    }),
    fear_greed: component(
      'short',
      0.15,
      part('fearGreed', 1, [0, 5], [25, 30], [50, 52], [75, 80], [90, 72], [100, 60]),
    ),
    derivatives: component(
      'short',
      0.15,
      part('fundingPct8h', 0.5, [-0.03, 55], [0, 60], [0.01, 65], [0.03, 45], [0.08, 10]),
      part('openInterest7dPct', 0.25, [-20, 30], [0, 55], [10, 65], [30, 35]),
      part('longShortRatio', 0.25, [0.7, 65], [1, 60], [2, 45], [3, 25]),
    ),
    market_breadth_short: component('short', 0.15, part('breadth20Pct', 1, [0, 5], [50, 50], [100, 95])),
    volatility: component('short', 0.1, part('volatilityPctile', 1, [0, 70], [40, 65], [80, 35], [100, 5])),
    short_term_price: component(
      'short',
      0.2,
      part('return7dPct', 0.6, [-15, 0], [0, 50], [15, 100]),
      part('return1dPct', 0.2, [-6, 0], [0, 50], [6, 100]),
      part('rsi14', 0.2, [20, 35], [50, 55], [70, 75], [85, 55]),
    ),
    stablecoin_flow_14d: component('short', 0.1, part('stablecoin14dPct', 1, [-1.5, 0], [0, 45], [1, 75], [2.5, 100])),
  },
  sentiment: { bullishFrom: 60, bearishTo: 40 },
});
