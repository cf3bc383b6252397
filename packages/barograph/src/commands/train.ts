/** `barograph train nowcast`: trains on hourly bars; writes the model file, its card and its manifest entry. */

import type { Candles } from '@barograph/core';
import { artifactText } from '@barograph/nowcast';
import type { Command } from 'commander';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readDerivatives } from '../derivatives.ts';
import { addColumns, readBy, type ColumnsFlag } from '../columns-flag.ts';
import { configOf } from '../engine-command.ts';
import { readInput } from '../input.ts';
import { CommandError, say, type Io } from '../io.ts';
import { fitted, loadLab, runIo } from '../lab.ts';
import { listModel } from '../model-list.ts';
import { momentOf } from '../moment.ts';
import { sha256 } from '../sha256.ts';
import { writeOutput } from '../output.ts';
import { readPanel } from '../panel.ts';
import { createProgress } from '../progress.ts';

/** Default config of `@barograph/lab`, for the help text; only a run loads the lab. */
const DEFAULTS = 'training/4';

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
    .requiredOption('--out <folder>', 'such as models/nowcast/2026.12.0')
    .option('--from <time>', 'use hours from this time on', momentOf)
    .option('--to <time>', 'use hours before this time', momentOf)
    .option('--config <file>', `JSON with fields of ${DEFAULTS} that differ`)
    .action(async (options: TrainOptions) => runTrain(io, options));
  addColumns(command, 'mapping');
}

/** Hourly bars, and the file they were read from. */
interface Hours {
  readonly bars: Candles;
  readonly source: { readonly file: string; readonly sha256: string };
}

/** Reads hourly bars. @throws {CommandError} when they are not hourly. */
export async function readHours(io: Io, path: string, columns?: ColumnsFlag): Promise<Hours> {
  const { candles, interval } = await readInput(io, path, readBy(columns));
  if (interval !== '1h') throw new CommandError(`${path}: expected bars of 1h, got ${interval ?? 'another step'}`);
  return { bars: candles, source: { file: basename(path), sha256: sha256(await readFile(path)) } };
}

async function runTrain(
  io: Io,
  { bars: path, panel: folder, derivatives: beside, out, from, to, config: file, columns }: TrainOptions,
): Promise<void> {
  const lab = await loadLab();
  const version = basename(resolve(out));
  const config = await configOf(lab.TRAINING_V4, (given) => given, file);
  const derivatives = beside === undefined ? undefined : await readDerivatives(io, beside);
  const { bars, source } = await readHours(io, path, columns);
  const observations = lab.observeFor(bars, config);
  const panel = folder === undefined ? undefined : await readPanel(io, folder, columns);
  const progress = createProgress(io, 'training', { name: 'steps', size: 1 });
  // One more fit for the drawdown map.
  const most = (config.betas.length + config.restarts + 1) * config.maxIterations;
  let steps = 0;
  const artifact = await fitted(lab, () =>
    lab.trainNowcast(
      derivatives === undefined ? observations : lab.withDerivativesOf(observations, lab.LEAD, derivatives),
      {
        modelVersion: version,
        bars: source,
        ...(panel === undefined ? {} : { panel: lab.panelRows(panel, config, derivatives) }),
        ...(derivatives === undefined ? {} : { derivatives: derivatives.files }),
        config,
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        onProgress: ({ stage }) => {
          if (stage === 'beta' || stage === 'regimes' || stage === 'drawdown') progress.report(++steps, most);
        },
      },
    ),
  );
  progress.stop();
  const { accepted, reason } = artifact.approval;
  if (!accepted) throw new CommandError(`${version}: expected a fit that keeps its labels, got: ${reason}`);

  const text = artifactText(artifact);
  const entry = lab.modelEntry(artifact, text);
  await mkdir(out, { recursive: true });
  await listModel(io, dirname(dirname(resolve(out))), entry);
  await writeOutput(io, join(out, 'model.json'), [text]);
  await lab.writeCard(runIo(io), out, artifact, null);
  say(io, `${join(out, 'model.json')}: ${entry.bytes} bytes, sha256 ${entry.sha256}`);
}
