/** Scores of a model on the hours of one block. */

import { quantileSorted } from '@barograph/core';
import {
  applyLogistic,
  createMonteCarlo,
  DIRECTIONS,
  type FlipPath,
  type Horizon,
  HORIZONS,
  VOLATILITIES,
} from '@barograph/nowcast';
import {
  directionInputs,
  drawdownShare,
  fallOf,
  nextRegimeInputs,
  volatilityBucket,
  volatilityInputsOf,
} from '@barograph/nowcast/parts';
import { BASELINES, fitBaselines, type Baseline } from './baselines.ts';
import {
  DRAWDOWN_FORECASTS,
  fitDrawdownMaps,
  inputAt,
  mapDrawdown,
  volatilityOdds,
  withoutRegimes,
  type DrawdownForecast,
  type DrawdownOutcome,
} from './drawdown-forecasts.ts';
import { origins } from './heads.ts';
import type { InForce } from './in-force.ts';
import { createTally, type Tally } from './tally.ts';
import type { WalkForwardConfig } from './walk-forward-config.ts';

/** `model` is the head; the baseline is a constant forecast of the training shares. */
type AgainstShares = Readonly<Record<'model' | 'marginal', Tally>>;
export type NextRegimeTallies = Readonly<Record<'direct' | 'chain' | Baseline, Tally>>;

/** Scores of one horizon. */
export interface HeadScores {
  readonly nextRegime: NextRegimeTallies;
  readonly direction: AgainstShares;
  readonly volatility: AgainstShares;
}

export interface BlockScores {
  /** Hours with a published label, and label changes by rule. */
  readonly hours: number;
  readonly flips: Readonly<Record<FlipPath, number>>;
  /** Hours whose most likely label had a probability above 0.95. */
  readonly saturated: number;
  /** Published label per hour; −1 without a label. */
  readonly labels: readonly number[];
  readonly nextRegime: Readonly<Record<Horizon, NextRegimeTallies>>;
  readonly direction: Readonly<Record<Horizon, AgainstShares>>;
  readonly volatility: Readonly<Record<Horizon, AgainstShares>>;
  /** Probability of the published label, raw and calibrated, against a day of hindsight. */
  readonly confidence: Readonly<Record<'raw' | 'calibrated', Tally>>;
  readonly simulation: {
    readonly origins: number;
    /** Outcomes at or below each quantile of `monteCarlo.shares`. */
    readonly below: readonly number[];
    /** Outcome counts per twentieth of the simulated distribution. */
    readonly pit: readonly number[];
    /** Drawdown forecasts at origins with maps, each by its own map; `raw` is the unmapped simulation. */
    readonly drawdown: Readonly<Record<'raw' | 'climatology' | DrawdownForecast, Tally>>;
    readonly outcomes: readonly DrawdownOutcome[];
  };
}

export const PIT_BINS = 20;

/**
 * Scores a model on the hours of one block.
 * @param from first hour of the block, as an index; `to` the one after the last.
 * @param earlier simulations whose outcome was known when the block began.
 */
export function scoreBlock(
  model: InForce,
  from: number,
  to: number,
  earlier: readonly DrawdownOutcome[],
  config: WalkForwardConfig,
): BlockScores {
  const { history } = model;
  const { labels } = history;
  const hours = Array.from({ length: to - from }, (_, i) => from + i).filter(history.ready);
  const flips = { floor: 0, override: 0, margin: 0 };
  let saturated = 0;
  for (const t of hours) {
    const path = history.path(t);
    if (path !== null) flips[path]++;
    if (Math.max(...Array.from(history.view(t, HORIZONS.h4).posterior)) > 0.95) saturated++;
  }
  const h4 = scoreHeads(model, 'h4', hours);
  const h24 = scoreHeads(model, 'h24', hours);
  return {
    hours: hours.length,
    flips,
    saturated,
    labels: Array.from(labels.subarray(from, to)),
    nextRegime: { h4: h4.nextRegime, h24: h24.nextRegime },
    direction: { h4: h4.direction, h24: h24.direction },
    volatility: { h4: h4.volatility, h24: h24.volatility },
    confidence: scoreConfidence(model, hours, config.heads.confidenceLag),
    simulation: scoreSimulations(model, hours, earlier, config),
  };
}

