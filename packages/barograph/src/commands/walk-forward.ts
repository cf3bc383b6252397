/** `barograph walk-forward nowcast`: how the training would have done, refit by refit, on hours it had not seen. */

import { describeProblem } from '@barograph/core';
import { loadModel } from '@barograph/nowcast';
import {
  coinMetrics,
  walkForward,
  walkForwardMetrics,
  WALK_FORWARD_V2,
  type WalkForwardBlock,
  type WalkForwardConfig,
} from '@barograph/nowcast/train';
import { InvalidArgumentError, type Command } from 'commander';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { configOf } from '../engine-command.ts';
import { CommandError, say, type Io } from '../io.ts';
import { writeCard } from '../model-files.ts';
import { metricPlots, ribbonPlot } from '../model-plots.ts';
import { writeOutput } from '../output.ts';
import { readPanel } from '../panel.ts';
import { fitted, readHours } from './train.ts';

interface WalkForwardOptions {
  readonly bars: string;
  readonly panel?: string;
  readonly out: string;
  readonly stepMonths: number;
  readonly config?: string;
  readonly ribbon?: string;
}

/** Adds `walk-forward nowcast` to the program. */
export function addWalkForward(program: Command, io: Io): void {
  program
    .command('walk-forward')
    .summary('test a training as it would have happened')
    .command('nowcast')
    .summary('refits, each tested on the hours after it')
    .description(
      'Writes metrics.json, plots of it, and the card where the folder has a model.json. Nothing in them is of an hour that its model had learnt from.',
    )
    .requiredOption('--bars <file>', 'hourly bars')
    .option('--panel <folder>', 'hourly bars of other coins, a file for each: tested, and learnt from as in training')
    .requiredOption('--out <folder>', 'where the metrics go')
    .option('--step-months <n>', 'months from one refit to the next; β is chosen once a year', wholeMonths, 1)
    .option('--config <file>', `JSON with fields of ${WALK_FORWARD_V2.version} that differ`)
    .option('--ribbon <file>', 'a picture of the regimes over the price, such as out/ribbon.svg; it shows the bars')
    .action(async (options: WalkForwardOptions) => runWalkForward(io, options));
}

function wholeMonths(text: string): number {
  const months = Number(text);
  if (![1, 2, 3, 4, 6, 12].includes(months)) throw new InvalidArgumentError('expected 1, 2, 3, 4, 6 or 12.');
  return months;
}

async function runWalkForward(
  io: Io,
  { bars: path, panel: folder, out, stepMonths, config: file, ribbon }: WalkForwardOptions,
): Promise<void> {
  const { observations, source } = await readHours(io, path);
  const panel = folder === undefined ? undefined : await readPanel(io, folder);
  const standard: WalkForwardConfig = { ...WALK_FORWARD_V2, stepMonths, betaEvery: 12 / stepMonths };
  const config = await configOf(standard, (given) => given, file);
  const blocks = fitted(() => {
    const done: WalkForwardBlock[] = [];
    for (const block of walkForward(observations, config, panel)) {
      done.push(block);
      say(io, summary(block));
    }
    return done;
  });
  const coins = coinMetrics(blocks.flatMap((block) => (block.coins === null ? [] : [block.coins])));
  const metrics = {
    bars: source,
    ...(panel === undefined ? {} : { panel: { weight: config.training.panel.weight, files: panel.files } }),
    ...walkForwardMetrics(blocks, config),
    ...(coins === null ? {} : { coins }),
  };
  await mkdir(out, { recursive: true });
  await writeOutput(io, join(out, 'metrics.json'), [`${JSON.stringify(metrics, null, 1)}\n`]);
  for (const [name, plot] of Object.entries(metricPlots(metrics))) await writeOutput(io, join(out, name), [plot]);
  const model = join(out, 'model.json');
  if (existsSync(model)) {
    const loaded = loadModel(await readFile(model, 'utf8'), model);
    if (!loaded.ok) throw new CommandError(describeProblem(loaded.error));
    await writeCard(io, out, loaded.value.artifact, metrics);
  }
  if (ribbon === undefined) return;
  await mkdir(dirname(ribbon), { recursive: true });
  await writeOutput(io, ribbon, [ribbonPlot(observations, blocks)]);
}

function summary({ from, refit }: WalkForwardBlock): string {
  const { beta, iterations, anchored, agreement, approved, reason } = refit;
  const agrees = agreement === null ? 'first' : `agrees ${(100 * agreement).toFixed(0)} %`;
  const verdict = approved ? 'approved' : `rejected: ${reason}`;
  return `${new Date(from).toISOString().slice(0, 10)} beta ${beta}, ${iterations} steps, ${anchored} anchored, ${agrees}, ${verdict}`;
}
