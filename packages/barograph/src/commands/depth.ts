/** `barograph depth`: depth, spread and imbalance of one order book. */

import { depthRow } from '@barograph/contract';
import { describeProblem } from '@barograph/core';
import { coinOfFile, readBook, readBookStream, type BookFile } from '@barograph/files';
import { depth, type BookDepth } from '@barograph/stress';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { basename } from 'node:path';
import { CommandError, type Io } from '../io.ts';
import { blockFormat, writeBody, writeRow, writeRows } from '../output.ts';
import type { Row } from '../table.ts';
import { addTable, type TableFlags } from '../table-options.ts';
import { symbolIn } from '../symbol-flag.ts';

/** Parsed flags. */
interface DepthFlags extends TableFlags {
  readonly rows: 'last' | 'all';
  readonly symbol?: string;
  readonly mid?: number;
  readonly grid?: number;
  readonly out?: string;
}

const COLUMNS = ['side', 'band_bps', 'depth_usd', 'truncated'];

/** Adds the command to the program. */
export function addDepth(program: Command, io: Io): void {
  addTable(program.command('depth'), 'shown')
    .summary('depth of an order book within 10, 25, 50 and 100 bps of mid, spread and imbalance')
    .description(
      'Reads a snapshot of a book in JSON, {"bids": [[price, size], …], "asks": …} or {"levels": [[{"px", "sz"}, …], …]}, ' +
        'best level first. A book that is crossed, one-sided or out of order is refused with exit code 2.',
    )
    .argument('<file>', 'JSON, plain or gzip, or - for standard input')
    .addOption(
      new Option('--rows <which>', 'the row of the service, or a row per side and band')
        .choices(['last', 'all'])
        .default('last'),
    )
    .option('--symbol <symbol>', 'symbol of the row (default: of the file, or from its name)', symbolIn)
    .addOption(new Option('--mid <price>', 'measure from this mid, of a finer book').argParser(amount))
    .addOption(
      new Option('--grid <step>', 'price step of an aggregated book: narrower bands are null').argParser(amount),
    )
    .option('--out <file>', 'write a file instead of standard output')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph depth book.json
  $ barograph depth book.json --format json
  $ barograph depth book.json --rows all --format csv --out depth.csv`,
    )
    .action(async (file: string, flags: DepthFlags) => runDepth(io, file, flags));
}

/** @throws {InvalidArgumentError} unless the text is a number above 0. */
function amount(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < Infinity)) throw new InvalidArgumentError('expected a number > 0.');
  return value;
}

async function runDepth(io: Io, path: string, flags: DepthFlags): Promise<void> {
  const { mid, grid } = flags;
  const read = await (path === '-' ? readBookStream(io.stdin, 'stdin') : readBook(path));
  if (!read.ok) throw new CommandError(describeProblem(read.error));
  const options = { ...(mid === undefined ? {} : { mid }), ...(grid === undefined ? {} : { grid }) };
  const measured = depth(read.value.book, options);
  if (!measured.ok) throw new CommandError(describeProblem({ ...measured.error, file: read.value.file }));
  if (flags.rows === 'all') return writeRows(io, flags, COLUMNS, [...bandRows(measured.value)]);
  const row = depthRow.encode({
    symbol: flags.symbol ?? symbolOf(read.value),
    time: read.value.time,
    depth: measured.value,
    openInterestUsd: null,
  });
  const text = blockFormat(flags.format);
  if (text === 'json') return writeBody(io, flags, [`${JSON.stringify(row, null, 2)}\n`]);
  if (text === 'ndjson') return writeBody(io, flags, [`${JSON.stringify(row)}\n`]);
  const { levels_truncated: truncated, ...rest } = row;
  const { bid, ask } = truncated;
  return writeRow(io, flags, { ...rest, 'levels_truncated.bid': bid, 'levels_truncated.ask': ask });
}

function symbolOf({ symbol, file }: BookFile): string {
  return symbol ?? coinOfFile(basename(file).replace(/\.json(?:\.gz)?$/i, ''));
}

function* bandRows({ bandsBps, bids, asks }: BookDepth): Generator<Row> {
  for (const [side, { notional, truncated }] of [
    ['bid', bids],
    ['ask', asks],
  ] as const) {
    for (const [i, band] of bandsBps.entries()) {
      yield { side, band_bps: band, depth_usd: notional[i] ?? null, truncated: truncated[i] ?? null };
    }
  }
}
