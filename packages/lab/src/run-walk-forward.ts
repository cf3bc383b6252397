/** Runs a walk-forward and writes its files: metrics, evidence, plots and the card. */

import { describeProblem, QuantError, type Candles } from '@barograph/core';
import { loadModel, type Observations } from '@barograph/nowcast';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { alternativeSteps, type AlternativeFits } from './alternative-steps.ts';
import { evidenceOf, evidenceSteps, type Tested } from './evidence-steps.ts';
import type { Evidence } from './model-evidence.ts';
import { panelRows, type Derivatives, type PanelBars, type SourceFile } from './run-inputs.ts';
import type { RunIo } from './run-io.ts';
import type { SpreadNames } from './step-tasks.ts';
import { coinMetrics } from './train/coin-test.ts';
import type { Panel } from './train/panel.ts';
import { observeFor } from './train/training-rows.ts';
import type { WalkForwardConfig } from './train/walk-forward-config.ts';
import { walkForwardMetrics } from './train/walk-forward-metrics.ts';
import { blocksOf, walkForwardSteps, type WalkForwardBlock, type WalkForwardStep } from './train/walk-forward.ts';
import { betaTasks, type PartInputs, type SpreadParts, type TrialsOfBlocks } from './walk-forward-parts.ts';
import { openWork, type WorkFolder } from './work-folder.ts';
import { writeCard } from './write-card.ts';

/** Inputs and settings of a walk-forward. */
export interface WalkForwardRun {
  readonly config: WalkForwardConfig;
  /** Hourly bars of the market. */
  readonly bars: Candles;
  readonly source: SourceFile;
  /** Bars of further coins. @default no panel */
  readonly panel?: PanelBars | undefined;
  /** Funding and open interest by coin. @default unused */
  readonly derivatives?: Derivatives | undefined;
  /** Folder of the results. */
  readonly out: string;
  /** Folder that stores each step, so that an interrupted run can resume. */
  readonly work?: string | undefined;
  /** Whether surrogates, baselines of peers, tests and tails are scored. */
  readonly evidence: boolean;
  /** Whether the alternatives are fitted too; they are part of the evidence. */
  readonly alternatives: boolean;
  /** File for a picture of the regimes over the price. @default no picture */
  readonly ribbon?: string | undefined;
  /** Computes trials of β and the evidence elsewhere; the files are the same. @default here */
  readonly spread?: SpreadParts | undefined;
}

/**
 * Runs a walk-forward and writes metrics.json, evidence.json and the plots. A folder with a model.json gets its card.
 *
 * @throws {FitError} when the bars are too few for a fit.
 * @throws {QuantError} when the work folder has the steps of another run, or the model.json is invalid.
 * @example
 * const write = async (path, pieces) => writeFile(path, pieces);
 * const io = { say: console.error, progress: () => ({ report() {}, stop() {} }), write };
 * const source = { file: 'BTC.csv', sha256: '5f…' };
 * await runWalkForward(io, { config: small, bars: months, source, out: 'out', evidence: false, alternatives: false });
 */
export async function runWalkForward(io: RunIo, run: WalkForwardRun): Promise<void> {
  const { config, bars, source, derivatives, out, ribbon } = run;
  const observations = observeFor(bars, config.training);
  const panel = run.panel === undefined ? undefined : panelRows(run.panel, config.training);
  const work = await openWork(io, run.work, {
    version: 'walk_forward_work/1',
    node: process.version,
    bars: source,
    panel: panel?.files ?? null,
    config,
  });
  const { spread } = run;
  const inputs = { bars, config, panel: run.panel, derivatives };
  const tried =
    spread === undefined
      ? undefined
      : async (since: number) => triedElsewhere(io, work, observations, { ...inputs, phase: 'betas' }, since, spread);
  const steps = await blockSteps(io, work, observations, config, panel, tried);
  const blocks = steps.map(({ block }) => block);
  const coins = coinMetrics(blocks.flatMap((block) => (block.coins === null ? [] : [block.coins])));
  const metrics = {
    bars: source,
    ...(panel === undefined ? {} : { panel: { weight: config.training.panel.weight, files: panel.files } }),
    ...walkForwardMetrics(blocks, config),
    ...(coins === null ? {} : { coins }),
  };
  await mkdir(out, { recursive: true });
  await io.write(join(out, 'metrics.json'), [`${JSON.stringify(metrics, null, 1)}\n`]);
  const tested = { bars, observations, config, panel, derivatives };
  const elsewhere = spread === undefined ? undefined : spreading(spread, { ...inputs, steps });
  const evidence = run.evidence ? await measured(io, work, tested, steps, run.alternatives, elsewhere) : null;
  if (evidence !== null) {
    await io.write(join(out, 'evidence.json'), [`${JSON.stringify({ bars: source, ...evidence }, null, 1)}\n`]);
  }
  const { metricPlots, ribbonPlot } = await import('./model-plots.ts');
  for (const [name, plot] of Object.entries(metricPlots(metrics))) await io.write(join(out, name), [plot]);
  const model = join(out, 'model.json');
  if (existsSync(model)) {
    const loaded = loadModel(await readFile(model, 'utf8'), model);
    if (!loaded.ok) throw new QuantError(loaded.error.code, describeProblem(loaded.error));
    await writeCard(io, out, loaded.value.artifact, metrics, evidence);
  }
  if (ribbon === undefined) return;
  await mkdir(dirname(ribbon), { recursive: true });
  await io.write(ribbon, [ribbonPlot(observations, blocks)]);
}

