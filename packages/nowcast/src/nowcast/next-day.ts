/** Simulation of the day after a published hour, shared by batch and stream. */

import type { NowcastModel } from '../artifact/load-model.ts';
import type { HarFit, HarPoint } from '../har/fit.ts';
import { expectedOf } from '../har/har.ts';
import { MONTE_CARLO_V1, monteCarloNamed } from '../monte-carlo/config.ts';
import type { LogitMap } from '../monte-carlo/logit-map.ts';
import { createMonteCarlo, monteCarloSeed, type MonteCarlo } from '../monte-carlo/monte-carlo.ts';
import type { Recalibrated } from '../recalibration/recalibration.ts';
import type { NowcastPoint } from './point.ts';

/**
 * Simulates the day after a published hour.
 * @param model model; for a coin, with the coin's transitions.
 * @param scope `market`, or the coin: part of the seed.
 * @returns the simulation; null when no regime is published or the volatility is undefined. The drawdown probability is
 * mapped when the model has a map for this scope and simulation, else its `calibrated` is null. In a model with a
 * recalibration, earlier outcomes move quantiles and mapped drawdown, but never `raw`.
 * @example
 * const { drawdown, visit } = nextDay(model, point, 'market')!;
 * [drawdown.depth, drawdown.calibrated?.toFixed(3)]; // → [ 0.05, '0.034' ]
 * [visit.label, visit.probability.toFixed(3)]; // → [ 'vol_spike', '0.007' ]
 */
export function nextDay({ artifact, hmm, har }: NowcastModel, point: NowcastPoint, scope: string): MonteCarlo | null {
  const { regime, time, volatility, expectedVolatility, explain, recalibration } = point;
  if (regime === null) return null;
  const { drawdown, coinDrawdown, modelVersion, monteCarlo, residuals } = artifact;
  const config = monteCarlo === undefined ? MONTE_CARLO_V1 : monteCarloNamed(monteCarlo);
  const calibration = scope === 'market' ? drawdown : coinDrawdown;
  const isFor = calibration?.monteCarlo === config.version;
  const simulated = createMonteCarlo(hmm, residuals, config).run({
    states: explain.states,
    volatility,
    expected:
      har === null || expectedVolatility === null || expectedVolatility === undefined
        ? null
        : { volatility: ofBars(har.fit, expectedVolatility), deviation: har.fit.h24.deviation },
    seed: monteCarloSeed({ model: modelVersion, scope, time }, config),
    drawdownMap: isFor ? shifted(calibration.map, recalibration?.drawdown ?? 0) : null,
  });
  return simulated === null || recalibration === undefined ? simulated : recalibrated(simulated, recalibration);
}

function shifted({ slope, intercept }: LogitMap, by: number): LogitMap {
  return { slope, intercept: intercept + by };
}

/** Applies the factors to the quantiles in order: a factor behind its neighbour's must not make quantiles cross. */
function recalibrated(simulated: MonteCarlo, { quantiles }: Recalibrated): MonteCarlo {
  const moved = simulated.returnQuantiles.map(
    ({ percent }, k) => 100 * Math.expm1(Math.log1p(percent / 100) * quantiles[k]!),
  );
  moved.sort((a, b) => a - b);
  return {
    ...simulated,
    returnQuantiles: simulated.returnQuantiles.map(({ share }, k) => ({ share, percent: moved[k]! })),
  };
}

/** Volatility of the day expected from bars only: the simulation was tested with it. */
function ofBars(fit: HarFit, { h24, inputs, derivatives }: HarPoint): number {
  return derivatives ? expectedOf(fit).h24(inputs, 0) : h24;
}
