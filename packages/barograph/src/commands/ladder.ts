/** `barograph ladder`: liquidation levels of a coin. */

import { ladderBinRow, ladderRow, type LadderWire } from '@barograph/contract';
import { ladderColumns, ladderOf, TRADER_CLASSES, type Ladder } from '@barograph/positioning';
import type { Command } from 'commander';
import { accountsOf, type Accounts, type AccountsFlags, withAccountsOptions } from '../accounts.ts';
import { CommandError, type Io } from '../io.ts';
import { blockFormat, writeBody, writeRow, writeRows } from '../output.ts';
import type { Row } from '../table.ts';
import { VIEWS } from '../terminal/views.ts';

interface LadderFlags extends AccountsFlags {
  readonly rows: 'last' | 'all';
  readonly symbol?: string;
  readonly out?: string;
}

const COLUMNS = ['symbol', 'group', ...ladderBinRow.columns];

/** Adds the command to the program. */
export function addLadder(program: Command, io: Io): void {
  withAccountsOptions(
    program
      .command('ladder')
      .summary('liquidation levels of a coin: notional by price, the flip, and the nearest levels')
      .description(
        'Reads the positions of accounts at a moment, as the command positioning does. A liquidation price that the file does ' +
          'not give is solved from the margin, where max_leverage (or tiers) and the equity of the account are there.',
      )
      .argument('<file>', 'JSON or Parquet, plain or gzip, or - for standard input')
      .option('--symbol <symbol>', 'the coin; may be left out for a file of one coin'),
    'the answer of the service, or a row per bin and group',
  )
    .addHelpText(
      'after',
      `
Examples:
  $ barograph ladder accounts.json --symbol BTC
  $ barograph ladder positions.parquet --symbol BTC --format json
  $ barograph ladder positions.parquet --symbol BTC --rows all --format csv --out bins.csv`,
    )
    .action(async (file: string, flags: LadderFlags) => runLadder(io, file, flags));
}

async function runLadder(io: Io, path: string, flags: LadderFlags): Promise<void> {
  const accounts = await accountsOf(io, path, flags);
  const { book, classes, asOf } = accounts;
  const ladder = ladderIn(accounts, flags.symbol);
  if (flags.rows === 'all') return writeRows(io, flags, COLUMNS, [...binRows(ladder)], VIEWS['ladder']);
  const row = ladderRow.encode({ ladder, classes, dropped: book.dropped, time: asOf, asOf });
  const format = blockFormat(flags.format);
  if (format === 'json') return writeBody(io, flags, [`${JSON.stringify(row, null, 2)}\n`]);
  if (format === 'ndjson') return writeBody(io, flags, [`${JSON.stringify(row)}\n`]);
  return writeRow(io, flags, summaryRow(row));
}

/** Ladder of the requested coin. @throws {CommandError} when it has no positions or no levels. */
export function ladderIn({ file, book, classes }: Accounts, symbol: string | undefined): Ladder {
  const coins = book.coins.filter((_, k) => book.starts[k]! < book.starts[k + 1]!);
  const coin = symbol ?? (coins.length === 1 ? coins[0]! : undefined);
  if (coin === undefined) {
    throw new CommandError(`--symbol: expected one of the ${coins.length} coins of ${file}, got none`);
  }
  const ladder = ladderOf(ladderColumns(book, classes), coin);
  if (!coins.includes(coin) || ladder === undefined) {
    throw new CommandError(`${file}: expected positions of ${coin}, got none`);
  }
  if (ladder.bins.length > 0) return ladder;
  throw new CommandError(`${file}: expected a liquidation level of ${coin} within 50 % of mark, got none`);
}

/** Summary without the bins, which are the rows of `--rows all`. */
function summaryRow(row: LadderWire): Row {
  const { symbol, timestamp, mark, flip, flip_directional: directional, levels, meta } = row;
  const { outside_usd: outside, total_usd: total, crossed_usd: crossed, unliquidatable_usd: none } = meta;
  const cells: Record<string, Row[string]> = {
    symbol,
    timestamp,
    mark,
    flip,
    flip_directional: directional,
    total_usd: total,
    crossed_usd: crossed,
    unliquidatable_usd: none,
    outside_usd: outside,
  };
  for (const { dist_pct: distance, total_usd: usd, side, n_accounts: accounts } of levels) {
    cells[`${distance < 0 ? '' : '+'}${distance} %`] = { side, total_usd: usd, n_accounts: accounts };
  }
  return cells;
}

function* binRows({ coin, bins, directional, byClass }: Ladder): Generator<Row> {
  const lists = [
    ['all', bins],
    ['directional', directional],
    ...TRADER_CLASSES.map((name) => [name, byClass[name]] as const),
  ] as const;
  for (const [group, list] of lists) {
    for (const bin of list) yield { symbol: coin, group, ...ladderBinRow.encode(bin) };
  }
}
