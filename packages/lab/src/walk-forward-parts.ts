/** Parts of a walk-forward that need no other part, so that other processes can compute them: trials of β, and the evidence. */

import type { Candles } from '@barograph/core';
import type { BetaTrial, Observations } from '@barograph/nowcast';
import { fitTasks, scoreTasks, type AlternativeFits } from './alternative-steps.ts';
import { evidenceTasks } from './evidence-steps.ts';
import { panelRows, type Derivatives, type PanelBars } from './run-inputs.ts';
import { createStepTasks, type SpreadResults, type StepTasks } from './step-tasks.ts';
import { tryBetas } from './train/select-beta.ts';
import { observeFor } from './train/training-rows.ts';
import type { WalkForwardConfig } from './train/walk-forward-config.ts';
import { betaSpans, type WalkForwardStep } from './train/walk-forward.ts';

/** Inputs of the parts of one phase, as plain data. */
export interface PartInputs {
  readonly bars: Candles;
  readonly config: WalkForwardConfig;
  /** Bars of other coins. @default none */
  readonly panel?: PanelBars | undefined;
  /** Funding and open interest by coin. @default none known */
  readonly derivatives?: Derivatives | undefined;
  /** All steps of the walk-forward; absent while β is tried. @default none */
  readonly steps?: readonly WalkForwardStep[] | undefined;
  /** Phase after the steps. */
  readonly phase: 'betas' | 'evidence' | 'fits' | 'scores';
  /** Fitted alternatives; present in their phase `scores`. @default none */
  readonly fits?: AlternativeFits | undefined;
}

/**
 * Computes parts elsewhere.
 *
 * @param names parts of the phase, as {@link openParts} takes them.
 * @returns their results, by index.
 * @example
 * const elsewhere: SpreadParts = async (inputs, names) => {
 *   const part = openParts(inputs); // in another process
 *   return { result: async (step) => part(names[step]!), end: async () => undefined };
 * };
 */
export type SpreadParts = (inputs: PartInputs, names: readonly string[]) => Promise<SpreadResults>;

/** Trials of every β by the start of the block that chooses it. */
export type TrialsOfBlocks = ReadonlyMap<number, readonly BetaTrial[]>;

/** Tasks that try each β for each block that chooses one. @param since start of the first block, epoch ms. @default all */
export function betaTasks(
  observations: Observations,
  config: WalkForwardConfig,
  since: number = -Infinity,
): { readonly tasks: StepTasks; readonly results: () => TrialsOfBlocks } {
  const tasks = createStepTasks('betas-1');
  const { training } = config;
  const spans = betaSpans(observations, config).filter(({ block }) => block >= since);
  const trials = spans.map(({ block, from, to }) => {
    const each = training.betas.map((beta) =>
      tasks.add(String(beta), block, () => tryBetas(observations, { ...training, betas: [beta] }, { from, to })[0]!),
    );
    return [block, each] as const;
  });
  return { tasks, results: () => new Map(trials.map(([block, each]) => [block, each.map((trial) => trial())])) };
}

/**
 * Prepares to compute parts by name. The same build on the same inputs gives the same bits in any process.
 *
 * @returns a function that throws {@link UsageError} for a part that the phase does not have, and `FitError` as
 * `runWalkForward`.
 * @example
 * const training = { ...small.training, betas: [0.2] };
 * const part = openParts({ bars: months, config: { ...small, training }, phase: 'betas' });
 * part('other'); // → UsageError: step: expected one of betas-1-0.2-2024-05-01, got other
 */
export function openParts(inputs: PartInputs): (name: string) => unknown {
  const { bars, config, derivatives, steps = [], phase, fits } = inputs;
  const observations = observeFor(bars, config.training);
  if (phase === 'betas') return betaTasks(observations, config).tasks.runOne;
  const panel = inputs.panel === undefined ? undefined : panelRows(inputs.panel, config.training);
  const tested = { bars, observations, config, panel, derivatives };
  if (phase === 'evidence') return evidenceTasks(tested, steps).tasks.runOne;
  return (fits === undefined ? fitTasks(tested, steps) : scoreTasks(tested, steps, fits)).tasks.runOne;
}
