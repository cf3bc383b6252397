/** `barograph walk-forward nowcast`: how the training would have done, refit by refit, on hours it had not seen. */

import { describeProblem } from '@barograph/core';
import { loadModel, type Observations } from '@barograph/nowcast';
import {
  blocksOf,
  coinMetrics,
  walkForwardMetrics,
  walkForwardSteps,
  WALK_FORWARD_V2,
  type Panel,
  type WalkForwardBlock,
  type WalkForwardConfig,
  type WalkForwardStep,
} from '@barograph/nowcast/train';
import { InvalidArgumentError, type Command } from 'commander';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { alternativeSteps } from '../alternative-steps.ts';
import { addColumns, type ColumnsFlag } from '../columns-flag.ts';
import { configOf } from '../engine-command.ts';
import { readDerivatives } from '../derivatives.ts';
import { evidenceOf, evidenceSteps } from '../evidence-steps.ts';
import { CommandError, say, type Io } from '../io.ts';
import type { Evidence } from '../model-evidence.ts';
import { writeCard } from '../model-files.ts';
import { writeOutput } from '../output.ts';
import { readPanel } from '../panel.ts';
import { openWork, type WorkFolder } from '../work-folder.ts';
import { fitted, readHours } from './train.ts';

interface WalkForwardOptions {
  readonly bars: string;
  readonly panel?: string;
  readonly derivatives?: string;
  readonly out: string;
  readonly stepMonths: number;
  readonly config?: string;
  readonly ribbon?: string;
  readonly work?: string;
  readonly evidence: boolean;
  readonly alternatives?: boolean;
  readonly columns?: ColumnsFlag;
}

/** Adds `walk-forward nowcast` to the program. */
export function addWalkForward(program: Command, io: Io): void {
  const command = program
    .command('walk-forward')
    .summary('test a training as it would have happened')
    .command('nowcast')
    .summary('refits, each tested on the hours after it')
    .description(
      'Writes metrics.json, evidence.json, plots, and the card where the folder has a model.json. Nothing in them is of an hour that its model had learnt from.',
    )
    .requiredOption('--bars <file>', 'hourly bars')
    .option('--panel <folder>', 'hourly bars of other coins, a file for each: tested, and learnt from as in training')
    .option(
      '--derivatives <folder>',
      'folders funding and open-interest, a CSV file for each coin: what they add to the expected volatility, in the evidence',
    )
    .requiredOption('--out <folder>', 'where the metrics go')
    .option('--step-months <n>', 'months from one refit to the next; β is chosen once a year', wholeMonths, 1)
    .option('--work <folder>', 'where the result of every step is kept: a run that was killed goes on from there')
    .option('--no-evidence', 'leave out surrogates, baselines of peers, tests and tails: half the time')
    .option(
      '--alternatives',
      'beside the evidence, a jump model and a semi-Markov model on the same hours: as long again',
    )
    .option('--config <file>', `JSON with fields of ${WALK_FORWARD_V2.version} that differ`)
    .option('--ribbon <file>', 'a picture of the regimes over the price, such as out/ribbon.svg; it shows the bars')
    .action(async (options: WalkForwardOptions) => runWalkForward(io, options));
  addColumns(command, 'mapping');
}

function wholeMonths(text: string): number {
  const months = Number(text);
  if (![1, 2, 3, 4, 6, 12].includes(months)) throw new InvalidArgumentError('expected 1, 2, 3, 4, 6 or 12.');
  return months;
}

async function runWalkForward(
  io: Io,
  {
    bars: path,
    panel: folder,
    derivatives: beside,
    out,
    stepMonths,
    config: file,
    ribbon,
    work: kept,
    evidence: wanted,
    alternatives: others = false,
    columns,
  }: WalkForwardOptions,
): Promise<void> {
  const standard: WalkForwardConfig = { ...WALK_FORWARD_V2, stepMonths, betaEvery: 12 / stepMonths };
  const config = await configOf(standard, (given) => given, file);
  const { bars, observations, source } = await readHours(io, path, config.training, columns);
  const panel = folder === undefined ? undefined : await readPanel(io, folder, config.training, columns);
  const work = await openWork(io, kept, {
    version: 'walk_forward_work/1',
    node: process.version,
    bars: source,
    panel: panel?.files ?? null,
    config,
  });
  const steps = await blockSteps(io, work, observations, config, panel);
  const blocks = steps.map(({ block }) => block);
  const coins = coinMetrics(blocks.flatMap((block) => (block.coins === null ? [] : [block.coins])));
  const metrics = {
    bars: source,
    ...(panel === undefined ? {} : { panel: { weight: config.training.panel.weight, files: panel.files } }),
    ...walkForwardMetrics(blocks, config),
    ...(coins === null ? {} : { coins }),
  };
  await mkdir(out, { recursive: true });
  await writeOutput(io, join(out, 'metrics.json'), [`${JSON.stringify(metrics, null, 1)}\n`]);
  const derivatives = beside === undefined ? undefined : await readDerivatives(io, beside);
  const tested = { bars, observations, config, panel, derivatives };
  const evidence = wanted ? await measured(io, work, tested, steps, others) : null;
  if (evidence !== null) {
    await writeOutput(io, join(out, 'evidence.json'), [`${JSON.stringify({ bars: source, ...evidence }, null, 1)}\n`]);
  }
  const { metricPlots, ribbonPlot } = await import('../model-plots.ts');
  for (const [name, plot] of Object.entries(metricPlots(metrics))) await writeOutput(io, join(out, name), [plot]);
  const model = join(out, 'model.json');
  if (existsSync(model)) {
    const loaded = loadModel(await readFile(model, 'utf8'), model);
    if (!loaded.ok) throw new CommandError(describeProblem(loaded.error));
    await writeCard(io, out, loaded.value.artifact, metrics, evidence);
  }
  if (ribbon === undefined) return;
  await mkdir(dirname(ribbon), { recursive: true });
  await writeOutput(io, ribbon, [ribbonPlot(observations, blocks)]);
}

/** Evidence of all steps, with the alternatives where they are asked for. */
async function measured(
  io: Io,
  work: WorkFolder,
  tested: Parameters<typeof evidenceSteps>[2],
  steps: readonly WalkForwardStep[],
  others: boolean,
): Promise<Evidence> {
  const done = await evidenceSteps(io, work, tested, steps);
  const evidence = evidenceOf(done, steps, tested);
  return others ? { ...evidence, alternatives: await alternativeSteps(io, work, tested, steps, done) } : evidence;
}

/** The step of every block: those that are kept, and then the others, each kept as it is done. */
async function blockSteps(
  io: Io,
  work: WorkFolder,
  observations: Observations,
  config: WalkForwardConfig,
  panel: Panel | undefined,
): Promise<readonly WalkForwardStep[]> {
  const steps: WalkForwardStep[] = [];
  const names = fitted(() => blocksOf(observations, config)).map(({ from }) => `block-${dayOf(from)}`);
  for (const name of names) {
    const step = await work.read<WalkForwardStep>(name);
    if (step === undefined) break;
    steps.push(step);
  }
  if (steps.length > 0) say(io, `${steps.length} of ${names.length} blocks were kept`);
  const rest = walkForwardSteps(observations, config, panel, [...steps]);
  for (let next = fitted(() => rest.next()); next.done !== true; next = fitted(() => rest.next())) {
    steps.push(await work.keep(names[steps.length]!, next.value));
    say(io, summary(next.value.block));
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
