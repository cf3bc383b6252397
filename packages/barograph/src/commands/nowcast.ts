/** `barograph nowcast <bars>`: hourly regime of a market or coin, and the block of the last hour. */

import { UsageError, type Candles } from '@barograph/core';
import { NO_INPUTS, type Scope } from '@barograph/nowcast';
import { Option, type Command } from 'commander';
import { QUALITY_FLAG } from '../quality-note.ts';
import { columnRows } from '../column-rows.ts';
import { addColumns, type ColumnsFlag } from '../columns-flag.ts';
import { atInterval, closedBy } from '../input.ts';
import { readInputs } from '../inputs.ts';
import { CommandError, say, type Io } from '../io.ts';
import { addJobs, workers, type JobsFlag } from '../jobs/flag.ts';
import type { Work } from '../jobs/names.ts';
import { itemsOfCoins, writeRowsOfCoins } from '../jobs/run.ts';
import { addMoment, momentIn, type MomentOptions } from '../moment.ts';
import { openModelIn, shippedModels } from '../shipped-models.ts';
import { addTimes, blockFormat, isHuman, writeBody, writeOutput, writeRow, writeRows } from '../output.ts';
import { flatRow, type Row } from '../table.ts';
import { COINS, createProgress, HOURS } from '../progress.ts';
import { TREND } from '../terminal/fields.ts';
import { lastCloses } from '../terminal/trend.ts';
import { isWatched } from '../terminal/terminal.ts';
import { VIEWS } from '../terminal/views.ts';
import type * as Blocks from './nowcast-block.ts';
import type { ScopedWire } from './nowcast-block.ts';
import { hourColumns, HOUR_COLUMNS, hoursWork, type ModelSettings } from './nowcast-hours.ts';
import { LEAD, scopeOf, type ChosenScope } from './nowcast-scope.ts';
import { checkInputOptions, outlookInputs, type InputOptions } from './nowcast-inputs.ts';
import { addTable, type TableFlags } from '../table-options.ts';
import { symbolIn } from '../symbol-flag.ts';

/** Model and scope flags. */
interface ScopeOptions {
  readonly model?: string;
  readonly models: string;
  readonly recalibration: boolean;
  readonly scope?: Scope;
  readonly symbol?: string;
  readonly repair?: boolean;
  readonly quality?: boolean;
  readonly out?: string;
}

interface NowcastOptions extends ScopeOptions, InputOptions, MomentOptions, TableFlags, JobsFlag {
  readonly horizon: '4h' | '24h';
  readonly skipBad?: boolean;
}

interface ExplainOptions extends ScopeOptions, MomentOptions {
  readonly columns?: ColumnsFlag;
  readonly horizon: '4h' | '24h';
  readonly funding?: string;
  readonly openInterest?: string;
}

/** Loaded for blocks only: hourly rows need no contract, whose schemas load slowly. */
const blocks = async (): Promise<typeof Blocks> => import('./nowcast-block.ts');

/** Adds the options shared by both forms of the command. */
function withModel(command: Command): Command {
  return command
    .option('--model <version>', 'version of a model (default: the last that the manifest lists)')
    .addOption(
      new Option('--models <folder>', 'folder with manifest.json').default(
        shippedModels(),
        'the models that come with the package',
      ),
    )
    .option('--no-recalibration', 'forecasts of the next day without corrections by past outcomes')
    .addOption(
      new Option(
        '--scope <scope>',
        `what the bars belong to (default: ${LEAD} is the market, all else a coin)`,
      ).choices(['market', 'coin']),
    )
    .addOption(
      new Option('--horizon <hours>', 'horizon of the forecasts of the last hour')
        .choices(['4h', '24h'])
        .default('24h'),
    )
    .option('--symbol <symbol>', 'symbol of a single file (default: from the name of the file)', symbolIn)
    .option('--repair', 'sort, drop and correct bad bars (rules bars.v1) instead of refusing the file')
    .option(...QUALITY_FLAG)
    .option('--out <file>', 'write a file instead of standard output');
}

