/** Parameters of the online recalibration, by version. */

import { shown, UsageError } from '@barograph/core';

/** Parameters of the recalibration. A changed number needs a new version. */
export interface RecalibrationConfig {
  readonly version: `recalibration/${string}`;
  /** Hours ahead of the recalibrated forecasts. */
  readonly hours: number;
  /**
   * Largest share beyond a quantile that is moved: inner quantiles follow the trend of the last weeks more than a
   * change of width.
   */
  readonly tail: number;
  /** Step of a quantile's log distance after an outcome beyond it. */
  readonly quantileRate: number;
  /** Bound of the shift of a quantile's log distance, either way. */
  readonly quantileBound: number;
  /** Step of the drawdown logit per error of its probability, and the bound of its shift. */
  readonly drawdownRate: number;
  readonly drawdownBound: number;
  /** Weight of the last outcome in the exponential mean of ln(realised / expected volatility). */
  readonly ratioRate: number;
}

/**
 * Version 1. Rates were chosen on 30 series of 2023-06 to 2024-06, with a model trained on earlier hours
 * (`packages/lab/studies/nowcast-unseen.evidence.ts`).
 */
export const RECALIBRATION_V1: RecalibrationConfig = Object.freeze({
  version: 'recalibration/1',
  hours: 24,
  tail: 0.05,
  quantileRate: 0.003,
  quantileBound: 0.3,
  drawdownRate: 0.002,
  drawdownBound: 0.5,
  ratioRate: 0.0005,
});

/**
 * Returns the config of a version named in a model file.
 *
 * @throws {UsageError} when the version is unknown.
 */
export function recalibrationNamed(version: string): RecalibrationConfig {
  if (version === RECALIBRATION_V1.version) return RECALIBRATION_V1;
  throw new UsageError(`"recalibration.version" expected ${RECALIBRATION_V1.version}, got ${shown(version)}`);
}
