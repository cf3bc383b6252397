/** The numbers of the online recalibration, by version. */

import { shown, UsageError } from '@barograph/core';

/** Numbers of the recalibration. A changed number is a new version. */
export interface RecalibrationConfig {
  readonly version: `recalibration/${string}`;
  /** Hours ahead of the forecasts that are recalibrated. */
  readonly hours: number;
  /** Quantiles with at most this share beyond them are moved: inner ones follow the last weeks' trend more than a change of width. */
  readonly tail: number;
  /** Step of the log distance of a quantile after one hour whose outcome was beyond it. */
  readonly quantileRate: number;
  /** Most that the log distance of a quantile is moved by, either way. */
  readonly quantileBound: number;
  /** Step of the logit of a drawdown, by the miss of its probability; and most that the logit is moved by. */
  readonly drawdownRate: number;
  readonly drawdownBound: number;
  /** Weight of the last outcome in the exponential mean of ln(realised / expected volatility). */
  readonly ratioRate: number;
}

/**
 * Version 1. Rates were chosen on 30 series of 2023-06 to 2024-06, by a model that had learnt from the hours before
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
 * The config of a version that a model file names.
 *
 * @throws {UsageError} an unknown one.
 */
export function recalibrationNamed(version: string): RecalibrationConfig {
  if (version === RECALIBRATION_V1.version) return RECALIBRATION_V1;
  throw new UsageError(`"recalibration.version" expected ${RECALIBRATION_V1.version}, got ${shown(version)}`);
}
