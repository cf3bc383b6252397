/** `barograph flow`: taker flow of recorded trades, per minute and over windows. */

import { flowRow, universeFlowRow } from '@barograph/contract';
import { describeProblem, MINUTE_MS } from '@barograph/core';
import { coinOfFile, readTrades, readTradesStream, symbolOf, type TradesFile } from '@barograph/files';
import {
  checkTakerFlowConfig,
  cumulativeDelta,
  FLOW_WINDOWS,
  TAKER_FLOW_V1,
  takerMinutes,
  takerRows,
  universeFlow,
  type FlowWindow,
  type SealedMinute,
} from '@barograph/positioning';
import { Option, type Command } from 'commander';
import { COLUMNS_FLAG } from '../columns-flag.ts';
import { configOf } from '../engine-command.ts';
import { CommandError, say, type Io } from '../io.ts';
import { momentOf } from '../moment.ts';
import { blockFormat, writeRows } from '../output.ts';
import { createProgress } from '../progress.ts';
import type { Row } from '../table.ts';
import { addTable, type TableFlags } from '../table-options.ts';
import { symbolIn } from '../symbol-flag.ts';

interface FlowOptions extends TableFlags {
  readonly rows: 'last' | 'all';
  readonly window: FlowWindow;
  readonly symbol?: string;
  readonly config?: string;
  readonly out?: string;
  readonly from?: number;
  readonly to?: number;
  readonly repair?: boolean;
}

/** Minutes in ten years; a longer span means mixed time units. */
const MOST_MINUTES = 5_270_400;
/** Skipped rows reported individually; the rest are counted. */
const TOLD_ROWS = 5;

const WINDOW_COLUMNS = [...universeFlowRow.columns, 'window', 'as_of'] as const;

/** Adds the command to the program. */
export function addFlow(program: Command, io: Io): void {
  addTable(program.command('flow'), 'trades')
    .summary('taker flow of trades: buys and sells of aggressors, by the minute and over windows')
    .description(
      'Reads trades (CSV, JSON, NDJSON or Parquet with time, side, price, size, id, and coin where there are several, or as ' +
        'Binance, Bybit, OKX, freqtrade and tardis write them). The file is assumed to have all trades from its first to its last, ' +
        'or from --from to --to; minutes outside are partial and have no values.',
    )
    .argument('<file>', 'a file of trades, or - for standard input')
    .addOption(
      new Option('--rows <which>', 'a row per coin over the window before the end, or a row per minute and coin')
        .choices(['last', 'all'])
        .default('last'),
    )
    .addOption(
      new Option('--window <window>', 'window of --rows last').choices(Object.keys(FLOW_WINDOWS)).default('1h'),
    )
    .addOption(new Option('--from <time>', 'the file has all trades from here on').argParser(momentOf))
    .addOption(new Option('--to <time>', 'the file has all trades up to here').argParser(momentOf))
    .option(
      '--symbol <symbol>',
      'coin of a file without a column of coins (default: from the name of the file)',
      symbolIn,
    )
    .option('--config <file>', `JSON with fields of ${TAKER_FLOW_V1.version} that differ`)
    .option('--out <file>', 'write a file instead of standard output')
    .option('--repair', 'sort, and leave out bad rows and duplicates, instead of refusing a file')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph flow BTC_trades.csv.gz
  $ barograph flow BTC_trades.csv.gz --rows all --format csv --from 2024-01-01 --to 2024-01-02 --out flow.csv`,
    )
    .action(async (path: string, options: FlowOptions) => runFlow(io, path, options));
}

async function runFlow(io: Io, path: string, options: FlowOptions): Promise<void> {
  const config = await configOf(TAKER_FLOW_V1, checkTakerFlowConfig, options.config);
  const read = await readFile(io, path, options);
  const coin = options.symbol ?? (path === '-' ? 'stdin' : coinOfFile(symbolOf(path)));
  const minutes = takerMinutes(coin, read.trades, spanOf(read, options), config);
  if (options.rows === 'all') return writeRows(io, options, flowRow.columns, minuteRows(minutes, coinsOf(read, coin)));
  const rows = windowRows(minutes, options.window);
  blockFormat(options.format);
  return writeRows(io, options, WINDOW_COLUMNS, rows);
}

async function readFile(io: Io, path: string, { repair = false, columns }: FlowOptions): Promise<TradesFile> {
  const progress = createProgress(io, 'reading');
  const options = { repair, columns: columns?.trades, columnsFlag: COLUMNS_FLAG, onProgress: progress.report };
  const result = await (path === '-' ? readTradesStream(io.stdin, 'stdin', options) : readTrades(path, options));
  progress.stop();
  if (!result.ok) throw new CommandError(describeProblem(result.error));
  const { file, rows, repairs } = result.value;
  if (repairs !== undefined) {
    const { dropped, duplicates, reordered } = repairs;
    const order = reordered ? 'sorted' : 'in order';
    say(io, `${file}: ${rows} rows, ${order}; left out ${dropped.length} bad and ${duplicates} duplicate`);
    for (const problem of dropped.slice(0, TOLD_ROWS)) say(io, `  left out ${describeProblem({ ...problem, file })}`);
    if (dropped.length > TOLD_ROWS) say(io, `  and ${dropped.length - TOLD_ROWS} more`);
  }
  return result.value;
}

/** Span that the file covers completely. @throws {CommandError} when trades lie outside it, or it is too long. */
function spanOf({ file, trades: { time } }: TradesFile, { from = time[0]!, to = time.at(-1)! }: FlowOptions) {
  const [first, last] = [time[0]!, time.at(-1)!];
  const iso = (moment: number): string => new Date(moment).toISOString();
  if (from > first) throw new CommandError(`--from: expected at most the first trade, ${iso(first)}, got ${iso(from)}`);
  if (to < last) throw new CommandError(`--to: expected at least the last trade, ${iso(last)}, got ${iso(to)}`);
  const minutes = Math.ceil((to - from) / MINUTE_MS);
  if (minutes > MOST_MINUTES) {
    throw new CommandError(`${file}: expected trades within ${MOST_MINUTES} minutes, got times over ${minutes}`);
  }
  return { from, to };
}

function coinsOf({ trades }: TradesFile, coin: string): readonly string[] {
  return trades.coin === undefined ? [coin] : [...new Set(trades.coin)].sort();
}

function* minuteRows(minutes: readonly SealedMinute[], coins: readonly string[]): Generator<Row> {
  for (const coin of coins) {
    const rows = takerRows(minutes, coin, minutes.length);
    const { delta } = cumulativeDelta(rows);
    for (const [i, row] of rows.entries()) yield flowRow.encode({ row, delta: delta[i]! });
  }
}

/** @throws {CommandError} when no coin has a fill in a watched minute of the window. */
function windowRows(minutes: readonly SealedMinute[], window: FlowWindow): readonly Row[] {
  const flow = universeFlow(minutes, window);
  if (flow === undefined || flow.rows.length === 0) {
    throw new CommandError(`--window ${window}: expected a whole minute with trades in it, got none`);
  }
  return flow.rows.map((row) => ({ ...universeFlowRow.encode(row), window, as_of: flow.asOf }));
}
