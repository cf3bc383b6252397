/** The steps of a walk-forward's evidence: its models beside baselines, on surrogates, and in the tails of coins. */

import type { Observations } from '@barograph/nowcast';
import {
  bootstrapSums,
  evidenceMetrics,
  harInputs,
  intervalOf,
  observeFor,
  openInForce,
  scoreEvidence,
  scoreSurrogate,
  scoreTails,
  scoreUnshuffled,
  SURROGATES,
  surrogateBars,
  SURROGATES_V1,
  tailMetrics,
  TAIL_TEST_V1,
  type EvidenceBlock,
  type Panel,
  type Surrogate,
  type TailCount,
  type WalkForwardConfig,
  type WalkForwardStep,
} from '@barograph/nowcast/train';
import type { Candles } from '@barograph/core';
import type { Io } from './io.ts';
import type { Evidence } from './model-evidence.ts';
import { createProgress } from './progress.ts';
import type { WorkFolder } from './work-folder.ts';

/** Version of the steps: results of another one are not read. */
const VERSION = 'evidence-1';

/**
 * Blocks between two models that surrogates are scored with: heads are fitted anew on every surrogate, which costs more
 * than all the rest. Real hours are scored by the same models beside them.
 */
const SURROGATE_BLOCKS = 6;

/** Results of all steps. */
export interface EvidenceSteps {
  readonly blocks: readonly EvidenceBlock[];
  readonly surrogates: Readonly<Record<Surrogate | 'real', readonly EvidenceBlock[]>>;
  /** Block after block, coin after coin of the panel; empty without one. */
  readonly tails: readonly (readonly (TailCount | null)[])[];
}

interface Tested {
  readonly bars: Candles;
  readonly observations: Observations;
  readonly config: WalkForwardConfig;
  readonly panel: Panel | undefined;
}

/** Runs the steps that are not kept yet, and keeps each as it is done. */
export async function evidenceSteps(
  io: Io,
  work: WorkFolder,
  { bars, observations, config, panel }: Tested,
  steps: readonly WalkForwardStep[],
): Promise<EvidenceSteps> {
  const spans = surrogateSpans(steps);
  const progress = createProgress(io, 'evidence', { name: 'steps', size: 1 });
  const all = steps.length * (panel === undefined ? 1 : 2) + spans.length * (SURROGATES.length + 1);
  let done = 0;
  const step = async <Result>(name: string, from: number, run: () => Result): Promise<Result> => {
    const file = `${VERSION}-${name}-${new Date(from).toISOString().slice(0, 10)}`;
    const result = (await work.read<Result>(file)) ?? (await work.keep(file, run()));
    progress.report(++done, all);
    return result;
  };

  const har = harInputs(bars);
  const blocks: EvidenceBlock[] = [];
  const tails: (readonly (TailCount | null)[])[] = [];
  for (const { block, inForce } of steps) {
    const evidence = () =>
      scoreEvidence(openInForce(inForce, observations), block, block.scores.simulation.outcomes, har, config);
    blocks.push(await step('baselines', block.from, evidence));
    if (panel === undefined) continue;
    tails.push(
      await step(`tails-${TAIL_TEST_V1.stride}h`, block.from, () => scoreTails(inForce, panel, block, config)),
    );
  }
  const real: EvidenceBlock[] = [];
  for (const { from, to, inForce } of spans) {
    const score = () => scoreUnshuffled(openInForce(inForce, observations), { from, to }, har);
    real.push(await step('real', from, score));
  }
  const onSurrogate = async (kind: Surrogate): Promise<readonly EvidenceBlock[]> => {
    const shuffled = surrogateBars(bars, kind);
    const [rows, inputs] = [observeFor(shuffled, config.training), harInputs(shuffled)];
    const scored: EvidenceBlock[] = [];
    for (const { from, to, inForce } of spans) {
      const score = () => scoreSurrogate(inForce, rows, { from, to }, inputs, config);
      scored.push(await step(`${kind}-${SURROGATES_V1.seed}`, from, score));
    }
    return scored;
  };
  const surrogates = {
    real,
    hours: await onSurrogate('hours'),
    signs: await onSurrogate('signs'),
    days: await onSurrogate('days'),
  };
  progress.stop();
  return { blocks, surrogates, tails };
}

/** The claims that the steps support. @param steps of the walk-forward that they stand on. */
export function evidenceOf(
  { blocks, surrogates, tails }: EvidenceSteps,
  steps: readonly WalkForwardStep[],
  { monteCarlo, simulationStride }: WalkForwardConfig,
  panel: Panel | undefined,
): Evidence {
  const market = {
    name: `market, every ${simulationStride} h`,
    counts: steps.map(({ block }) => block.scores.simulation),
  };
  const coins = (panel?.files ?? []).map(({ file }, i) => ({
    name: file.replace(/\..*$/, ''),
    counts: tails.map((counts) => counts[i] ?? null),
  }));
  return {
    ...evidenceMetrics(blocks, surrogates),
    tails: panel === undefined ? null : tailMetrics([market, ...coins], monteCarlo.shares),
    agreement: agreementOf(steps),
  };
}

function agreementOf(steps: readonly WalkForwardStep[]): Evidence['agreement'] {
  const known = steps.flatMap(({ block: { refit } }) => (refit.agreement === null ? [] : [[refit.agreement, 1]]));
  return known.length === 0 ? null : intervalOf(bootstrapSums(known, ([sum, refits]) => sum! / refits!));
}

/** Hours of some blocks each, and the model that was in force at the first of them. */
export function surrogateSpans(
  steps: readonly WalkForwardStep[],
): readonly (Pick<WalkForwardStep, 'inForce'> & { readonly from: number; readonly to: number })[] {
  return steps.flatMap(({ block, inForce }, i) => {
    if (i % SURROGATE_BLOCKS !== 0) return [];
    const last = steps[Math.min(steps.length, i + SURROGATE_BLOCKS) - 1]!;
    return [{ from: block.from, to: last.block.to, inForce }];
  });
}
