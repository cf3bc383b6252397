/**
 * Evidence of the direction heads on hours after the training, and its consequence: a head without measured skill is
 * withheld and replaced by the base rates of its classes.
 *
 * `packages/lab/studies/nowcast-direction.evidence.ts` prints the numbers.
 */

import { deepFreeze } from '@barograph/core';
import type { Forecast, NowcastPoint } from '../nowcast/point.ts';
import type { Horizon } from './horizon-heads.ts';

/** Market, or a single coin. */
export type Scope = 'market' | 'coin';

/** Log loss of the base rates minus that of the head, nats, with its 95 % interval from whole weeks. */
export interface MeasuredGain {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Measured gains of the forecasts of direction. */
export interface DirectionEvidence {
  readonly version: `direction_evidence/${string}`;
  /** First and last year of the forecasts. */
  readonly years: readonly [number, number];
  readonly gains: Readonly<Record<Scope, Readonly<Record<Horizon, MeasuredGain>>>>;
  /** Shares of the classes in those years, in the order of `DIRECTIONS`: they replace a withheld head. */
  readonly baseRates: Readonly<Record<Scope, Readonly<Record<Horizon, readonly number[]>>>>;
  /** Heads that are withheld. */
  readonly withheld: readonly { readonly scope: Scope; readonly horizon: Horizon }[];
}

/** Reason of a withheld head. */
export const NO_MEASURED_SKILL = 'no_measured_skill';

/**
 * Version 1: yearly fits on Bitcoin, tested on the next year, every fourth hour; for coins twelve of the panel, against
 * earlier shares of coins. At 24 hours three of them were better and one worse, beyond their intervals; at 4 hours
 * three better and five worse.
 */
export const DIRECTION_EVIDENCE_V1: DirectionEvidence = deepFreeze({
  version: 'direction_evidence/1',
  years: [2020, 2025],
  gains: {
    market: { h4: { mean: 0.0119, low: 0.0092, high: 0.0145 }, h24: { mean: 0.0103, low: 0.006, high: 0.0151 } },
    coin: { h4: { mean: 0.0004, low: -0.002, high: 0.0027 }, h24: { mean: 0.0014, low: -0.0024, high: 0.0049 } },
  },
  baseRates: {
    market: { h4: [0.1005, 0.2329, 0.3091, 0.2489, 0.1086], h24: [0.1231, 0.2123, 0.2834, 0.2381, 0.1431] },
    coin: { h4: [0.1163, 0.2503, 0.2639, 0.2505, 0.119], h24: [0.1289, 0.2514, 0.243, 0.2419, 0.1348] },
  },
  withheld: [{ scope: 'coin', horizon: 'h24' }],
});

/**
 * Version 2: only the last unseen year, 2024-08 to 2025-07, every fourth hour, with one fit of the hours of Bitcoin
 * before it; for coins 23 of the panel. One rule: a head is withheld unless the whole interval of its gain is above 0.
 * At 4 hours four coins were better and four worse, beyond their intervals; at 24 hours one each.
 */
export const DIRECTION_EVIDENCE_V2: DirectionEvidence = deepFreeze({
  version: 'direction_evidence/2',
  years: [2024, 2025],
  gains: {
    market: { h4: { mean: 0.0227, low: 0.0171, high: 0.0287 }, h24: { mean: 0.0043, low: -0.0072, high: 0.0154 } },
    coin: { h4: { mean: 0.0006, low: -0.0036, high: 0.0049 }, h24: { mean: -0.0021, low: -0.0092, high: 0.005 } },
  },
  baseRates: {
    market: { h4: [0.1005, 0.2329, 0.3091, 0.2489, 0.1086], h24: [0.1231, 0.2123, 0.2834, 0.2381, 0.1431] },
    coin: { h4: [0.1174, 0.2514, 0.2623, 0.2499, 0.119], h24: [0.1308, 0.2524, 0.242, 0.2398, 0.135] },
  },
  withheld: [
    { scope: 'market', horizon: 'h24' },
    { scope: 'coin', horizon: 'h4' },
    { scope: 'coin', horizon: 'h24' },
  ],
});

/** Returns whether the direction of a scope is withheld at a horizon. */
export function isWithheld(
  scope: Scope,
  horizon: Horizon,
  { withheld }: DirectionEvidence = DIRECTION_EVIDENCE_V2,
): boolean {
  return withheld.some((one) => one.scope === scope && one.horizon === horizon);
}

/**
 * Returns the published form of a point: base rates, with the reason, where the direction head is withheld.
 *
 * @param evidence measured gains, base rates and withheld heads. @default DIRECTION_EVIDENCE_V2
 * @example
 * publishedOf(point, 'market').forecasts?.h4.withheld; // → undefined
 * publishedOf(point, 'coin').forecasts?.h24.withheld; // → 'no_measured_skill'
 */
export function publishedOf(
  point: NowcastPoint,
  scope: Scope,
  evidence: DirectionEvidence = DIRECTION_EVIDENCE_V2,
): NowcastPoint {
  const { forecasts } = point;
  if (forecasts === null) return point;
  const publishedAt = (horizon: Horizon): Forecast =>
    isWithheld(scope, horizon, evidence)
      ? { ...forecasts[horizon], direction: evidence.baseRates[scope][horizon], withheld: NO_MEASURED_SKILL }
      : forecasts[horizon];
  return { ...point, forecasts: { h4: publishedAt('h4'), h24: publishedAt('h24') } };
}