/** Adds the command to the program. */
export function addNowcast(program: Command, io: Io): void {
  const command = addTable(
    withModel(program.enablePositionalOptions().command('nowcast').enablePositionalOptions()),
    'both',
  );
  command
    .summary('six-state regime of the hour, with probabilities')
    .description('Computes the regime of every closed hour, and forecasts for the next 4 or 24 hours.')
    .argument(
      '<path>',
      'bars of an hour or shorter: a file, a folder with a file for each symbol, or - for standard input',
    )
    .addOption(
      new Option('--rows <which>', 'the block of the last closed hour, or a row per hour')
        .choices(['last', 'all'])
        .default('last'),
    )
    .option('--funding <file>', 'CSV with timestamp and funding rates, fractions per interval; for the last block')
    .option('--open-interest <file>', 'CSV with timestamp and open interest by the hour, units of the coin; likewise')
    .option('--panel <folder>', 'hourly bars of the perps of the market, a file each, for its breadth; likewise')
    .option('--skip-bad', 'leave out files of a folder that cannot be read, and list them')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph nowcast BTCUSDT.csv.gz
  $ barograph nowcast BTCUSDT.csv.gz --horizon 4h --format json --at 2024-08-05T12:00:00Z
  $ barograph nowcast bars/ --format csv
  $ barograph nowcast ETHUSDT.csv.gz
  $ barograph nowcast explain ETHUSDT.csv.gz --at 2024-08-05T12:00:00Z
  $ barograph nowcast BTCUSDT.csv.gz --funding funding.csv --open-interest oi.csv --panel perps/
  $ barograph nowcast BTCUSDT.csv.gz --rows all --format csv --out regimes.csv
  $ barograph nowcast BTCUSDT.csv.gz --rows all --format parquet --out regimes.parquet`,
    )
    .action(async (path: string, options: NowcastOptions) => runNowcast(io, path, options));
  addJobs(addTimes(command));
  addMoment(command, 'only bars closed by then (default: the last close)');
  const page = addColumns(withModel(command.command('explain')), 'mapping')
    .summary('the page of one hour: what stands between its features and its label')
    .argument('<path>', 'bars of an hour or shorter: a file, or - for standard input')
    .option('--funding <file>', 'as above: for the expected volatility, with --open-interest')
    .option('--open-interest <file>', 'likewise')
    .action(async (path: string, options: ExplainOptions) => runExplain(io, path, options));
  addMoment(page, 'the hour that had closed by then (default: the last)');
}

async function runNowcast(io: Io, path: string, options: NowcastOptions): Promise<void> {
  const model = await openModelIn(options.models, options.model, '--model:', options.recalibration);
  const { isFolder, files } = await readInputs(io, path, options);
  checkInputOptions(options, isFolder);
  if (isFolder && options.scope === 'market') throw new CommandError('--scope: expected a file of bars, got a folder');
  const at = momentIn(options);
  const coins = files.map((file): Coin => {
    const { bars } = atInterval(io, at === undefined ? file : closedBy(file, at), '1h');
    return { file: file.file, symbol: isFolder ? file.coin : (options.symbol ?? file.coin), bars };
  });
  if (isFolder) return runFolder(io, options, coins);
  const { symbol, bars } = coins[0]!;
  try {
    if (options.rows === 'all') {
      // Where the rows go to the same terminal, they are the progress.
      const watched = { ...io, isTerminal: io.isTerminal && !isWatched(io) };
      const progress = createProgress(watched, 'computing', HOURS);
      await writeRows(io, options, HOUR_COLUMNS, columnRows([hourColumns(model, bars, progress)]));
      return progress.stop();
    }
    const format = blockFormat(options.format);
    const { blockText, lastBlock, shortRow } = await blocks();
    const { horizon } = options;
    const chosen = saidScope(io, path, symbol, options);
    const inputs = await outlookInputs(io, options, bars.time.at(-1)!);
    const progress = createProgress(io, 'computing', HOURS);
    const block = lastBlock(model, { bars, inputs, symbol, ...chosen, at, horizon, onHour: progress.report });
    progress.stop();
    if (format === 'json' || format === 'ndjson') return await writeBody(io, options, blockText(format, block));
    return await writeRow(io, options, shortRow(block, horizon));
  } catch (error) {
    if (error instanceof UsageError) throw new CommandError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Settings shared by the blocks of a folder. */
interface BlockSettings extends ModelSettings {
  readonly recalibration: boolean;
  readonly scope: Scope | undefined;
  readonly at: number | undefined;
  readonly horizon: '4h' | '24h';
}

/** Block of a coin's last hour, and its short row. */
export const blockWork: Work<BlockSettings, Coin, { readonly wire: ScopedWire; readonly row: Row }> = async ({
  models,
  model: version,
  recalibration,
  at,
  horizon,
  ...settings
}) => {
  const model = await openModelIn(models, version, '--model:', recalibration);
  const { lastBlock, shortRow, withScope } = await blocks();
  return ({ symbol, bars }) => {
    const chosen = scopeOf(symbol, settings.scope);
    const block = lastBlock(model, { bars, inputs: NO_INPUTS, symbol, ...chosen, at, horizon });
    return [{ wire: withScope(block), row: flatRow({ symbol: block.wire.symbol, ...shortRow(block, horizon) }) }];
  };
};

/** Minimum hours for threads: each thread loads the model. */
const WORTH_HOURS = 100_000;

async function runFolder(io: Io, options: NowcastOptions, coins: readonly Coin[]): Promise<void> {
  const { models, model, recalibration, scope, horizon } = options;
  const from = coins.map((coin) => ({ file: coin.file, symbol: coin.symbol, coin }));
  const hours = coins.reduce((sum, { bars }) => sum + bars.length, 0);
  const threads = workers(options, hours, WORTH_HOURS);
  if (options.rows === 'all') {
    // Where the rows go to the same terminal, they are the progress.
    const watched = { ...io, isTerminal: io.isTerminal && !isWatched(io) };
    const progress = createProgress(watched, 'computing', COINS);
    const job = { name: 'nowcast rows', work: hoursWork, settings: { models, model }, threads } as const;
    await writeRowsOfCoins(io, options, HOUR_COLUMNS, job, from, progress);
    return progress.stop();
  }
  const format = blockFormat(options.format);
  const progress = createProgress(io, 'computing', COINS);
  const settings: BlockSettings = { models, model, recalibration, scope, at: momentIn(options), horizon };
  const job = { name: 'nowcast blocks', work: blockWork, settings, threads } as const;
  const { made, assertNoneLost } = await itemsOfCoins(io, job, from, progress);
  progress.stop();
  const items = made.flatMap(({ value }) => value);
  const rows = items.map(({ row }) => row);
  const columns = [...new Set(rows.flatMap(Object.keys))];
  if (format === 'json' || format === 'ndjson') {
    const wires = items.map(({ wire }) => wire);
    await writeBody(io, options, (await blocks()).blocksText(format, wires));
  } else if (isHuman(io, options)) {
    const shown = made.map(({ from: { coin } }) => coin);
    await writeRows(io, options, columns, withTrend(rows, shown), VIEWS['nowcast']);
  } else {
    await writeRows(io, options, columns, rows);
  }
  assertNoneLost();
}

async function runExplain(io: Io, path: string, options: ExplainOptions): Promise<void> {
  const model = await openModelIn(options.models, options.model, '--model:', options.recalibration);
  const { isFolder, files } = await readInputs(io, path, options);
  if (isFolder) throw new CommandError('explain: expected a file of bars, got a folder');
  const at = momentIn(options);
  const file = files[0]!;
  const symbol = options.symbol ?? file.coin;
  const { bars } = atInterval(io, at === undefined ? file : closedBy(file, at), '1h');
  const { horizon } = options;
  const chosen = saidScope(io, path, symbol, options);
  try {
    const inputs = await outlookInputs(io, { ...options, rows: 'last' }, bars.time.at(-1)!);
    const [{ lastBlock }, { nowcastExplanation }] = await Promise.all([blocks(), import('./nowcast-explanation.ts')]);
    const { parts } = lastBlock(model, { bars, inputs, symbol, ...chosen, at, horizon });
    await writeOutput(io, options.out, nowcastExplanation(parts, model, chosen.scope, horizon));
  } catch (error) {
    if (error instanceof UsageError) throw new CommandError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Scope of a file. Reports a guess, because the other scope's answer has different fields. */
function saidScope(io: Io, path: string, symbol: string, { scope }: ScopeOptions): ChosenScope {
  const chosen = scopeOf(symbol, scope);
  if (!chosen.isNamed) say(io, `${path}: scope ${chosen.scope}: ${chosen.reason}`);
  return chosen;
}

/** Adds terminal-only cells: the last closes, and whether a coin ended before the others. */
function withTrend(rows: readonly Row[], coins: readonly Coin[]): readonly Row[] {
  const last = Math.max(...coins.map(({ bars }) => bars.time.at(-1)!));
  return rows.map((row, i) => {
    const { bars } = coins[i]!;
    return { ...row, stale: bars.time.at(-1)! < last, [TREND]: lastCloses(bars) };
  });
}

interface Coin {
  readonly file: string;
  readonly symbol: string;
  readonly bars: Candles;
}
