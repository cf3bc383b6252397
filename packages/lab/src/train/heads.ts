/** Fitting the heads and the calibration of the confidence, on training hours only. */

import { quantileSorted, type Knot } from '@barograph/core';
import { applyLogistic, DIRECTIONS, type HorizonHeads, REGIMES } from '@barograph/nowcast';
import {
  DIRECTION_INPUTS,
  directionInputs,
  NEXT_REGIME_INPUTS,
  nextRegimeInputs,
  volatilityBucket,
} from '@barograph/nowcast/parts';
import { FitError } from './fit-error.ts';
import { HEADS_V2, type HeadsConfig } from './heads-config.ts';
import { fitIsotonic } from './isotonic.ts';
import { fitLogistic } from './logistic.ts';
import { fitVolatilityHead } from './volatility-head.ts';
import { fitTemperature } from './temperature.ts';
import type { ForecastHistory, History } from './views.ts';

/** Hours of `[from, to)` whose outcome is known before `to`. */
export function origins(history: ForecastHistory, from: number, to: number, steps: number): number[] {
  const { time, length, ready } = history;
  return Array.from({ length }, (_, t) => t).filter(
    (t) => time[t]! >= from && t + steps < length && time[t + steps]! < to && ready(t),
  );
}

/**
 * Heads for one horizon, from hours whose outcome came before `to`. They use the hours of `[from, to)`, epoch ms; the
 * default of `config` is HEADS_V2.
 *
 * @param steps hours ahead.
 * @throws {FitError} too few hours, or a fit that does not converge.
 * @example
 * const rows = observe(hours, model.artifact.features);
 * const history = createHistory({ ...model.artifact, parameters: model.hmm.parameters }, rows);
 * const config = { ...HEADS_V2, version: 'heads/mine', stride: 6 } as const;
 * const { nextRegime } = fitHeads(history, 4, { from: hours.time[200], to: hours.time[1_400], config });
 * nextRegime.classes.length; // → 6
 */
export function fitHeads(
  history: ForecastHistory,
  steps: number,
  { from, to, config = HEADS_V2 }: { readonly from: number; readonly to: number; readonly config?: HeadsConfig },
): HorizonHeads {
  const at = origins(history, from, to, steps).filter((t) => t % config.stride === 0);
  if (at.length < 100) throw new FitError(`expected at least 100 origins, got ${at.length}`);
  const views = at.map((t) => history.view(t, steps));

  const ratios = at.map((t) => history.volatilityRatio(t, steps));
  const sorted = Float64Array.from(ratios).sort();
  const volatilityCuts = config.volatilityShares.map((share) => quantileSorted(sorted, share));
  const sizes = ratios.map((ratio) => volatilityBucket(ratio, volatilityCuts));
  const times = at.map((t) => history.time[t]!);

  const next = at.map((t) => history.labels[t + steps]!);
  const nextRows = views.map(nextRegimeInputs);
  const nextOptions = { classes: REGIMES, inputs: NEXT_REGIME_INPUTS, c: config.nextRegimeC };
  return {
    nextRegime: {
      ...fitLogistic(nextRows, next, nextOptions),
      temperature: temperatureOf(at, nextRows, next, nextOptions, steps, config),
    },
    direction: fitLogistic(
      views.map(directionInputs),
      at.map((t) => history.direction(t, steps)),
      { classes: DIRECTIONS, inputs: DIRECTION_INPUTS, c: config.directionC },
    ),
    ...fitVolatilityHead({ views, sizes, times, steps }, config),
    volatilityCuts,
    rows: at.length,
  };
}

/** The temperature of a fit on the earlier origins, as the later ones ask for it. */
function temperatureOf(
  at: readonly number[],
  rows: readonly (readonly number[])[],
  came: readonly number[],
  options: { readonly classes: readonly string[]; readonly inputs: readonly string[]; readonly c: number },
  steps: number,
  { temperatureShare, purge }: HeadsConfig,
): number {
  const cut = Math.floor(at.length * (1 - temperatureShare));
  const firstLate = at.findIndex((t) => t >= at[cut]! + purge + steps);
  if (firstLate < 0) return 1;
  const early = fitLogistic(rows.slice(0, cut), came.slice(0, cut), options);
  // The log of a softmax is its logits up to a constant, which a temperature does not see.
  const logits = rows.slice(firstLate).map((row) => applyLogistic(early, row)!.map((p) => Math.log(p)));
  return fitTemperature(logits, came.slice(firstLate));
}

/**
 * From raw to calibrated confidence: how often hindsight agrees with a label that was published so confidently.
 *
 * One agreement more is counted at the low end, and one disagreement more at the high end, so that a few hours which all
 * went one way are no certainty. It uses the hours of `[from, to)`, epoch ms; the default of `config` is HEADS_V2.
 *
 * @example
 * const rows = observe(hours, model.artifact.features);
 * const history = createHistory({ ...model.artifact, parameters: model.hmm.parameters }, rows);
 * const knots = fitConfidence(history, { from: hours.time[200], to: hours.time[1_000] });
 * scoreMap(knots)(0.9).toFixed(2); // → '0.86'
 */
export function fitConfidence(
  history: History,
  { from, to, config = HEADS_V2 }: { readonly from: number; readonly to: number; readonly config?: HeadsConfig },
): readonly Knot[] {
  const at = origins(history, from, to, config.confidenceLag);
  const hindsight = history.hindsight(config.confidenceLag);
  const raw = at.map(history.rawConfidence);
  const agrees = at.map((t) => Number(history.labels[t] === hindsight[t]));
  if (raw.length > 0) {
    raw.push(
      raw.reduce((a, b) => Math.min(a, b)),
      raw.reduce((a, b) => Math.max(a, b)),
    );
    agrees.push(1, 0);
  }
  return fitIsotonic(raw, agrees);
}
