/** Evidence steps of a walk-forward: models against baselines, on surrogates, and tails of coins. */

import type { Candles } from '@barograph/core';
import { HAR_DERIVATIVES_V1, type Observations } from '@barograph/nowcast';
import { bootstrapSums, intervalOf } from './train/block-bootstrap.ts';
import {
  type DerivativesBlock,
  derivativesMetrics,
  type DerivativesSeries,
  scoreDerivatives,
} from './train/derivatives-evidence.ts';
import { evidenceMetrics } from './train/evidence-metrics.ts';
import { type EvidenceBlock, scoreEvidence, scoreSurrogate, scoreUnshuffled } from './train/evidence.ts';
import { harInputs } from './train/har-inputs.ts';
import { type FittedModel, openInForce } from './train/in-force.ts';
import type { Panel } from './train/panel.ts';
import { compareRefitRules, type RefitRules } from './train/refit-rules.ts';
import { type Surrogate, surrogateBars, SURROGATES_V1 } from './train/surrogates.ts';
import { tailMetrics } from './train/tail-metrics.ts';
import { scoreTails, TAIL_TEST_V1, type TailCount } from './train/tails.ts';
import { observeFor } from './train/training-rows.ts';
import type { WalkForwardConfig } from './train/walk-forward-config.ts';
import type { WalkForwardStep } from './train/walk-forward.ts';
import type { Evidence } from './model-evidence.ts';
import { LEAD, withDerivativesOf, type Derivatives } from './run-inputs.ts';
import type { RunIo } from './run-io.ts';
import { sha256 } from './sha256.ts';
import { createStepTasks, lazy, type SpreadNames, type StepTasks } from './step-tasks.ts';
import type { WorkFolder } from './work-folder.ts';

/** Version of the steps; stored results with a different version are ignored. */
const VERSION = 'evidence-1';

/**
 * Blocks between two models that score surrogates. Refitting heads on every surrogate dominates the cost. The same models
 * score the real hours.
 */
const SURROGATE_BLOCKS = 6;

/**
 * Final blocks simulated by one model without a refit: twelve months and one more, so that every coin has the outcomes
 * required by the tail rule.
 */
const UNSEEN_BLOCKS = 13;

/** Step whose model is simulated without a refit until the end; the first step when there are fewer. */
const firstUnseen = (steps: readonly WalkForwardStep[]): WalkForwardStep | undefined =>
  steps.at(-UNSEEN_BLOCKS) ?? steps[0];

/** Results of all steps. */
export interface EvidenceSteps {
  readonly blocks: readonly EvidenceBlock[];
  readonly surrogates: Readonly<Record<Surrogate | 'real', readonly EvidenceBlock[]>>;
  /** Per block, per coin of the panel; empty without a panel. */
  readonly tails: readonly (readonly (TailCount | null)[])[];
  /** Per block, in the order of {@link derivativesSeries}; empty without derivatives. */
  readonly derivatives: readonly DerivativesBlock[];
  readonly refits: RefitRules | null;
  /** Counts of one model in each block after its training, per coin; null without a panel. */
  readonly unseen: readonly (readonly (TailCount | null)[])[] | null;
}

/** Data of a walk-forward. */
export interface Tested {
  readonly bars: Candles;
  readonly observations: Observations;
  readonly config: WalkForwardConfig;
  readonly panel: Required<Panel> | undefined;
  readonly derivatives?: Derivatives | undefined;
}

/** Runs the missing steps and stores each when done. @param spread computes them elsewhere. @default here */
export async function evidenceSteps(
  io: Pick<RunIo, 'progress'>,
  work: WorkFolder,
  tested: Tested,
  steps: readonly WalkForwardStep[],
  spread?: SpreadNames,
): Promise<EvidenceSteps> {
  const { tasks, results } = evidenceTasks(tested, steps);
  const progress = io.progress('evidence');
  await tasks.run(work, progress, spread);
  progress.stop();
  return results();
}

