/** The steps of a walk-forward's evidence: its models beside baselines, on surrogates, and in the tails of coins. */

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
import { type Surrogate, surrogateBars, SURROGATES, SURROGATES_V1 } from './train/surrogates.ts';
import { tailMetrics } from './train/tail-metrics.ts';
import { scoreTails, TAIL_TEST_V1, type TailCount } from './train/tails.ts';
import { observeFor } from './train/training-rows.ts';
import type { WalkForwardConfig } from './train/walk-forward-config.ts';
import type { WalkForwardStep } from './train/walk-forward.ts';
import type { Evidence } from './model-evidence.ts';
import { LEAD, withDerivativesOf, type Derivatives } from './run-inputs.ts';
import type { RunIo } from './run-io.ts';
import { sha256 } from './sha256.ts';
import type { WorkFolder } from './work-folder.ts';

/** Version of the steps: results of another one are not read. */
const VERSION = 'evidence-1';

/**
 * Blocks between two models that surrogates are scored with: heads are fitted anew on every surrogate, which costs more
 * than all the rest. Real hours are scored by the same models beside them.
 */
const SURROGATE_BLOCKS = 6;

/**
 * Last blocks over which one model is simulated without a refit: a year of months, and one more, so that every coin has the
 * outcomes that the rule of the tails asks for.
 */
const UNSEEN_BLOCKS = 13;

/** Step whose model is simulated without a refit until the end: all of them where there are fewer. */
const firstUnseen = (steps: readonly WalkForwardStep[]): WalkForwardStep | undefined =>
  steps.at(-UNSEEN_BLOCKS) ?? steps[0];

/** Results of all steps. */
export interface EvidenceSteps {
  readonly blocks: readonly EvidenceBlock[];
  readonly surrogates: Readonly<Record<Surrogate | 'real', readonly EvidenceBlock[]>>;
  /** Block after block, coin after coin of the panel; empty without one. */
  readonly tails: readonly (readonly (TailCount | null)[])[];
  /** Block after block, in the order of {@link derivativesSeries}; empty without derivatives. */
  readonly derivatives: readonly DerivativesBlock[];
  readonly refits: RefitRules | null;
  /** Counts of one model in each of some blocks after its training, coin after coin; null without a panel. */
  readonly unseen: readonly (readonly (TailCount | null)[])[] | null;
}

/** Hours of a walk-forward, and what belongs to them. */
export interface Tested {
  readonly bars: Candles;
  readonly observations: Observations;
  readonly config: WalkForwardConfig;
  readonly panel: Required<Panel> | undefined;
  readonly derivatives?: Derivatives | undefined;
}

/** Runs the steps that are not kept yet, and keeps each as it is done. */
export async function evidenceSteps(
  io: RunIo,
  work: WorkFolder,
  tested: Tested,
  steps: readonly WalkForwardStep[],
): Promise<EvidenceSteps> {
  const { bars, observations, config, panel, derivatives } = tested;
  const spans = surrogateSpans(steps);
  const progress = io.progress('evidence');
  const series = derivativesSeries(tested);
  const perBlock = 1 + Number(panel !== undefined) + Number(series.length > 0);
  const all = 2 + steps.length * perBlock + spans.length * (SURROGATES.length + 1);
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
  const added: DerivativesBlock[] = [];
  const id = sha256(JSON.stringify(derivatives?.files ?? [])).slice(0, 8);
  for (const { block, inForce } of series.length === 0 ? [] : steps) {
    const score = () => scoreDerivatives(inForce, series, block, config);
    added.push(await step(`derivatives-${HAR_DERIVATIVES_V1.version.replace('/', '-')}-${id}`, block.from, score));
  }
  const first = firstUnseen(steps);
  const unseen =
    panel === undefined || first === undefined
      ? null
      : await step(`unseen-${TAIL_TEST_V1.stride}h`, first.block.from, () =>
          steps.slice(-UNSEEN_BLOCKS).map(({ block }) => scoreTails(first.inForce, panel, block, config)),
        );
  const refits = await step('refits-1', steps.at(-1)!.block.from, () =>
    compareRefitRules(observations, steps, config, panel),
  );
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
  return { blocks, surrogates, tails, derivatives: added, refits, unseen };
}

/** The market and the coins of the panel whose funding and open interest are known. */
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

/** The claims that the steps support. @param steps of the walk-forward that they stand on. */
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
