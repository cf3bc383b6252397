/** `barograph float`: coins ranked by the smallest circulating share of supply. */

import { filteredFloats, floatRowRecord, supplyBoard } from '@barograph/contract';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Io } from '../io.ts';
import { writeRows } from '../output.ts';
import { referenceAt, withReferenceOptions, type ReferenceFlags } from '../reference.ts';
import { flatRow } from '../table.ts';
import { addTable, type TableFlags } from '../table-options.ts';
import { VIEWS } from '../terminal/views.ts';

interface FloatFlags extends ReferenceFlags, TableFlags {
  readonly minMarketCap: number;
  readonly minLockedUsd: number;
  readonly maxFloatPct: number;
  readonly symbol?: string;
  readonly limit: number;
  readonly out?: string;
}

/** Table columns; the next unlock is split into its day and size. */
const COLUMNS: readonly string[] = floatRowRecord.columns.flatMap((column) =>
  column === 'next_unlock' ? ['date', 'tokens', 'usd', 'pct_of_float'].map((name) => `next_unlock.${name}`) : [column],
);

function amount(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= 0 && value <= most)) {
      throw new InvalidArgumentError(most === Infinity ? 'expected a number from 0 on.' : `expected 0…${most}.`);
    }
    return value;
  };
}

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 1 on.');
  return Number(text);
}

/** Adds the command to the program. */
export function addFloat(program: Command, io: Io): void {
  withReferenceOptions(
    addTable(program.command('float'), 'shown', true)
      .summary('coins by how little of their supply circulates')
      .description(
        'float_pct is circulating over maximum supply when that is capped, else over total supply; the rows are those of\n' +
          'GET /supply/float. Coins without a float are last.',
      ),
  )
    .addOption(
      new Option('--min-market-cap <usd>', 'minimum market cap; 0 for all coins')
        .argParser(amount(Infinity))
        .default(5e8),
    )
    .addOption(new Option('--min-locked-usd <usd>', 'minimum locked value').argParser(amount(Infinity)).default(0))
    .addOption(new Option('--max-float-pct <fraction>', 'maximum float').argParser(amount(1)).default(1))
    .option('--symbol <name>', 'a ticker or an id')
    .addOption(new Option('--limit <n>', 'maximum number of rows').argParser(count).default(250))
    .option('--out <file>', 'write a file instead of standard output')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph float --reference data/
  $ barograph float --reference data/ --min-market-cap 0 --max-float-pct 0.2 --format csv
  $ barograph float --reference data/ --symbol ARB --at 2026-01-29 --format json`,
    )
    .action(async (flags: FloatFlags) => runFloat(io, flags));
}

async function runFloat(io: Io, flags: FloatFlags): Promise<void> {
  const { coins, schedules, asOf } = await referenceAt(io, flags);
  const { rows } = supplyBoard(coins, schedules, asOf);
  const passing = filteredFloats(rows, {
    min_market_cap: flags.minMarketCap,
    min_locked_usd: flags.minLockedUsd,
    max_float_pct: flags.maxFloatPct,
    symbol: flags.symbol,
  });
  const shown = passing.slice(0, flags.limit);
  const isWhole = flags.format === 'json' || flags.format === 'ndjson';
  await writeRows(io, flags, COLUMNS, isWhole ? shown : shown.map(flatRow), VIEWS['float']);
}
