/**
 * Evidence of a model on a block: weekly scores of its forecasts and every baseline, as input of tests and intervals. On
 * real bars, and on surrogates by the same model with refitted heads.
 */

import { HOUR_MS } from '@barograph/core';
import { applyLogistic, DIRECTIONS, type Horizon, HORIZONS, type Observations, VOLATILITIES } from '@barograph/nowcast';
import {
  directionInputs,
  fallOf,
  nextRegimeInputs,
  volatilityBucket,
  volatilityInputsOf,
} from '@barograph/nowcast/parts';
import { BASELINES, fitBaselines } from './baselines.ts';
import type { DrawdownOutcome } from './drawdown-forecasts.ts';
import type { HarInputs } from './har-inputs.ts';
import { harOf } from './har-fits.ts';
import { fitHeads, origins } from './heads.ts';
import type { FittedModel, InForce } from './in-force.ts';
import { fitHarDrawdown, fitHarVolatility, fitTables, lastYearShare } from './peer-baselines.ts';
import { sharesOf } from './score-block.ts';
import { createHistory, type ForecastHistory } from './views.ts';
import type { WalkForwardConfig } from './walk-forward-config.ts';
import { createWeeks, type WeekScores } from './week-scores.ts';

export const NEXT_FORECASTS = [
  'direct',
  'chain',
  'marginal',
  'markov',
  'volatility',
  'table',
  'tableConfidence',
] as const;
export const DIRECTION_FORECASTS = ['model', 'marginal'] as const;
export const VOLATILITY_FORECASTS = ['model', 'marginal', 'har'] as const;
export const CONFIDENCE_FORECASTS = ['raw', 'calibrated'] as const;
export const FALL_FORECASTS = ['simulated', 'withoutRegimes', 'volatility', 'climatology', 'lastYear', 'har'] as const;

type Weeks<Forecasts extends readonly string[]> = readonly WeekScores<Forecasts[number]>[];
type ByHorizon<Value> = Readonly<Record<Horizon, Value>>;

/** Scores of one block. Plain JSON. */
export interface EvidenceBlock {
  /** Epoch ms: `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Hours with a published label, and label changes. */
  readonly hours: number;
  readonly flips: number;
  readonly nextRegime: ByHorizon<Weeks<typeof NEXT_FORECASTS>>;
  readonly direction: ByHorizon<Weeks<typeof DIRECTION_FORECASTS>>;
  readonly volatility: ByHorizon<Weeks<typeof VOLATILITY_FORECASTS>>;
  /** Published confidence against hindsight, and drawdowns at origins with a map; null on surrogates. */
  readonly confidence: Weeks<typeof CONFIDENCE_FORECASTS> | null;
  readonly drawdown: Weeks<typeof FALL_FORECASTS> | null;
}

type Span = Pick<EvidenceBlock, 'from' | 'to'>;
type Forecaster = Pick<InForce, 'heads' | 'from' | 'to'> & { readonly history: ForecastHistory };

/**
 * Evidence on real bars.
 *
 * @param outcomes simulations of the block, with their outcomes.
 * @example
 * const { block, inForce } = steps[0]; // of walkForwardSteps(rows, small)
 * const { outcomes } = block.scores.simulation;
 * const evidence = scoreEvidence(openInForce(inForce, rows), block, outcomes, harInputs(months), small);
 * evidence.nextRegime.h24.length; // → 5
 * // weeks of the block
 */
export function scoreEvidence(
  model: InForce,
  block: Span,
  outcomes: readonly DrawdownOutcome[],
  har: HarInputs,
  config: WalkForwardConfig,
): EvidenceBlock {
  return {
    ...scoreForecaster(model, block, har),
    confidence: scoreConfidence(model, hoursOf(model, block), config.heads.confidenceLag),
    drawdown: scoreDrawdown(model, outcomes, har, config),
  };
}

/**
 * Evidence of a model on the real hours of a span, computed as {@link scoreSurrogate} does on a surrogate.
 *
 * @example
 * const { artifact } = model;
 * const rows = observe(hours, artifact.features, { har: HAR_V1 });
 * const span = { from: hours.time[200], to: hours.time[1_000] };
 * const fitted = { ...artifact, ...span, parameters: artifact.hmm, marketHar: artifact.har!.market };
 * const block = { from: hours.time[1_000], to: hours.time[1_400] };
 * scoreUnshuffled(openInForce(fitted, rows), block, harInputs(hours)).hours; // → 400
 */
export function scoreUnshuffled(model: Forecaster, block: Span, har: HarInputs): EvidenceBlock {
  return { ...scoreForecaster(model, block, har), confidence: null, drawdown: null };
}

/**
 * Evidence of the same model on surrogate bars. Regimes stay as fitted on real hours; heads and baselines are refitted on
 * the surrogate's hours before the same time, so that the surrogate is forecast as well as possible.
 *
 * @example
 * const { block, inForce } = steps[0]; // of walkForwardSteps(rows, small)
 * const shuffled = surrogateBars(months, 'hours');
 * const rows = observeFor(shuffled, small.training);
 * scoreSurrogate(inForce, rows, block, harInputs(shuffled), small).hours; // → 696
 */
export function scoreSurrogate(
  fitted: Pick<FittedModel, 'parameters' | 'standardization' | 'from' | 'to'>,
  surrogate: Observations,
  block: Span,
  har: HarInputs,
  { heads: config, training }: Pick<WalkForwardConfig, 'heads' | 'training'>,
): EvidenceBlock {
  const { from, to } = fitted;
  const history = createHistory(fitted, surrogate, harOf([surrogate], training, { from, to })?.own[0]);
  const heads = {
    h4: fitHeads(history, HORIZONS.h4, { from, to, config }),
    h24: fitHeads(history, HORIZONS.h24, { from, to, config }),
  };
  return { ...scoreForecaster({ history, heads, from, to }, block, har), confidence: null, drawdown: null };
}

