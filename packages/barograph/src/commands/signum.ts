/** `barograph signum`: SIGNUM_RGG colour of bars. */

import { encodeSignumRow } from '@barograph/contract';
import { candleColumns, candles, DAY_MS, INTERVALS, type Candles, type Interval } from '@barograph/core';
import type { BarsFile } from '@barograph/files';
import {
  checkSignumConfig,
  isPegged,
  SIGNUM_V2,
  signumRow,
  SOURCES,
  type SignumConfig,
  type SignumRow,
  type Source,
} from '@barograph/indicators';
import { Option, type Command } from 'commander';
import { QUALITY_FLAG } from '../quality-note.ts';
import { columnRows } from '../column-rows.ts';
import { configOf } from '../engine-command.ts';
import { assertAligned, atInterval, closedBy, type IntervalBars } from '../input.ts';
import { readInputs, type InputsOptions } from '../inputs.ts';
import { say, type Io } from '../io.ts';
import { addJobs, workers } from '../jobs/flag.ts';
import { writeRowsOfCoins } from '../jobs/run.ts';
import { addMoment, momentIn, type MomentOptions } from '../moment.ts';
import { addTimes, blockFormat, isHuman, writeRow, writeRows } from '../output.ts';
import { COINS, createProgress } from '../progress.ts';
import { flatRow, type Row } from '../table.ts';
import { TREND } from '../terminal/fields.ts';
import { lastCloses } from '../terminal/trend.ts';
import { isWatched } from '../terminal/terminal.ts';
import { VIEWS } from '../terminal/views.ts';
import { addTable, type TableFlags } from '../table-options.ts';
import { barParts, signumWork } from './signum-bars.ts';
import { symbolIn } from '../symbol-flag.ts';

/** Columns of `--rows all`. */
const BAR_COLUMNS = ['timestamp', 'adx', 'plus_di', 'minus_di', 'color', 'days_in_color', 'close'] as const;

/** Parsed flags. */
export interface SignumOptions extends InputsOptions, MomentOptions, TableFlags {
  readonly rows: 'last' | 'all';
  readonly source: Source;
  readonly interval?: Interval;
  readonly symbol?: string;
  readonly config?: string;
  readonly out?: string;
}

