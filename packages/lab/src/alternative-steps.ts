/** Steps of the alternative models: each is fitted and scored on the same hours as the surrogates' models. */

import type { Candles } from '@barograph/core';
import {
  type AlternativeEvidence,
  alternativesMetrics,
  type AlternativesMetrics,
} from './train/alternatives/metrics.ts';
import {
  agreementWith,
  type Alternative,
  fitAlternative,
  type FittedAlternative,
} from './train/alternatives/regimes.ts';
import { scoreAlternative } from './train/alternatives/score.ts';
import type { EvidenceBlock } from './train/evidence.ts';
import { harInputs } from './train/har-inputs.ts';
import { surrogateBars, SURROGATES_V1 } from './train/surrogates.ts';
import { observeFor } from './train/training-rows.ts';
import type { WalkForwardStep } from './train/walk-forward.ts';
import { surrogateSpans, type EvidenceSteps, type Tested } from './evidence-steps.ts';
import type { RunIo } from './run-io.ts';
import { createStepTasks, lazy, type SpreadNames, type StepTasks } from './step-tasks.ts';
import type { WorkFolder } from './work-folder.ts';

/** Version of the steps; stored results with a different version are ignored. */
const VERSION = 'alternatives-1';

/** Surrogates are scored with every second half-yearly model, which halves the cost. */
const EVERY = 2;

/** Fits by kind, one for each tested span. */
export type AlternativeFits = Readonly<Record<Alternative, readonly FittedAlternative[]>>;

type Inputs = Pick<Tested, 'bars' | 'observations' | 'config'>;

const isTested = (_: unknown, i: number): boolean => i % EVERY === 0;

/**
 * Runs the missing steps, stores each when done, and returns the metrics of all.
 *
 * @param spread computes the fits elsewhere, then, with the fits, the scores. @default here
 */
export async function alternativeSteps(
  io: Pick<RunIo, 'progress'>,
  work: WorkFolder,
  tested: Inputs,
  steps: readonly WalkForwardStep[],
  { surrogates: shipped }: Pick<EvidenceSteps, 'surrogates'>,
  spread?: (fits: AlternativeFits | undefined) => SpreadNames,
): Promise<AlternativesMetrics> {
  const progress = io.progress('alternatives');
  const fitting = fitTasks(tested, steps);
  await fitting.tasks.run(work, progress, spread?.(undefined));
  const fits = fitting.results();
  const scoring = scoreTasks(tested, steps, fits);
  await scoring.tasks.run(work, progress, spread?.(fits));
  progress.stop();
  return alternativesMetrics(scoring.results(), {
    real: shipped.real.filter(isTested),
    hours: shipped.hours.filter(isTested),
    days: shipped.days.filter(isTested),
    signs: shipped.signs.filter(isTested),
  });
}

/** Steps that fit the alternatives. */
export function fitTasks(
  { observations, config }: Inputs,
  steps: readonly WalkForwardStep[],
): { readonly tasks: StepTasks; readonly results: () => AlternativeFits } {
  const tasks = createStepTasks(VERSION);
  const spans = surrogateSpans(steps).filter(isTested);
  const fitsOf = (kind: Alternative): readonly (() => FittedAlternative)[] =>
    spans.map(({ from, inForce }) =>
      tasks.add(`${kind}-fit`, from, () => fitAlternative(kind, inForce, observations, config)),
    );
  const { jump, semiMarkov } = { jump: fitsOf('jump'), semiMarkov: fitsOf('semiMarkov') };
  return { tasks, results: () => ({ jump: jump.map((fit) => fit()), semiMarkov: semiMarkov.map((fit) => fit()) }) };
}

/** Steps that score the fitted alternatives. */
export function scoreTasks(
  { bars, observations, config }: Inputs,
  steps: readonly WalkForwardStep[],
  fits: AlternativeFits,
): { readonly tasks: StepTasks; readonly results: () => Readonly<Record<Alternative, AlternativeEvidence>> } {
  const tasks = createStepTasks(VERSION);
  const spans = surrogateSpans(steps).filter(isTested);
  const inputsOf = (candles: () => Candles) =>
    lazy(() => ({ rows: observeFor(candles(), config.training), har: harInputs(candles()) }));
  const inputs = {
    real: inputsOf(() => bars),
    hours: inputsOf(lazy(() => surrogateBars(bars, 'hours'))),
    signs: inputsOf(lazy(() => surrogateBars(bars, 'signs'))),
    days: inputsOf(lazy(() => surrogateBars(bars, 'days'))),
  };
  const measured = (kind: Alternative): (() => AlternativeEvidence) => {
    const agreement = spans.map((span, i) =>
      tasks.add(`${kind}-agreement`, span.from, () =>
        agreementWith(fits[kind][i]!, span.inForce, observations, span, config),
      ),
    );
    const scored = (of: keyof typeof inputs): (() => readonly EvidenceBlock[]) => {
      const name = of === 'real' ? of : `${of}-${SURROGATES_V1.seed}`;
      const blocks = spans.map(({ from, to, inForce }, i) => {
        const score = () => {
          const { rows, har } = inputs[of]();
          return scoreAlternative(fits[kind][i]!, inForce, rows, { from, to }, har, config);
        };
        return tasks.add(`${kind}-${name}`, from, score);
      });
      return () => blocks.map((block) => block());
    };
    const [real, hours, signs, days] = [scored('real'), scored('hours'), scored('signs'), scored('days')];
    return () => ({
      blocks: { real: real(), hours: hours(), signs: signs(), days: days() },
      agreement: agreement.map((part) => part()),
    });
  };
  const { jump, semiMarkov } = { jump: measured('jump'), semiMarkov: measured('semiMarkov') };
  return { tasks, results: () => ({ jump: jump(), semiMarkov: semiMarkov() }) };
}
