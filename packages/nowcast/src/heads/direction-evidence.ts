/**
 * What was measured of the direction heads on hours after those learnt from, and what follows: where no skill was
 * measured the head is withheld, and the base rates of its classes stand in its place.
 *
 * `benchmarks/nowcast-direction.evidence.ts` prints the numbers.
 */

import { deepFreeze } from '@barograph/core';
import type { Forecast, NowcastPoint } from '../nowcast/point.ts';
import type { Horizon } from './horizon-heads.ts';

/** The market, or one coin. */
export type Scope = 'market' | 'coin';

/** Log loss of the base rates less that of the head, in nats, with its 95 % interval of whole weeks. */
export interface MeasuredGain {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface DirectionEvidence {
  readonly version: `direction_evidence/${string}`;
  /** First and last year that was forecast. */
  readonly years: readonly [number, number];
  readonly gains: Readonly<Record<Scope, Readonly<Record<Horizon, MeasuredGain>>>>;
  /** Shares of the classes in those years, in the order of `DIRECTIONS`: what stands for a head that is withheld. */
  readonly baseRates: Readonly<Record<Scope, Readonly<Record<Horizon, readonly number[]>>>>;
  /** Heads that are withheld. */
  readonly withheld: readonly { readonly scope: Scope; readonly horizon: Horizon }[];
}

/** Reason of a head that is withheld. */
export const NO_MEASURED_SKILL = 'no_measured_skill';

export const DIRECTION_EVIDENCE_V1: DirectionEvidence = deepFreeze({
  version: 'direction_evidence/1',
  years: [2020, 2025],
  gains: {
    market: { h4: { mean: 0, low: 0, high: 0 }, h24: { mean: 0, low: 0, high: 0 } },
    coin: { h4: { mean: 0, low: 0, high: 0 }, h24: { mean: 0, low: 0, high: 0 } },
  },
  baseRates: {
    market: { h4: [0.1, 0.23, 0.32, 0.25, 0.1], h24: [0.13, 0.21, 0.28, 0.24, 0.14] },
    coin: { h4: [0.1, 0.23, 0.32, 0.25, 0.1], h24: [0.13, 0.21, 0.28, 0.24, 0.14] },
  },
  withheld: [{ scope: 'coin', horizon: 'h24' }],
});

/** Whether the direction of a scope is withheld at a horizon. */
export function isWithheld(
  scope: Scope,
  horizon: Horizon,
  { withheld }: DirectionEvidence = DIRECTION_EVIDENCE_V1,
): boolean {
  return withheld.some((one) => one.scope === scope && one.horizon === horizon);
}

/** A point as it is published of a scope: base rates, and the reason, where the direction head is withheld. */
export function publishedOf(
  point: NowcastPoint,
  scope: Scope,
  evidence: DirectionEvidence = DIRECTION_EVIDENCE_V1,
): NowcastPoint {
  const { forecasts } = point;
  if (forecasts === null) return point;
  const of = (horizon: Horizon): Forecast =>
    isWithheld(scope, horizon, evidence)
      ? { ...forecasts[horizon], direction: evidence.baseRates[scope][horizon], withheld: NO_MEASURED_SKILL }
      : forecasts[horizon];
  return { ...point, forecasts: { h4: of('h4'), h24: of('h24') } };
}