/** Adds the command to the program. */
export function addSignum(program: Command, io: Io): void {
  const command = addTable(program.command('signum'), 'both');
  command
    .summary('trend colour (red, grey, green) from ADX and the directional indicators')
    .description(
      'Scores a file of bars with SIGNUM_RGG. Reads CSV, NDJSON or Parquet, plain or gzip, with the columns ' +
        'timestamp, open, high, low, close, volume; the format is recognised from the content.',
    )
    .argument('<path>', 'a file of bars, a folder with a file for each symbol, or - for standard input')
    .addOption(
      new Option('--rows <which>', 'the service row of the last bar, or a row per bar')
        .choices(['last', 'all'])
        .default('last'),
    )
    .addOption(
      new Option(
        '--interval <interval>',
        'build longer bars first, without incomplete ones; required when bars are far apart',
      ).choices(INTERVALS),
    )
    .option('--symbol <symbol>', 'symbol of a single file (default: from the name of the file)', symbolIn)
    .addOption(new Option('--source <venue>', 'market of the row').choices(SOURCES).default('perpdex_perp'))
    .option('--config <file>', 'JSON file with the fields of the config to change, such as {"adx":{"seed":"talib"}}')
    .option('--out <file>', 'write a file instead of standard output')
    .option('--repair', 'sort, drop and correct bad bars (rules bars.v1) instead of refusing the file')
    .option(...QUALITY_FLAG)
    .option('--skip-bad', 'leave out files of a folder that cannot be read, and list them')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph signum BTCUSDT.csv.gz --interval 1d
  $ barograph signum bars/ --interval 1d --format csv
  $ barograph signum BTC_1d.csv --rows all --format csv --out scores.csv
  $ zcat BTCUSDT.csv.gz | barograph signum - --interval 1d --format json --symbol BTC`,
    )
    .action(async (path: string, options: SignumOptions) => runSignum(io, path, options));
  addJobs(addTimes(command));
  addMoment(command, 'compute for this moment, from bars closed by then (default: the last close)');
}

/** A file cut at the requested moment, and its bars at the requested interval. */
interface Scored {
  readonly input: BarsFile;
  readonly bars: IntervalBars;
  readonly symbol: string;
}

/** Runs the command. @throws {CommandError} when the input or a flag is wrong. */
export async function runSignum(io: Io, path: string, options: SignumOptions): Promise<void> {
  const config = await configOf(SIGNUM_V2, checkSignumConfig, options.config);
  const { isFolder, files } = await readInputs(io, path, { ...options, intervalFlag: '--interval' });
  const moment = momentIn(options);
  const scored = files.map((file): Scored => {
    const input = moment === undefined ? file : closedBy(file, moment);
    const symbol = isFolder ? file.coin : (options.symbol ?? file.coin);
    return { input, symbol, bars: atInterval(io, input, options.interval) };
  });
  warnOfUnits(io, path, scored, options.interval);
  if (options.rows === 'all') {
    if (!isFolder) return writeRows(io, options, BAR_COLUMNS, columnRows(barParts(scored[0]!.bars.bars, config)));
    return writeFolder(io, options, scored, config);
  }
  const format = blockFormat(options.format);
  const isJson = format === 'json' || format === 'ndjson';
  // Rows of a folder share one moment: a coin that ended earlier is stale.
  const last = Math.max(...scored.map(({ input, bars: { step } }) => closeOf(input.candles, input.step ?? step)));
  const asOf = moment ?? (isFolder ? last : undefined);
  const rows = scored.map(({ input, bars, symbol }) => {
    const row = lastRow(input, bars, { symbol, source: options.source, asOf }, config);
    return format === 'csv' || (isFolder && !isJson) ? withRange(row) : row;
  });
  if (!isFolder) return writeRow(io, options, rows[0]!);
  const flat = rows.map(flatRow);
  const shown = isJson ? rows.map((row) => flatRow(withRange(row))) : flat;
  const columns = [...new Set(shown.flatMap(Object.keys))];
  if (isJson || !isHuman(io, options)) return writeRows(io, options, columns, isJson ? rows : flat);
  return writeRows(
    io,
    options,
    columns,
    flat.map((row, i) => ({ ...row, [TREND]: lastCloses(scored[i]!.bars.bars) })),
    VIEWS['signum'],
  );
}

/** Warns that "days" fields count bars when the bars are not days and `--interval` is absent. */
function warnOfUnits(io: Io, path: string, scored: readonly Scored[], interval: Interval | undefined): void {
  if (interval !== undefined) return;
  const units = new Set(scored.map(({ bars }) => bars.interval).filter((unit) => unit !== '1d'));
  if (units.size === 0) return;
  const counted = [...units]
    .map((unit) => (unit === '1h' ? 'hours' : `bars of ${unit ?? 'another step'}`))
    .join(' and ');
  say(io, `${path}: days_in_color counts ${counted}, for the bars are scored as they are; --interval 1d makes days`);
}

/** Minimum bars for threads. */
const WORTH_BARS = 2_000_000;

async function writeFolder(
  io: Io,
  options: SignumOptions,
  scored: readonly Scored[],
  config: SignumConfig,
): Promise<void> {
  const bars = scored.reduce((sum, scored) => sum + scored.bars.bars.length, 0);
  const threads = workers(options, bars, WORTH_BARS);
  const job = { name: 'signum rows', work: signumWork, settings: config, threads } as const;
  const coins = scored.map((scored) => ({ file: scored.input.file, symbol: scored.symbol, coin: scored.bars.bars }));
  const watched = { ...io, isTerminal: io.isTerminal && !isWatched(io) };
  const progress = createProgress(watched, 'computing', COINS);
  await writeRowsOfCoins(io, options, BAR_COLUMNS, job, coins, progress);
  progress.stop();
}

type About = Pick<SignumRow, 'symbol' | 'source'> & { readonly asOf: number | undefined };

function lastRow(input: BarsFile, bars: IntervalBars, about: About, config: SignumConfig): Row {
  const row = bars.interval === '1d' ? dailyRow(input, bars, about, config) : rowOfOtherBars(bars, about, config);
  return { timestamp: bars.bars.time[bars.bars.length - 1]!, ...encodeSignumRow(row) };
}

/** Row as the service answers it; hourly bars, when present, give the live, intraday and 4h fields. */
function dailyRow(input: BarsFile, { bars, step }: IntervalBars, about: About, config: SignumConfig): SignumRow {
  const pegged = isPegged(about.symbol, bars);
  const { candles: all, interval } = input;
  if (interval !== '1h') {
    const asOf = about.asOf ?? closeOf(bars, step);
    return signumRow({ ...about, hourly: candles(candleColumns(0)), daily: bars, asOf, pegged }, config);
  }
  assertAligned(input, interval);
  return signumRow({ ...about, hourly: all, asOf: about.asOf ?? closeOf(all, input.step!), pegged }, config);
}

/**
 * Row for bars other than days. Fields that compare days with hours are null. The engine treats bars as days; only the
 * time of the flip depends on bar length, and is corrected here.
 */
function rowOfOtherBars({ bars, step }: IntervalBars, about: About, config: SignumConfig): SignumRow {
  const asOf = closeOf(bars, DAY_MS);
  const row = signumRow({ ...about, hourly: candles(candleColumns(0)), daily: bars, asOf }, config);
  return { ...row, flippedAt: row.flippedAt === null ? null : row.flippedAt - DAY_MS + step };
}

function closeOf(bars: Candles, step: number): number {
  return bars.time[bars.length - 1]! + step;
}

/** Moves the columns of grey rows to the end, so that every CSV has the same header; formats breaks as text. */
function withRange({ range_20d: range, quality, ...row }: Row): Row {
  const words = Array.isArray(quality) ? { quality: quality.join(' ') } : {};
  return { ...row, ...words, range_20d: range ?? { range_high: null, range_low: null, position: null } };
}
