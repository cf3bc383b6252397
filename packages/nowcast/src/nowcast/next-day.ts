/** Simulation of the day after a published hour, shared by every face of the nowcast. */

import type { NowcastModel } from '../artifact/load-model.ts';
import type { HarFit, HarPoint } from '../har/fit.ts';
import { expectedOf } from '../har/har.ts';
import { MONTE_CARLO_V1, monteCarloNamed } from '../monte-carlo/config.ts';
import { createMonteCarlo, monteCarloSeed, type MonteCarlo } from '../monte-carlo/monte-carlo.ts';
import type { NowcastPoint } from './point.ts';

/**
 * @param model for a coin, the model with the coin's transitions.
 * @param scope `market`, or the coin: part of the seed.
 * @returns null where no regime is published, or the volatility is undefined. The drawdown's probability is mapped when
 * the model brings a map that was fitted on this scope and this simulation, else its `calibrated` is null.
 * @example
 * const { drawdown, visit } = nextDay(model, point, 'market')!;
 * [drawdown.depth, drawdown.calibrated?.toFixed(3)]; // → [ 0.05, '0.033' ]
 * [visit.label, visit.probability.toFixed(3)]; // → [ 'vol_spike', '0.007' ]
 */
export function nextDay({ artifact, hmm, har }: NowcastModel, point: NowcastPoint, scope: string): MonteCarlo | null {
  const { regime, time, volatility, expectedVolatility, explain } = point;
  if (regime === null) return null;
  const { drawdown, modelVersion, monteCarlo, residuals } = artifact;
  const config = monteCarlo === undefined ? MONTE_CARLO_V1 : monteCarloNamed(monteCarlo);
  const isFor = drawdown?.scope === scope && drawdown.monteCarlo === config.version;
  return createMonteCarlo(hmm, residuals, config).run({
    states: explain.states,
    volatility,
    expected:
      har === null || expectedVolatility === null || expectedVolatility === undefined
        ? null
        : { volatility: ofBars(har.fit, expectedVolatility), deviation: har.fit.h24.deviation },
    seed: monteCarloSeed({ model: modelVersion, scope, time }, config),
    drawdownMap: isFor ? drawdown.map : null,
  });
}

/** Volatility of the day that bars alone expect: the simulation was tested with that. */
function ofBars(fit: HarFit, { h24, inputs, derivatives }: HarPoint): number {
  return derivatives ? expectedOf(fit).h24(inputs, 0) : h24;
}
