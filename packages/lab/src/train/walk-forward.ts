/**
 * Walk-forward: refit on known hours, forecast the next block, move on. Every hour after the first refit is forecast once,
 * by a model trained on hours before a purge.
 *
 * EM starts at the previous refit's parameters; the priors stay at the prototypes. A refused refit leaves the previous
 * model in force. Filter and hysteresis of a new model run from the first hour.
 *
 * A step is plain JSON and depends only on earlier steps: an interrupted run resumes from its stored steps and gives the
 * same bits.
 */

import { HOUR_MS } from '@barograph/core';
import type { BetaTrial, HmmParameters, Observations } from '@barograph/nowcast';
import { FitError } from './fit-error.ts';
import { fitRegimes } from './fit.ts';
import type { FitChecks } from './fit-checks.ts';
import { trainingSpan } from './training-rows.ts';
import { testCoins, type CoinBlock } from './coin-test.ts';
import { fitInForce, openInForce, type FittedModel } from './in-force.ts';
import { harOf } from './har-fits.ts';
import type { Panel } from './panel.ts';
import { nearestBeta, tryBetas } from './select-beta.ts';
import type { DrawdownOutcome } from './drawdown-forecasts.ts';
import { scoreBlock, type BlockScores } from './score-block.ts';
import { addTallies } from './tally.ts';
import { createHistory } from './views.ts';
import { WALK_FORWARD_V1, type ApprovalRule, type WalkForwardConfig } from './walk-forward-config.ts';

/** The hours between two refits. Times are epoch ms. */
export interface WalkForwardBlock {
  readonly from: number;
  readonly to: number;
  readonly refit: Refit;
  readonly scores: BlockScores;
  /** Scores on the panel's coins; null without a panel. */
  readonly coins: CoinBlock | null;
}

/** One refit of a walk forward. */
export interface Refit {
  /** End of training, epoch ms. */
  readonly trainedTo: number;
  /** Exponent that tempers the evidence. */
  readonly beta: number;
  /** Iterations of EM. */
  readonly iterations: number;
  /** Number of states nearest to their own label. */
  readonly anchored: number;
  readonly approved: boolean;
  /** Reason of the refusal; null when approved. */
  readonly reason: string | null;
  /** Share of the last hours before the refit with the previous model's label; null for the first refit. */
  readonly agreement: number | null;
}

/** A block, and the start of the next. Plain JSON that survives a round trip exactly. */
export interface WalkForwardStep {
  readonly block: WalkForwardBlock;
  /** Parameters of this refit, approved or not: EM of the next begins there. */
  readonly fitted: HmmParameters;
  /** The model that made the forecasts of this block. */
  readonly inForce: FittedModel;
}

/**
 * Yields blocks as they are done.
 *
 * @param config parameters. @default WALK_FORWARD_V1
 * @param panel further tested coins; the config's weight decides how much they count in training. @default none
 * @returns blocks in order of time.
 * @throws {FitError} when there are too few hours, or a fit fails.
 * @example
 * const blocks = [...walkForward(rows, small)]; // four years: WALK_FORWARD_V2, a refit a month from the 19th month on
 * blocks.map(({ refit }) => refit.approved); // → [ true ]
 */
export function* walkForward(
  observations: Observations,
  config: WalkForwardConfig = WALK_FORWARD_V1,
  panel?: Panel,
): Generator<WalkForwardBlock, void, undefined> {
  for (const { block } of walkForwardSteps(observations, config, panel)) yield block;
}

/**
 * Yields the missing steps of a walk-forward as they are done.
 *
 * @param config parameters. @default WALK_FORWARD_V1
 * @param kept stored first steps of the same walk-forward, in order. Only their number and hours are checked: the caller
 * must ensure equal rows and config. @default []
 * @param trials results of `tryBetas` for the blocks of {@link betaSpans}, by the start of the block; absent ones are tried. @default none
 * @returns steps in order of time.
 * @throws {FitError} as `walkForward`; also when kept steps have different hours.
 * @example
 * const kept = JSON.parse(JSON.stringify(steps)); // of a run that was killed, from its file; [] for a new one
 * for (const step of walkForwardSteps(rows, small, undefined, kept)) kept.push(step);
 * kept.length; // → 1
 */