function hoursOf({ history }: Forecaster, { from, to }: Span): readonly number[] {
  const { time, length, ready } = history;
  const first = Math.max(0, Math.round((from - time[0]!) / HOUR_MS));
  const end = Math.min(length, Math.round((to - time[0]!) / HOUR_MS));
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i).filter(ready);
}

function scoreForecaster(
  model: Forecaster,
  block: Span,
  har: HarInputs,
): Omit<EvidenceBlock, 'confidence' | 'drawdown'> {
  const hours = hoursOf(model, block);
  const h4 = scoreHorizon(model, 'h4', hours, har);
  const h24 = scoreHorizon(model, 'h24', hours, har);
  return {
    from: block.from,
    to: block.to,
    hours: hours.length,
    flips: hours.filter((t) => model.history.path(t) !== null).length,
    nextRegime: { h4: h4.nextRegime, h24: h24.nextRegime },
    direction: { h4: h4.direction, h24: h24.direction },
    volatility: { h4: h4.volatility, h24: h24.volatility },
  };
}

/** Forecasts of one horizon. Baselines are counted on `[from, to)` of the model. */
function scoreHorizon(
  { history, heads, from, to }: Forecaster,
  horizon: Horizon,
  hours: readonly number[],
  har: HarInputs,
): { readonly [Target in 'nextRegime' | 'direction' | 'volatility']: EvidenceBlock[Target][Horizon] } {
  const steps = HORIZONS[horizon];
  const { labels, time, length } = history;
  const { nextRegime, direction, volatility, volatilityCuts: cuts } = heads[horizon];
  const known = origins(history, from, to, steps);
  const baselines = { ...fitBaselines(history, known, steps), ...fitTables(history, known, steps) };
  const harVolatility = fitHarVolatility(history, known, steps, { har, cuts });
  const size = (t: number): number => volatilityBucket(history.volatilityRatio(t, steps), cuts);
  const directionShares = sharesOf(known, (t) => history.direction(t, steps), DIRECTIONS.length);
  const sizeShares = sharesOf(known, size, VOLATILITIES.length);

  const next = createWeeks(NEXT_FORECASTS);
  const moves = createWeeks(DIRECTION_FORECASTS);
  const sizes = createWeeks(VOLATILITY_FORECASTS);
  const sizeInputs = volatilityInputsOf(volatility.inputs)!;
  for (const t of hours) {
    if (t + steps >= length || labels[t + steps]! < 0) continue;
    const view = history.view(t, steps);
    const came = labels[t + steps]!;
    const scored = next.at(time[t]!);
    scored.direct.addClasses(applyLogistic(nextRegime, nextRegimeInputs(view))!, came);
    scored.chain.addClasses(view.ahead, came);
    for (const baseline of [...BASELINES, 'table', 'tableConfidence'] as const) {
      scored[baseline].addClasses(baselines[baseline](t), came);
    }

    const bucket = history.direction(t, steps);
    moves.at(time[t]!).model.addClasses(applyLogistic(direction, directionInputs(view))!, bucket);
    moves.at(time[t]!).marginal.addClasses(directionShares, bucket);

    const [stated, peer] = [applyLogistic(volatility, sizeInputs(view)), harVolatility(t)];
    if (stated === null || peer === null) continue;
    sizes.at(time[t]!).model.addClasses(stated, size(t));
    sizes.at(time[t]!).marginal.addClasses(sizeShares, size(t));
    sizes.at(time[t]!).har.addClasses(peer, size(t));
  }
  return { nextRegime: next.weeks(), direction: moves.weeks(), volatility: sizes.weeks() };
}

function scoreConfidence(
  { history, calibrate }: InForce,
  hours: readonly number[],
  lag: number,
): EvidenceBlock['confidence'] {
  const hindsight = history.hindsight(lag);
  const weeks = createWeeks(CONFIDENCE_FORECASTS);
  for (const t of hours) {
    if (t + lag >= history.length) continue;
    const agrees = hindsight[t] === history.labels[t];
    const scored = weeks.at(history.time[t]!);
    scored.raw.addEvent(history.rawConfidence(t), agrees);
    scored.calibrated.addEvent(calibrate(history.rawConfidence(t)), agrees);
  }
  return weeks.weeks();
}

function scoreDrawdown(
  { history, from, to }: InForce,
  outcomes: readonly DrawdownOutcome[],
  har: HarInputs,
  { monteCarlo, simulationStride }: WalkForwardConfig,
): EvidenceBlock['drawdown'] {
  const { steps, drawdown: share } = monteCarlo;
  const depth = fallOf(share);
  const known = origins(history, from, to, steps);
  const sparse = known.filter((t) => t % simulationStride === 0);
  const climate = sparse.reduce((count, t) => count + Number(history.fall(t, steps) > depth), 0) / sparse.length;
  const lastYear = lastYearShare(history, steps, depth);
  const peer = fitHarDrawdown(history, known, steps, { har, depth });
  const weeks = createWeeks(FALL_FORECASTS);
  for (const { time, mapped, drawdown } of outcomes) {
    const t = Math.round((time - history.time[0]!) / HOUR_MS);
    const byHar = peer(t);
    if (mapped === null || byHar === null) continue;
    const scored = weeks.at(time);
    const stated = { ...mapped, climatology: climate, lastYear: lastYear(t), har: byHar };
    for (const forecast of FALL_FORECASTS) scored[forecast].addEvent(stated[forecast], drawdown);
  }
  return weeks.weeks();
}