/** Forecasts of the heads of one horizon and of their baselines at some hours; counted on `[from, to)`. */
export function scoreHeads(
  { history, heads, from, to }: Pick<InForce, 'history' | 'heads' | 'from' | 'to'>,
  horizon: Horizon,
  hours: readonly number[],
): HeadScores {
  const steps = HORIZONS[horizon];
  const { labels } = history;
  const { nextRegime, direction, volatility, volatilityCuts } = heads[horizon];
  const sizeInputs = volatilityInputsOf(volatility.inputs)!;
  const known = origins(history, from, to, steps);
  const baselines = fitBaselines(history, known, steps);
  const cut = (t: number): number => volatilityBucket(history.volatilityRatio(t, steps), volatilityCuts);
  const directionShares = sharesOf(known, (t) => history.direction(t, steps), DIRECTIONS.length);
  const volatilityShares = sharesOf(known, cut, VOLATILITIES.length);

  const next = {
    direct: createTally(),
    chain: createTally(),
    marginal: createTally(),
    markov: createTally(),
    volatility: createTally(),
  };
  const moves = { model: createTally(), marginal: createTally() };
  const sizes = { model: createTally(), marginal: createTally() };
  for (const t of hours) {
    if (t + steps >= history.length || labels[t + steps]! < 0) continue;
    const view = history.view(t, steps);
    const came = labels[t + steps]!;
    next.direct.addClasses(applyLogistic(nextRegime, nextRegimeInputs(view))!, came);
    next.chain.addClasses(view.ahead, came);
    for (const baseline of BASELINES) next[baseline].addClasses(baselines[baseline](t), came);

    const bucket = history.direction(t, steps);
    moves.model.addClasses(applyLogistic(direction, directionInputs(view))!, bucket);
    moves.marginal.addClasses(directionShares, bucket);

    const size = applyLogistic(volatility, sizeInputs(view));
    if (size === null) continue;
    sizes.model.addClasses(size, cut(t));
    sizes.marginal.addClasses(volatilityShares, cut(t));
  }
  return {
    nextRegime: {
      direct: next.direct.tally(),
      chain: next.chain.tally(),
      marginal: next.marginal.tally(),
      markov: next.markov.tally(),
      volatility: next.volatility.tally(),
    },
    direction: { model: moves.model.tally(), marginal: moves.marginal.tally() },
    volatility: { model: sizes.model.tally(), marginal: sizes.marginal.tally() },
  };
}

/** Shares of buckets among some hours; every count starts at 1. */
export function sharesOf(rows: readonly number[], bucketOf: (t: number) => number, buckets: number): readonly number[] {
  const counts = Array.from({ length: buckets }, () => 1);
  for (const t of rows) counts[bucketOf(t)]!++;
  return counts.map((count) => count / (rows.length + buckets));
}

function scoreConfidence({ history, calibrate }: InForce, hours: readonly number[], lag: number) {
  const hindsight = history.hindsight(lag);
  const [raw, calibrated] = [createTally(), createTally()];
  for (const t of hours) {
    if (t + lag >= history.length) continue;
    const agrees = hindsight[t] === history.labels[t];
    raw.addEvent(history.rawConfidence(t), agrees);
    calibrated.addEvent(calibrate(history.rawConfidence(t)), agrees);
  }
  return { raw: raw.tally(), calibrated: calibrated.tally() };
}

function scoreSimulations(
  { history, residuals, from, to }: InForce,
  hours: readonly number[],
  earlier: readonly DrawdownOutcome[],
  { monteCarlo, simulationStride, leastSimulations }: WalkForwardConfig,
): BlockScores['simulation'] {
  const { steps, shares, drawdown } = monteCarlo;
  const simulation = createMonteCarlo(history.hmm, residuals, monteCarlo);
  const pooled = createMonteCarlo(history.hmm, withoutRegimes(residuals), monteCarlo);
  const depth = fallOf(drawdown);
  const known = origins(history, from, to, steps).filter((t) => t % simulationStride === 0);
  const climate = known.reduce((count, t) => count + Number(history.fall(t, steps) > depth), 0) / known.length;
  const maps = earlier.length < leastSimulations ? null : fitDrawdownMaps(earlier, monteCarlo);

  const below = shares.map(() => 0);
  const pit = Array.from({ length: PIT_BINS }, () => 0);
  const tallies = {
    raw: createTally(),
    climatology: createTally(),
    simulated: createTally(),
    withoutRegimes: createTally(),
    volatility: createTally(),
  };
  const outcomes: DrawdownOutcome[] = [];
  for (const t of hours) {
    if (t % simulationStride !== 0 || t + steps >= history.length) continue;
    const input = inputAt(history, t, monteCarlo);
    const paths = simulation.paths(input);
    const others = pooled.paths(input);
    if (input.volatility === null || paths === null || others === null) continue;
    const sorted = paths.returns.sort();
    const move = history.move(t, steps);
    shares.forEach((share, i) => (below[i] = below[i]! + Number(move <= quantileSorted(sorted, share))));
    const rank = sorted.reduce((count, value) => count + Number(value < move), 0) / sorted.length;
    pit[Math.min(PIT_BINS - 1, Math.floor(rank * PIT_BINS))]!++;
    const fell = history.fall(t, steps) > depth;
    const raw = {
      simulated: drawdownShare(paths, drawdown),
      withoutRegimes: drawdownShare(others, drawdown),
      volatility: volatilityOdds(input.volatility.h24),
    };
    const mapped = maps === null ? null : mapDrawdown(maps, raw, monteCarlo);
    outcomes.push({ time: history.time[t]!, raw, mapped, drawdown: fell });
    if (mapped === null) continue;
    tallies.raw.addEvent(raw.simulated, fell);
    tallies.climatology.addEvent(climate, fell);
    for (const forecast of DRAWDOWN_FORECASTS) tallies[forecast].addEvent(mapped[forecast], fell);
  }
  return {
    origins: outcomes.length,
    below,
    pit,
    drawdown: {
      raw: tallies.raw.tally(),
      climatology: tallies.climatology.tally(),
      simulated: tallies.simulated.tally(),
      withoutRegimes: tallies.withoutRegimes.tally(),
      volatility: tallies.volatility.tally(),
    },
    outcomes,
  };
}