export function* walkForwardSteps(
  observations: Observations,
  config: WalkForwardConfig = WALK_FORWARD_V1,
  panel?: Panel,
  kept: readonly WalkForwardStep[] = [],
  trials: ReadonlyMap<number, readonly BetaTrial[]> = new Map(),
): Generator<WalkForwardStep, void, undefined> {
  const { time } = observations;
  const { training, approval } = config;
  const blocks = blocksOf(observations, config);
  checkKept(kept, blocks);

  const beside = panel === undefined ? {} : { panel: panel.coins };
  const last = kept.at(-1);
  let inForce = last === undefined ? undefined : openInForce(last.inForce, observations);
  let start = last?.fitted;
  let beta = last?.block.refit.beta ?? training.beta;
  const done = kept.map(({ block }) => block);
  for (const [i, block] of blocks.entries()) {
    if (i < kept.length) continue;
    const span = learntSpan(observations, config, block.from);
    if (choosesBeta(config, i)) {
      beta = nearestBeta(trials.get(block.from) ?? tryBetas(observations, training, span), training.flipsPerDay);
    }
    const fit = fitRegimes(observations, {
      version: `walk-forward/${new Date(block.from).toISOString().slice(0, 10)}`,
      config: { ...training, beta, restarts: 1 },
      ...span,
      ...beside,
      ...(start === undefined ? {} : { start }),
    });
    start = fit.parameters;
    const har = harOf([observations, ...(panel?.coins ?? [])], training, span);
    const history = createHistory(fit, observations, har?.own[0]);
    const first = Math.round((block.from - time[0]!) / HOUR_MS);
    const end = Math.round((block.to - time[0]!) / HOUR_MS);
    const agreement =
      inForce === undefined
        ? null
        : agreementOf(inForce.history.labels, history.labels, first - approval.agreementHours, first);
    const reason = reasonAgainst(fit.checks, done, approval, config.monteCarlo.shares);
    if (inForce === undefined || reason === null) inForce = fitInForce(fit, history, span, config, har);
    const refit = {
      trainedTo: span.to,
      beta,
      iterations: fit.objective.length,
      anchored: fit.checks.anchored,
      approved: reason === null,
      reason,
      agreement,
    };
    const scored: WalkForwardBlock = {
      ...block,
      refit,
      scores: scoreBlock(inForce, first, end, knownBy(done, block.from, config.monteCarlo.steps), config),
      coins: panel === undefined ? null : testCoins(inForce, panel, { trainedTo: inForce.to, ...block }),
    };
    done.push(scored);
    yield { block: scored, fitted: fit.parameters, inForce: inForce.fitted };
  }
}

/** Hours that the refit of a block learns from, `[from, to)`, epoch ms. */
function learntSpan(
  observations: Observations,
  { training, purgeHours, embargoHours }: WalkForwardConfig,
  blockFrom: number,
): { readonly from: number; readonly to: number } {
  const { from } = trainingSpan(observations, training, -Infinity, Infinity);
  return { from, to: blockFrom - (purgeHours + embargoHours) * HOUR_MS };
}

const choosesBeta = ({ betaEvery, training }: WalkForwardConfig, block: number): boolean =>
  block % betaEvery === 0 && training.betas.length > 0;

/** Blocks that choose β, each with the hours of its trials. They depend on no other block. */
export function betaSpans(
  observations: Observations,
  config: WalkForwardConfig,
): readonly { readonly block: number; readonly from: number; readonly to: number }[] {
  return blocksOf(observations, config)
    .filter((_, i) => choosesBeta(config, i))
    .map(({ from }) => ({ block: from, ...learntSpan(observations, config, from) }));
}

/**
 * The hours of every block, `[from, to)`, epoch ms.
 *
 * @throws {FitError} too few hours for one.
 * @example
 * const rows = observe(hours);
 * const training = { ...TRAINING_V2, warmUpBars: 336 };
 * blocksOf(rows, { training, firstHours: 504, stepMonths: 1 }).length; // → 1
 */
