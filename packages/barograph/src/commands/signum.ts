/** `barograph signum`: the SIGNUM_RGG colour of a file of bars. */

import { encodeSignumRow } from '@barograph/contract';
import { candleColumns, candles, DAY_MS, INTERVALS, type Candles, type Interval } from '@barograph/core';
import { coinOfFile, symbolOf, type BarsFile } from '@barograph/files';
import {
  checkSignumConfig,
  isPegged,
  signum,
  SIGNUM_V1,
  signumRow,
  SOURCES,
  type SignumConfig,
  type SignumRow,
  type Source,
} from '@barograph/indicators';
import { Option, type Command } from 'commander';
import { configOf, momentOf } from '../engine-command.ts';
import { assertAligned, atInterval, closedBy, readInput, type IntervalBars } from '../input.ts';
import type { Io } from '../io.ts';
import { blockFormat, writeOutput, writeRows } from '../output.ts';
import { FORMATS, rowText, type Format, type Row } from '../table.ts';

/** Columns of `--rows all`. */
const BAR_COLUMNS = ['timestamp', 'adx', 'plus_di', 'minus_di', 'color', 'days_in_color'] as const;

/** What the flags say. */
export interface SignumOptions {
  readonly rows: 'last' | 'all';
  readonly format: Format;
  readonly source: Source;
  readonly interval?: Interval;
  readonly symbol?: string;
  readonly asOf?: number;
  readonly config?: string;
  readonly out?: string;
  readonly repair?: boolean;
}

/** Adds the command to the program. */
export function addSignum(program: Command, io: Io): void {
  program
    .command('signum')
    .summary('trend colour (red, grey, green) from ADX and the directional indicators')
    .description(
      'Scores a file of bars with SIGNUM_RGG. Reads CSV, NDJSON or Parquet, plain or gzip, with the columns\n' +
        'timestamp, open, high, low, close, volume; the format is told from the content.',
    )
    .argument('<file>', 'a file of bars, or - for standard input')
    .addOption(
      new Option('--rows <which>', 'the service row of the last bar, or a row per bar')
        .choices(['last', 'all'])
        .default('last'),
    )
    .addOption(
      new Option('--format <format>', 'table is for people, the others for programs').choices(FORMATS).default('table'),
    )
    .addOption(
      new Option('--interval <interval>', 'make longer bars first; incomplete ones are left out').choices(INTERVALS),
    )
    .option('--symbol <symbol>', 'symbol of the row (default: from the name of the file)')
    .addOption(new Option('--source <venue>', 'market of the row').choices(SOURCES).default('perpdex_perp'))
    .addOption(
      new Option(
        '--as-of <time>',
        'speak of this moment: only bars closed by then (default: the last close)',
      ).argParser(momentOf),
    )
    .option('--config <file>', 'JSON with fields of the config that differ, such as {"adx":{"seed":"talib"}}')
    .option('--out <file>', 'write a file instead of standard output')
    .option('--repair', 'sort, drop and mend bad bars (bars.v1) instead of refusing the file')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph signum BTC_1h.csv.gz --interval 1d
  $ barograph signum BTC_1d.csv --rows all --format csv --out scores.csv
  $ zcat BTC_1h.csv.gz | barograph signum - --interval 1d --format json`,
    )
    .action(async (file: string, options: SignumOptions) => runSignum(io, file, options));
}

/** Runs the command. @throws {CommandError} when the input or a flag is wrong. */
export async function runSignum(io: Io, file: string, options: SignumOptions): Promise<void> {
  const config = await configOf(SIGNUM_V1, checkSignumConfig, options.config);
  const { asOf } = options;
  const read = await readInput(io, file, options.repair === true);
  const input = asOf === undefined ? read : closedBy(read, asOf);
  const bars = atInterval(io, input, options.interval);
  if (options.rows === 'all') {
    await writeRows(io, options, BAR_COLUMNS, barRows(bars.bars, config));
    return;
  }
  const symbol = options.symbol ?? coinOfFile(symbolOf(input.file));
  const row = lastRow(input, bars, { symbol, source: options.source, asOf }, config);
  const format = blockFormat(options.format);
  await writeOutput(io, options.out, rowText(format, format === 'csv' ? withRange(row) : row));
}

function* barRows(bars: Candles, config: SignumConfig): Generator<Row> {
  const { adx, plusDi, minusDi, color, barsInColor } = signum(bars, config);
  const defined = (value: number): number | null => (Number.isNaN(value) ? null : value);
  for (let i = 0; i < bars.length; i++) {
    yield {
      timestamp: bars.time[i]!,
      adx: defined(adx[i]!),
      plus_di: defined(plusDi[i]!),
      minus_di: defined(minusDi[i]!),
      color: color[i]!,
      days_in_color: defined(barsInColor[i]!),
    };
  }
}

type About = Pick<SignumRow, 'symbol' | 'source'> & { readonly asOf: number | undefined };

function lastRow(input: BarsFile, bars: IntervalBars, about: About, config: SignumConfig): Row {
  const row = bars.interval === '1d' ? dailyRow(input, bars, about, config) : rowOfOtherBars(bars, about, config);
  return { timestamp: bars.bars.time[bars.bars.length - 1]!, ...encodeSignumRow(row) };
}

/** The row that the service answers with: hourly bars, where the file has them, give the live, intraday and 4h fields. */
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
 * The row of bars that are no days: the machine counts bars, and what compares days with hours is null. The engine
 * takes its bars for days; only the moment of the flip depends on their length, and is put right here.
 */
function rowOfOtherBars({ bars, step }: IntervalBars, about: About, config: SignumConfig): SignumRow {
  const asOf = closeOf(bars, DAY_MS);
  const row = signumRow({ ...about, hourly: candles(candleColumns(0)), daily: bars, asOf }, config);
  return { ...row, flippedAt: row.flippedAt === null ? null : row.flippedAt - DAY_MS + step };
}

function closeOf(bars: Candles, step: number): number {
  return bars.time[bars.length - 1]! + step;
}

/** The row with the columns that only grey rows have, last, so that every CSV has the same header. */
function withRange({ range_20d: range, ...row }: Row): Row {
  return { ...row, range_20d: range ?? { range_high: null, range_low: null, position: null } };
}
