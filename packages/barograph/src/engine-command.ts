/** Shared base of the per-bar engine commands: `barograph <engine> <file or folder>`. */

import { DAY_MS, UsageError } from '@barograph/core';
import { SOURCES, type Source } from '@barograph/indicators';
import { Option, type Command } from 'commander';
import { QUALITY_FLAG } from './quality-note.ts';
import { readCoins, type Coin, type Coins } from './coins.ts';
import { columnRows, isColumnRows } from './column-rows.ts';
import { readConfig } from './config-file.ts';
import { readDerivatives } from './derivatives.ts';
import { CommandError, type Io } from './io.ts';
import { NO_PERPS, perpsNowOf, type PerpsNow } from './perps-now.ts';
import { addJobs, workers, type JobsFlag } from './jobs/flag.ts';
import type { WorkName } from './jobs/names.ts';
import { writeRowsOfCoins, type Job } from './jobs/run.ts';
import { addMoment, momentIn, type MomentOptions } from './moment.ts';
import { addTimes, blockFormat, isHuman, writeRow, writeRows } from './output.ts';
import { COINS, counted, createProgress, ROWS, type Progress } from './progress.ts';
import { flatRow, openRow, type Row } from './table.ts';
import { addTable, type TableFlags } from './table-options.ts';
import { TREND } from './terminal/fields.ts';
import { isWatched } from './terminal/terminal.ts';
import { lastCloses } from './terminal/trend.ts';
import { VIEWS } from './terminal/views.ts';
import { symbolIn } from './symbol-flag.ts';

/** A config that a file may override; `version` names its set of numbers. */
interface Versioned {
  readonly version: string;
}

/** Computes rows per coin, in coin order, and shows progress. */
export type PerCoin = <T>(rowsOf: (coin: Coin) => readonly T[]) => readonly T[];

/** An engine on the command line. */
export interface EngineCommand<Config extends Versioned> {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly config: Config;
  /** Returns the config. @throws {UsageError} when a number is out of range. */
  readonly check: (config: Config) => Config;
  /** Rows at a moment, as and in the order the service answers them; coins without a row are absent. */
  readonly last: (
    coins: readonly Coin[],
    asOf: number,
    config: Config,
    perCoin: PerCoin,
    perpsNow: PerpsNow,
  ) => readonly Row[];
  /** Set when rows are ranked by a number; stale rows then move to the end. */
  readonly isRanked?: true;
  /** Set when rows include funding and open interest; the command then accepts a folder of them. */
  readonly readsPerps?: true;
  /** Flattens a row of {@link EngineCommand.last} for CSV, when records and lists have named columns. */
  readonly opened?: (row: Row) => Row;
  /** Condition for a row, for the error message when no coin has a row. */
  readonly wants?: (config: Config) => string;
  /** Rows of a coin's completed days, oldest first. */
  readonly all: {
    /** Work that threads run; absent when the main thread computes the rows. */
    readonly work?: WorkName;
    /** Columns; the first is `timestamp`, the open of the day. */
    readonly columns: readonly string[];
    readonly rows: (coin: Coin, config: Config) => Iterable<Row>;
  };
}

/** Parsed flags. */
interface EngineOptions extends MomentOptions, TableFlags, JobsFlag {
  readonly rows: 'last' | 'all';
  readonly source: Source;
  readonly symbol?: string;
  readonly config?: string;
  readonly out?: string;
  readonly repair?: boolean;
  readonly quality?: boolean;
  readonly skipBad?: boolean;
  readonly derivatives?: string;
}

