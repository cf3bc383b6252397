/** `barograph train nowcast`: from hourly bars to a model file, its card and its line in the manifest. */

import type { Candles } from '@barograph/core';
import { artifactText, type Observations } from '@barograph/nowcast';
import { FitError, observeFor, trainNowcast, TRAINING_V3, type TrainingConfig } from '@barograph/nowcast/train';
import type { Command } from 'commander';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { LEAD, panelWith, readDerivatives, withDerivativesOf } from '../derivatives.ts';
import { addColumns, readBy, type ColumnsFlag } from '../columns-flag.ts';
import { configOf } from '../engine-command.ts';
import { readInput } from '../input.ts';
import { CommandError, say, type Io } from '../io.ts';
import { momentOf } from '../moment.ts';
import { listModel, modelEntry, writeCard } from '../model-files.ts';
import { sha256 } from '../sha256.ts';
import { writeOutput } from '../output.ts';
import { readPanel } from '../panel.ts';
import { createProgress } from '../progress.ts';

interface TrainOptions {
  readonly bars: string;
  readonly panel?: string;
  readonly derivatives?: string;
  readonly out: string;
  readonly from?: number;
  readonly to?: number;
  readonly config?: string;
  readonly columns?: ColumnsFlag;
}

/** Adds `train nowcast` to the program. */
export function addTrain(program: Command, io: Io): void {
  const command = program
    .command('train')
    .summary('train a model')
    .command('nowcast')
    .summary('the regime nowcast, from hourly bars of Bitcoin')
    .description(
      'Writes model.json and CARD.md into a folder named like the version, and lists the model in the manifest two folders up. The same bars give the same bytes on one version of Node.',
    )
    .requiredOption('--bars <file>', 'hourly bars')
    .option('--panel <folder>', 'hourly bars of other coins to learn from too, a file for each')
    .option(
      '--derivatives <folder>',
      'folders funding and open-interest, a CSV file for each coin: inputs of the expected volatility where both are known',
    )
    .requiredOption('--out <folder>', 'such as models/nowcast/2026.11.0')
    .option('--from <time>', 'learn from hours at or after this', momentOf)
    .option('--to <time>', 'learn from hours before this', momentOf)
    .option('--config <file>', `JSON with fields of ${TRAINING_V3.version} that differ`)
    .action(async (options: TrainOptions) => runTrain(io, options));
  addColumns(command, 'mapping');
}

/** Hourly bars, as rows of features too, and what they were read from. */
interface Hours {
  readonly bars: Candles;
  readonly observations: Observations;
  readonly source: { readonly file: string; readonly sha256: string };
}

/** @throws {CommandError} bars that are not hourly. */
export async function readHours(io: Io, path: string, training: TrainingConfig, columns?: ColumnsFlag): Promise<Hours> {
  const { candles, interval } = await readInput(io, path, readBy(columns));
  if (interval !== '1h') throw new CommandError(`${path}: expected bars of 1h, got ${interval ?? 'another step'}`);
  const source = { file: basename(path), sha256: sha256(await readFile(path)) };
  return { bars: candles, observations: observeFor(candles, training), source };
}

async function runTrain(
  io: Io,
  { bars, panel: folder, derivatives: beside, out, from, to, config: file, columns }: TrainOptions,
): Promise<void> {
  const version = basename(resolve(out));
  const config = await configOf<TrainingConfig>(TRAINING_V3, (given) => given, file);
  const derivatives = beside === undefined ? undefined : await readDerivatives(io, beside);
  const { observations, source } = await readHours(io, bars, config, columns);
  const panel = folder === undefined ? undefined : await readPanel(io, folder, config, columns);
  const progress = createProgress(io, 'training', { name: 'steps', size: 1 });
  // one more fit for the map of the drawdown
  const most = (config.betas.length + config.restarts + 1) * config.maxIterations;
  let steps = 0;
  const artifact = fitted(() =>
    trainNowcast(derivatives === undefined ? observations : withDerivativesOf(observations, LEAD, derivatives), {
      modelVersion: version,
      bars: source,
      ...(panel === undefined ? {} : { panel: panelWith(panel, derivatives) }),
      ...(derivatives === undefined ? {} : { derivatives: derivatives.files }),
      config,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      onProgress: ({ stage }) => {
        if (stage === 'beta' || stage === 'regimes' || stage === 'drawdown') progress.report(++steps, most);
      },
    }),
  );
  progress.stop();
  const { accepted, reason } = artifact.approval;
  if (!accepted) throw new CommandError(`${version}: expected a fit that keeps its labels, got: ${reason}`);

  const text = artifactText(artifact);
  const entry = modelEntry(artifact, text);
  await mkdir(out, { recursive: true });
  await listModel(io, dirname(dirname(resolve(out))), entry);
  await writeOutput(io, join(out, 'model.json'), [text]);
  await writeCard(io, out, artifact, null);
  say(io, `${join(out, 'model.json')}: ${entry.bytes} bytes, sha256 ${entry.sha256}`);
}

/** Runs a fit and returns its result. @throws {CommandError} saying why there is none. */
export function fitted<Result>(fit: () => Result): Result {
  try {
    return fit();
  } catch (error) {
    if (error instanceof FitError) throw new CommandError(`--bars: ${error.message}`, { cause: error });
    throw error;
  }
}
