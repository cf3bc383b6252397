/** `barograph unlocks`: upcoming cliff unlocks with dates. */

import { isNamed, unlockRow } from '@barograph/contract';
import { unlockCalendar } from '@barograph/stress';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Io } from '../io.ts';
import { writeRows } from '../output.ts';
import { referenceAt, withReferenceOptions, type ReferenceFlags } from '../reference.ts';
import { addTable, type TableFlags } from '../table-options.ts';
import { VIEWS } from '../terminal/views.ts';

interface UnlocksFlags extends ReferenceFlags, TableFlags {
  readonly windowDays: number;
  readonly symbol?: string;
  readonly out?: string;
}

/** Longest window, days; the service allows 35. */
const LONGEST = 3650;

function days(text: string): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  if (!(value >= 1 && value <= LONGEST)) throw new InvalidArgumentError(`expected a whole number within 1…${LONGEST}.`);
  return value;
}

/** Adds the command to the program. */
export function addUnlocks(program: Command, io: Io): void {
  withReferenceOptions(
    addTable(program.command('unlocks'), 'shown')
      .summary('dated cliffs of token unlocks ahead')
      .description(
        'Tranches of one UTC day are summed, steady emission is left out; the rows are those of GET /supply/unlocks. USD and\n' +
          'share of float are those of the table of coins, not of the day of the unlock.',
      ),
  )
    .addOption(new Option('--window-days <n>', 'UTC days after the moment').argParser(days).default(30))
    .option('--symbol <name>', 'a ticker or an id')
    .option('--out <file>', 'write a file instead of standard output')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph unlocks --reference data/ --at 2026-04-10
  $ barograph unlocks --reference data/ --symbol ARB --window-days 35 --format json
  $ barograph unlocks --reference data/ --symbol ARB --at 2024-03-10 --hindsight`,
    )
    .action(async (flags: UnlocksFlags) => runUnlocks(io, flags));
}

async function runUnlocks(io: Io, flags: UnlocksFlags): Promise<void> {
  const { coins, schedules, asOf } = await referenceAt(io, flags);
  const rows = unlockCalendar(coins, schedules, asOf, flags.windowDays)
    .map((unlock) => unlockRow.encode({ ...unlock, perp: null }))
    .filter((row) => flags.symbol === undefined || isNamed(row, flags.symbol));
  await writeRows(io, flags, unlockRow.columns, rows, VIEWS['unlocks']);
}