/** Steps of the evidence. `results` may be called after they have run. */
export function evidenceTasks(
  tested: Tested,
  steps: readonly WalkForwardStep[],
): { readonly tasks: StepTasks; readonly results: () => EvidenceSteps } {
  const { bars, observations, config, panel, derivatives } = tested;
  const tasks = createStepTasks(VERSION);
  const spans = surrogateSpans(steps);
  const series = derivativesSeries(tested);
  const har = lazy(() => harInputs(bars));
  const blocks: (() => EvidenceBlock)[] = [];
  const tails: (() => readonly (TailCount | null)[])[] = [];
  for (const { block, inForce } of steps) {
    const evidence = () =>
      scoreEvidence(openInForce(inForce, observations), block, block.scores.simulation.outcomes, har(), config);
    blocks.push(tasks.add('baselines', block.from, evidence));
    if (panel === undefined) continue;
    const tail = () => scoreTails(inForce, panel, block, config);
    tails.push(tasks.add(`tails-${TAIL_TEST_V1.stride}h`, block.from, tail));
  }
  const added: (() => DerivativesBlock)[] = [];
  const id = sha256(JSON.stringify(derivatives?.files ?? [])).slice(0, 8);
  for (const { block, inForce } of series.length === 0 ? [] : steps) {
    const score = () => scoreDerivatives(inForce, series, block, config);
    added.push(tasks.add(`derivatives-${HAR_DERIVATIVES_V1.version.replace('/', '-')}-${id}`, block.from, score));
  }
  const first = firstUnseen(steps);
  const unseen =
    panel === undefined || first === undefined
      ? () => null
      : tasks.add(`unseen-${TAIL_TEST_V1.stride}h`, first.block.from, () =>
          steps.slice(-UNSEEN_BLOCKS).map(({ block }) => scoreTails(first.inForce, panel, block, config)),
        );
  const refits = tasks.add('refits-1', steps.at(-1)!.block.from, () =>
    compareRefitRules(observations, steps, config, panel),
  );
  const real = spans.map(({ from, to, inForce }) =>
    tasks.add('real', from, () => scoreUnshuffled(openInForce(inForce, observations), { from, to }, har())),
  );
  const onSurrogate = (kind: Surrogate): readonly (() => EvidenceBlock)[] => {
    const inputs = lazy(() => {
      const shuffled = surrogateBars(bars, kind);
      return { rows: observeFor(shuffled, config.training), har: harInputs(shuffled) };
    });
    return spans.map(({ from, to, inForce }) => {
      const score = () => scoreSurrogate(inForce, inputs().rows, { from, to }, inputs().har, config);
      return tasks.add(`${kind}-${SURROGATES_V1.seed}`, from, score);
    });
  };
  const surrogates = { real, hours: onSurrogate('hours'), signs: onSurrogate('signs'), days: onSurrogate('days') };
  const all = <Result>(parts: readonly (() => Result)[]): readonly Result[] => parts.map((part) => part());
  const results = (): EvidenceSteps => ({
    blocks: all(blocks),
    surrogates: {
      real: all(surrogates.real),
      hours: all(surrogates.hours),
      signs: all(surrogates.signs),
      days: all(surrogates.days),
    },
    tails: all(tails),
    derivatives: all(added),
    refits: refits(),
    unseen: unseen(),
  });
  return { tasks, results };
}

/** The market and the panel's coins with known funding and open interest. */
function derivativesSeries({ observations, panel, derivatives }: Tested): readonly DerivativesSeries[] {
  if (derivatives === undefined) return [];
  const coins = (panel?.coins ?? []).map((rows, i) => ({
    name: panel!.names[i]!,
    coin: panel!.names[i]!,
    rows,
    har: (model: FittedModel) => model.coinsHar![i]!,
  }));
  return [{ name: 'market', coin: LEAD, rows: observations, har: (model: FittedModel) => model.marketHar! }, ...coins]
    .filter(({ coin }) => derivatives.coins.has(coin))
    .map(({ name, coin, rows, har }) => ({ name, observations: withDerivativesOf(rows, coin, derivatives), har }));
}

/** Evidence supported by the steps. @param steps steps of the walk-forward. */
export function evidenceOf(
  { blocks, surrogates, tails, derivatives, refits, unseen }: EvidenceSteps,
  steps: readonly WalkForwardStep[],
  tested: Tested,
): Evidence {
  const {
    panel,
    config: { monteCarlo, simulationStride },
  } = tested;
  const market = {
    name: `market, every ${simulationStride} h`,
    counts: steps.map(({ block }) => block.scores.simulation),
  };
  const names = (panel?.files ?? []).map(({ file }) => file.replace(/\..*$/, ''));
  const coins = names.map((name, i) => ({ name, counts: tails.map((counts) => counts[i] ?? null) }));
  const first = firstUnseen(steps);
  return {
    ...evidenceMetrics(blocks, surrogates),
    tails: panel === undefined ? null : tailMetrics([market, ...coins], monteCarlo.shares),
    derivatives:
      derivatives.length === 0
        ? null
        : derivativesMetrics(
            derivativesSeries(tested).map(({ name }) => name),
            derivatives,
          ),
    refits,
    unseen:
      unseen === null || first === undefined
        ? null
        : {
            trainedTo: first.inForce.to,
            from: first.block.from,
            to: steps.at(-1)!.block.to,
            tails: tailMetrics(
              names.map((name, i) => ({ name, counts: unseen.map((counts) => counts[i] ?? null) })),
              monteCarlo.shares,
            ),
          },
    agreement: agreementOf(steps),
  };
}

function agreementOf(steps: readonly WalkForwardStep[]): Evidence['agreement'] {
  const known = steps.flatMap(({ block: { refit } }) => (refit.agreement === null ? [] : [[refit.agreement, 1]]));
  return known.length === 0 ? null : intervalOf(bootstrapSums(known, ([sum, refits]) => sum! / refits!));
}

/** Groups blocks into spans; each span has the model in force at its first block. */
export function surrogateSpans(
  steps: readonly WalkForwardStep[],
): readonly (Pick<WalkForwardStep, 'inForce'> & { readonly from: number; readonly to: number })[] {
  return steps.flatMap(({ block, inForce }, i) => {
    if (i % SURROGATE_BLOCKS !== 0) return [];
    const last = steps[Math.min(steps.length, i + SURROGATE_BLOCKS) - 1]!;
    return [{ from: block.from, to: last.block.to, inForce }];
  });
}
