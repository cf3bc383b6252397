/** `barograph whales`: holdings of tracked accounts, and their largest coins. */

import { whalesRow, type WhalesRowWire } from '@barograph/contract';
import { whales, WHALES_V1 } from '@barograph/positioning';
import type { Command } from 'commander';
import { accountsOf, type AccountsFlags, withAccountsOptions } from '../accounts.ts';
import { CommandError, type Io } from '../io.ts';
import { blockFormat, writeBody, writeRow, writeRows } from '../output.ts';
import type { Row } from '../table.ts';
import { VIEWS } from '../terminal/views.ts';

interface WhalesFlags extends AccountsFlags {
  readonly rows: 'last' | 'all';
  readonly out?: string;
}

const COLUMNS = [
  'symbol',
  'long_usd',
  'short_usd',
  'net_usd',
  'gross_usd',
  'n_long',
  'n_short',
  'dominant_side',
  'directional_net_usd',
  'long_pct',
];

/** Adds the command to the program. */
export function addWhales(program: Command, io: Io): void {
  withAccountsOptions(
    program
      .command('whales')
      .summary('what large accounts hold: by class and tag, their bias, and their largest coins')
      .description(
        'Reads the positions of accounts at a moment, as the command positioning does. A file has only one moment, so the ' +
          'percentiles of 30 days are null.',
      )
      .argument('<file>', 'JSON or Parquet, plain or gzip, or - for standard input'),
    'the answer of the service, or a row per coin, also of those below its top',
  )
    .addHelpText(
      'after',
      `
Examples:
  $ barograph whales accounts.json
  $ barograph whales positions.parquet --format json
  $ barograph whales positions.parquet --rows all --format csv --out coins.csv`,
    )
    .action(async (file: string, flags: WhalesFlags) => runWhales(io, file, flags));
}

async function runWhales(io: Io, path: string, flags: WhalesFlags): Promise<void> {
  const { book, classes, asOf, file } = await accountsOf(io, path, flags);
  if (Number.isNaN(asOf)) throw new CommandError(`--at: expected the moment of the positions in ${file}, got none`);
  const isAll = flags.rows === 'all';
  const { initial, step } = whales(isAll ? { ...WHALES_V1, topCoins: book.coins.length } : WHALES_V1);
  const answer = whalesRow.encode(step(initial, { time: asOf, book, classes }).output);
  if (isAll) return writeRows(io, flags, COLUMNS, answer.top_coins.map(coinRow), VIEWS['whales']);
  const format = blockFormat(flags.format);
  if (format === 'json') return writeBody(io, flags, [`${JSON.stringify(answer, null, 2)}\n`]);
  if (format === 'ndjson') return writeBody(io, flags, [`${JSON.stringify(answer)}\n`]);
  return writeRow(io, flags, summaryRow(answer));
}

function coinRow(coin: WhalesRowWire['top_coins'][number]): Row {
  return Object.fromEntries(Object.entries(coin).filter(([column]) => COLUMNS.includes(column)));
}

/** Summary row with the holdings of each group and the net of the largest coins. */
function summaryRow({ summary, top_coins: coins, positions_as_of: asOf }: WhalesRowWire): Row {
  const { by_class: byClass, by_tag_usd: byTag, ...rest } = summary;
  return {
    positions_as_of: asOf,
    ...rest,
    ...byClass,
    ...byTag,
    top_net_usd: Object.fromEntries(coins.slice(0, 5).map(({ symbol, net_usd: net }) => [symbol, net])),
  };
}