/** Adds an engine's command to the program. */
export function addEngine<Config extends Versioned>(program: Command, io: Io, engine: EngineCommand<Config>): void {
  const { name } = engine;
  const command = addTable(program.command(name), 'both');
  command
    .summary(engine.summary)
    .description(engine.description)
    .argument('<path>', 'a file of bars, a folder with a file for each symbol, or - for standard input')
    .addOption(
      new Option('--rows <which>', 'the row of the service at that moment, or a row per completed day')
        .choices(['last', 'all'])
        .default('last'),
    )
    .option('--symbol <symbol>', 'symbol of a single file (default: from the name of the file)', symbolIn)
    .addOption(new Option('--source <venue>', 'market of the rows').choices(SOURCES).default('perpdex_perp'))
    .option('--config <file>', `JSON with fields of ${engine.config.version} that differ`)
    .option('--out <file>', 'write a file instead of standard output')
    .option('--repair', 'sort, drop and correct bad bars (rules bars.v1) instead of refusing the file')
    .option(...QUALITY_FLAG)
    .option('--skip-bad', 'leave out files of a folder that cannot be read, and list them')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph ${name} BTCUSDT.csv.gz
  $ barograph ${name} bars/ --format csv
  $ barograph ${name} BTCUSDT.csv.gz --rows all --format csv --out ${name}.csv`,
    )
    .action(async (path: string, options: EngineOptions) => runEngine(io, engine, path, options));
  if (engine.readsPerps === true) {
    command.option(
      '--derivatives <folder>',
      'funding and open interest of perps, for the last rows: see train nowcast',
    );
  }
  addJobs(addTimes(command));
  addMoment(command, 'compute for this moment, from bars closed by then (default: the last close)');
}

/** Runs the command. @throws {CommandError} when the input or a flag is wrong. */
async function runEngine<Config extends Versioned>(
  io: Io,
  engine: EngineCommand<Config>,
  path: string,
  options: EngineOptions,
): Promise<void> {
  const config = await configOf(engine.config, engine.check, options.config);
  const asOf = momentIn(options);
  const read = await readCoins(io, path, { ...options, ...(asOf === undefined ? {} : { asOf }) });
  if (options.rows === 'last') {
    const { derivatives } = options;
    const perpsNow = derivatives === undefined ? NO_PERPS : perpsNowOf(await readDerivatives(io, derivatives));
    return writeLast(io, engine, read, options, config, perpsNow);
  }
  // Where the rows go to the same terminal, they are the progress.
  const watched = { ...io, isTerminal: io.isTerminal && !isWatched(io) };
  const progress = createProgress(watched, 'computing', read.isUniverse ? COINS : ROWS);
  await writeAll(io, engine, read, options, config, progress);
  progress.stop();
}

/**
 * Applies a config file. Changed numbers change the version, which the rows carry.
 *
 * @throws {CommandError} naming file and field.
 */
export async function configOf<Config extends Versioned>(
  standard: Config,
  check: (config: Config) => Config,
  path: string | undefined,
): Promise<Config> {
  if (path === undefined) return standard;
  const config = await readConfig(path, standard);
  const changed = JSON.stringify(config) !== JSON.stringify(standard);
  const name = standard.version.split('/')[0]!;
  try {
    return check(changed && config.version === standard.version ? { ...config, version: `${name}/custom` } : config);
  } catch (error) {
    if (error instanceof UsageError) {
      throw new CommandError(`${path} field ${error.message.replace('" ', '": ')}`, { cause: error });
    }
    throw error;
  }
}

const isOld = ({ stale }: Row): boolean => stale === true;
const isCurrent = (row: Row): boolean => !isOld(row);

/** Writes the rows of a moment: a single row as a record, rows of several coins as a table or list. */
async function writeLast<Config extends Versioned>(
  io: Io,
  engine: EngineCommand<Config>,
  { isUniverse, coins, asOf }: Coins,
  options: EngineOptions,
  config: Config,
  perpsNow: PerpsNow,
): Promise<void> {
  const format = blockFormat(options.format);
  const progress = createProgress(io, 'computing', COINS);
  const perCoin: PerCoin = (rowsOf) =>
    coins.flatMap((coin, i) => {
      const rows = rowsOf(coin);
      progress.report(i + 1, coins.length);
      return rows;
    });
  const isOpened = format === 'csv';
  const ranked = engine.last(coins, asOf, config, perCoin, perpsNow);
  // A stale coin is not ranked among current ones.
  const parted = engine.isRanked === true ? [...ranked.filter(isCurrent), ...ranked.filter(isOld)] : ranked;
  const rows = parted.map((row): Row => {
    const dated: Row = { ...row, as_of: asOf };
    return isOpened ? openRow(engine.opened?.(dated) ?? dated) : dated;
  });
  progress.stop();
  if (rows.length === 0) throw new CommandError(`expected ${engine.wants?.(config) ?? 'a coin'}, got none`);
  if (!isUniverse && rows.length === 1) return writeRow(io, options, rows[0]!);
  const flat = rows.map(flatRow);
  const columns = [...new Set(flat.flatMap(Object.keys))];
  if (format === 'json' || format === 'ndjson') return writeRows(io, options, columns, rows);
  if (!isHuman(io, options)) return writeRows(io, options, columns, flat);
  return writeRows(io, options, columns, withTrend(flat, coins, asOf), VIEWS[engine.name]);
}

/** Adds terminal-only cells: the last closes, and whether the coin is stale. */
function withTrend(rows: readonly Row[], coins: readonly Coin[], asOf: number): readonly Row[] {
  const known = new Map<unknown, Coin>(coins.map((coin) => [coin.symbol, coin]));
  const lastDay = Math.floor(asOf / DAY_MS) * DAY_MS - DAY_MS;
  return rows.map((row) => {
    const coin = known.get(row['symbol']);
    if (coin === undefined) return row;
    const stale = row['stale'] ?? !(coin.daily.time.at(-1)! >= lastDay);
    return { ...row, stale, [TREND]: lastCloses(coin.daily) };
  });
}

/** Minimum completed days for threads. */
const WORTH_DAYS = 200_000;

/** Writes the rows of all completed days. */
async function writeAll<Config extends Versioned>(
  io: Io,
  { all }: EngineCommand<Config>,
  { isUniverse, coins }: Coins,
  options: EngineOptions,
  config: Config,
  progress: Progress,
): Promise<void> {
  if (!isUniverse) {
    const rows = all.rows(coins[0]!, config);
    const shown = counted(rows, undefined, progress);
    return writeRows(io, options, all.columns, isColumnRows(rows) ? columnRows(rows.parts, shown) : shown);
  }
  const days = coins.reduce((sum, { daily }) => sum + daily.length, 0);
  const job: Job<Config, Coin, Row> = {
    name: all.work,
    work: async (settings) => (coin) => all.rows(coin, settings),
    settings: config,
    threads: workers(options, days, WORTH_DAYS),
  };
  const from = coins.map((coin) => ({ file: coin.file, symbol: coin.symbol, coin }));
  return writeRowsOfCoins(io, options, all.columns, job, from, progress);
}