export function blocksOf(
  observations: Observations,
  { training, firstHours, stepMonths }: Pick<WalkForwardConfig, 'training' | 'firstHours' | 'stepMonths'>,
): readonly Pick<WalkForwardBlock, 'from' | 'to'>[] {
  const { from } = trainingSpan(observations, training, -Infinity, Infinity);
  const end = observations.time[observations.length - 1]! + HOUR_MS;
  const cuts = monthsFrom(from + firstHours * HOUR_MS, end, stepMonths);
  if (cuts.length === 0) throw new FitError(`expected more than ${firstHours} hours to learn from`);
  return cuts.map((cut, i) => ({ from: cut, to: cuts[i + 1] ?? end }));
}

function checkKept(kept: readonly WalkForwardStep[], blocks: readonly Pick<WalkForwardBlock, 'from' | 'to'>[]): void {
  if (kept.length > blocks.length)
    throw new FitError(`expected at most ${blocks.length} kept steps, got ${kept.length}`);
  kept.forEach(({ block }, i) => {
    const { from, to } = blocks[i]!;
    if (block.from === from && block.to === to) return;
    throw new FitError(`expected kept step ${i + 1} to be of ${from} … ${to}, got ${block.from} … ${block.to}`);
  });
}

/** The firsts of months, UTC, at or after a time and before the end, every `step` months. */
function monthsFrom(earliest: number, end: number, step: number): readonly number[] {
  const date = new Date(earliest);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + Number(Date.UTC(year, date.getUTCMonth()) < earliest);
  const cuts: number[] = [];
  for (let at = month; Date.UTC(year, at) < end; at += step) cuts.push(Date.UTC(year, at));
  return cuts;
}

function agreementOf(before: Int32Array, now: Int32Array, from: number, to: number): number {
  let [same, hours] = [0, 0];
  for (let t = Math.max(0, from); t < to; t++) {
    if (before[t]! < 0 || now[t]! < 0) continue;
    hours++;
    if (before[t] === now[t]) same++;
  }
  return same / hours;
}

/** Simulations of earlier blocks whose outcome was known by `cut`. */
function knownBy(done: readonly WalkForwardBlock[], cut: number, steps: number): readonly DrawdownOutcome[] {
  return done
    .flatMap(({ scores }) => scores.simulation.outcomes)
    .filter(({ time }) => time + (steps + 1) * HOUR_MS <= cut);
}

/**
 * Reason to refuse a refit: its own checks, and the scores of earlier models. A falling objective has thrown before.
 */
function reasonAgainst(
  { reason }: FitChecks,
  done: readonly WalkForwardBlock[],
  rule: ApprovalRule,
  shares: readonly number[],
): string | null {
  const tested = done.map(({ scores }) => scores);
  const hours = tested.reduce((sum, block) => sum + block.hours, 0);
  const reasons = [
    ...(reason === null ? [] : [reason]),
    ...(hours < rule.leastHours ? [] : failuresOf(tested, rule, shares)),
  ];
  return reasons.length === 0 ? null : reasons.join('; ');
}

/** Parts of the approval rule that the hours of some blocks break. */
export function failuresOf(blocks: readonly BlockScores[], rule: ApprovalRule, shares: readonly number[]): string[] {
  const failures: string[] = [];
  for (const horizon of ['h4', 'h24'] as const) {
    const loss = (forecast: 'direct' | 'markov'): number =>
      addTallies(blocks.map(({ nextRegime }) => nextRegime[horizon][forecast])).loss;
    if (loss('direct') >= loss('markov')) failures.push(`no skill over the chain of labels at ${horizon}`);
  }
  const sum = (valueOf: (block: BlockScores) => number): number =>
    blocks.reduce((total, block) => total + valueOf(block), 0);
  const flips = (24 * sum((b) => b.flips.floor + b.flips.margin + b.flips.override)) / sum(({ hours }) => hours);
  const [least, most] = rule.flipsPerDay;
  if (flips < least || flips > most) failures.push(`${flips.toFixed(2)} flips a day`);
  const origins = sum(({ simulation }) => simulation.origins);
  for (const share of [0.05, 0.95]) {
    const below = sum(({ simulation }) => simulation.below[shares.indexOf(share)]!) / origins;
    if (Math.abs(below - share) > rule.coverage)
      failures.push(`${(100 * below).toFixed(1)} % below the ${100 * share} % quantile`);
  }
  return failures;
}
