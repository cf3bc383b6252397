/** `barograph walk-forward nowcast`: scores each refit on the unseen hours after it. */

import { InvalidArgumentError, type Command } from 'commander';
import { addColumns, type ColumnsFlag } from '../columns-flag.ts';
import { readDerivatives } from '../derivatives.ts';
import { configOf } from '../engine-command.ts';
import type { Io } from '../io.ts';
import { fitted, loadLab, runIo } from '../lab.ts';
import { readPanel } from '../panel.ts';
import { addQueue, type QueueFlags } from '../queue/flags.ts';
import { spreadParts } from '../queue/spread-parts.ts';
import { readHours } from './train.ts';

/** Default config of `@barograph/lab`, for the help text; only a run loads the lab. */
const DEFAULTS = 'walk_forward/2';

interface WalkForwardOptions extends QueueFlags {
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
    .option('--config <file>', `JSON with fields of ${DEFAULTS} that differ`)
    .option('--ribbon <file>', 'a picture of the regimes over the price, such as out/ribbon.svg; it shows the bars')
    .action(async (options: WalkForwardOptions) => runWalkForward(io, options));
  addColumns(command, 'mapping');
  addQueue(command);
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
    panel,
    derivatives,
    out,
    stepMonths,
    config: file,
    ribbon,
    work,
    evidence,
    ...flags
  }: WalkForwardOptions,
): Promise<void> {
  const { alternatives = false, columns } = flags;
  const lab = await loadLab();
  const config = await configOf(
    { ...lab.WALK_FORWARD_V2, stepMonths, betaEvery: 12 / stepMonths },
    (given) => given,
    file,
  );
  const run = {
    config,
    ...(await readHours(io, path, columns)),
    panel: panel === undefined ? undefined : await readPanel(io, panel, columns),
    derivatives: derivatives === undefined ? undefined : await readDerivatives(io, derivatives),
    out,
    work,
    evidence,
    alternatives,
    ribbon,
    spread: flags.queue === true ? spreadParts(io, flags) : undefined,
  };
  await fitted(lab, async () => lab.runWalkForward(runIo(io), run));
}
