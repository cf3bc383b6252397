/** References of the recalibration, learnt in training, as in a model file. */

import { finite, UsageError, within } from '@barograph/core';
import { checkLogitMap, type LogitMap } from '../monte-carlo/logit-map.ts';
import { recalibrationNamed, type RecalibrationConfig } from './config.ts';

/**
 * References that outcomes are compared with. The width of a simulated day follows the expected volatility, so its
 * quantiles are near fixed multiples of `σ√24`, and the chance of a drawdown is near a function of it: an hour needs no
 * simulation.
 */
export interface RecalibrationFit {
  readonly version: RecalibrationConfig['version'];
  /** Mean quantiles of the simulated day in units of `σ√24`, ascending by share. */
  readonly quantiles: readonly { readonly share: number; readonly at: number }[];
  /** Depth of a drawdown, as a share of the price. */
  readonly depth: number;
  /** Logit of a drawdown as a line in `ln(σ√24 / fall)`, `fall` the log of the depth: for the market, and for coins. */
  readonly drawdown: { readonly market: LogitMap; readonly coin: LogitMap };
}

/** References of one scope, and the step sizes. */
export interface Recalibrates {
  readonly config: RecalibrationConfig;
  readonly fit: RecalibrationFit;
  readonly drawdown: LogitMap;
}

/**
 * Checks a fit and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 */
export function checkRecalibrationFit(fit: RecalibrationFit): RecalibrationFit {
  recalibrationNamed(fit.version);
  within('recalibration.depth', fit.depth, 0, 0.999);
  fit.quantiles.forEach(({ share, at }, i) => {
    within(`recalibration.quantiles[${i}].share`, share, fit.quantiles[i - 1]?.share ?? 0, 1);
    finite(`recalibration.quantiles[${i}].at`, at);
    if (share !== 0.5 && share < 0.5 !== at < 0) {
      throw new UsageError(`"recalibration.quantiles[${i}].at" expected the sign of ${share - 0.5}, got ${at}`);
    }
  });
  checkLogitMap(fit.drawdown.market);
  checkLogitMap(fit.drawdown.coin);
  return fit;
}

/**
 * Returns the references of one scope.
 *
 * @param scope `market`, or the coin.
 * @example
 * recalibratesOf(model.artifact.recalibration!, 'ETH').config.version; // → 'recalibration/1'
 */
export function recalibratesOf(fit: RecalibrationFit, scope: string): Recalibrates {
  return {
    config: recalibrationNamed(fit.version),
    fit,
    drawdown: scope === 'market' ? fit.drawdown.market : fit.drawdown.coin,
  };
}
