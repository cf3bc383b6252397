/** `barograph positioning`: long and short notional per coin and trader class. */

import { holdingRow, positioningAnswer, type PositioningWire } from '@barograph/contract';
import { split, TRADER_CLASSES, TRADER_TAGS, type CoinSplit } from '@barograph/positioning';
import type { Command } from 'commander';
import { accountsOf, withAccountsOptions, type AccountsFlags } from '../accounts.ts';
import { CommandError, type Io } from '../io.ts';
import { blockFormat, writeBody, writeRows } from '../output.ts';
import type { Cell, Row } from '../table.ts';
import { VIEWS } from '../terminal/views.ts';

interface PositioningFlags extends AccountsFlags {
  readonly rows: 'last' | 'all';
  readonly symbol?: string;
  readonly out?: string;
}

const COLUMNS = ['coin', 'group', ...holdingRow.columns];
const NETS = TRADER_CLASSES.map((name) => `${name}.net_usd`);

/** Adds the command to the program. */
export function addPositioning(program: Command, io: Io): void {
  withAccountsOptions(
    program
      .command('positioning')
      .summary('longs and shorts of each coin by market makers, whales and others')
      .description(
        'Reads the positions of accounts at a moment (JSON or Parquet, a row per position: address, coin, size, entry, mark ' +
          'or notional, and where known equity, leverage, margin_mode, margin, liquidation). Classes are those that the rules ' +
          'give at that moment; the service changes one after six cycles.',
      )
      .argument('<file>', 'JSON or Parquet, plain or gzip, or - for standard input')
      .option('--symbol <symbols>', 'only these coins, separated by commas'),
    'the answer of the service, or a row per coin and group',
  )
    .addHelpText(
      'after',
      `
Examples:
  $ barograph positioning accounts.json
  $ barograph positioning positions.parquet --symbol BTC,ETH --format json
  $ barograph positioning positions.parquet --rows all --format csv --out splits.csv`,
    )
    .action(async (file: string, flags: PositioningFlags) => runPositioning(io, file, flags));
}

async function runPositioning(io: Io, path: string, flags: PositioningFlags): Promise<void> {
  const { book, classes, asOf, file } = await accountsOf(io, path, flags);
  const splits = split(book, classes);
  const symbols = flags.symbol?.split(',').map((name) => name.trim()) ?? splits.map(({ coin }) => coin);
  // As in the service, coins without positions are absent.
  const found = splits.filter(({ coin }) => symbols.includes(coin));
  if (found.length === 0) throw new CommandError(`${file}: expected positions of ${symbols.join(', ')}, got none`);
  if (flags.rows === 'all') return writeRows(io, flags, COLUMNS, [...groupRows(found)], VIEWS['positioning_groups']);
  const format = blockFormat(flags.format);
  if (format !== 'json' && format !== 'ndjson') {
    return writeRows(io, flags, ['coin', ...holdingRow.columns, ...NETS], found.map(coinRow), VIEWS['positioning']);
  }
  const answer = positioningAnswer.encode({ book, classes, asOf });
  const coins = Object.entries(answer.coins).filter(([coin]) => symbols.includes(coin));
  const body: PositioningWire = { ...answer, coins: Object.fromEntries(coins) };
  return writeBody(io, flags, [`${format === 'json' ? JSON.stringify(body, null, 2) : JSON.stringify(body)}\n`]);
}

/** Table row of a coin: all holders, and the net per class. */
function coinRow({ coin, all, byClass }: CoinSplit): Row {
  const row: Record<string, Cell> = { coin, ...holdingRow.encode(all) };
  for (const [i, name] of TRADER_CLASSES.entries()) row[NETS[i]!] = byClass[name].net;
  return row;
}

function* groupRows(splits: readonly CoinSplit[]): Generator<Row> {
  for (const { coin, all, byClass, byTag } of splits) {
    for (const name of TRADER_CLASSES) yield { coin, group: name, ...holdingRow.encode(byClass[name]) };
    yield { coin, group: 'all', ...holdingRow.encode(all) };
    for (const name of TRADER_TAGS) yield { coin, group: name, ...holdingRow.encode(byTag[name]) };
  }
}