/** Evidence of all steps, with the alternatives when they are requested. */
async function measured(
  io: RunIo,
  work: WorkFolder,
  tested: Tested,
  steps: readonly WalkForwardStep[],
  others: boolean,
  elsewhere: Elsewhere | undefined,
): Promise<Evidence> {
  const done = await evidenceSteps(io, work, tested, steps, elsewhere?.('evidence'));
  const evidence = evidenceOf(done, steps, tested);
  if (!others) return evidence;
  const spread =
    elsewhere === undefined
      ? undefined
      : (fits?: AlternativeFits) => elsewhere(fits === undefined ? 'fits' : 'scores', fits);
  return { ...evidence, alternatives: await alternativeSteps(io, work, tested, steps, done, spread) };
}

/** Computes the steps of a phase elsewhere. */
type Elsewhere = (phase: PartInputs['phase'], fits?: AlternativeFits) => SpreadNames;

function spreading(spread: SpreadParts, inputs: Omit<PartInputs, 'phase'>): Elsewhere {
  return (phase, fits) => async (names) => spread({ ...inputs, phase, fits }, names);
}

/** Trials of β, all at once: they depend on no block. */
async function triedElsewhere(
  io: RunIo,
  work: WorkFolder,
  observations: Observations,
  inputs: PartInputs,
  since: number,
  spread: SpreadParts,
): Promise<TrialsOfBlocks> {
  const { tasks, results } = betaTasks(observations, inputs.config, since);
  const progress = io.progress('β');
  await tasks.run(work, progress, async (names) => spread(inputs, names));
  progress.stop();
  return results();
}

/** Steps of all blocks: reads stored steps, computes the others and stores each when done. */
async function blockSteps(
  io: RunIo,
  work: WorkFolder,
  observations: Observations,
  config: WalkForwardConfig,
  panel: Panel | undefined,
  tried: ((since: number) => Promise<TrialsOfBlocks>) | undefined,
): Promise<readonly WalkForwardStep[]> {
  const steps: WalkForwardStep[] = [];
  const all = blocksOf(observations, config);
  const names = all.map(({ from }) => `block-${dayOf(from)}`);
  for (const name of names) {
    const step = await work.read<WalkForwardStep>(name);
    if (step === undefined) break;
    steps.push(step);
  }
  if (steps.length > 0) io.say(`${steps.length} of ${names.length} blocks were kept`);
  const trials = await tried?.(all[steps.length]?.from ?? Infinity);
  for (const next of walkForwardSteps(observations, config, panel, [...steps], trials)) {
    steps.push(await work.keep(names[steps.length]!, next));
    io.say(summary(next.block));
  }
  return steps;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function summary({ from, refit }: WalkForwardBlock): string {
  const { beta, iterations, anchored, agreement, approved, reason } = refit;
  const agrees = agreement === null ? 'first' : `agrees ${(100 * agreement).toFixed(0)} %`;
  const verdict = approved ? 'approved' : `rejected: ${reason}`;
  return `${dayOf(from)} beta ${beta}, ${iterations} steps, ${anchored} anchored, ${agrees}, ${verdict}`;
}
