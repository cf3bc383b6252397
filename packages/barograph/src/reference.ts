/** Reads the reference folder of `float` and `unlocks` at a moment. */

import { describeProblem } from '@barograph/core';
import { readReference } from '@barograph/files';
import { coinOfProtocol, coinTable, type CoinTable, type UnlockSchedule } from '@barograph/stress';
import type { Command } from 'commander';
import { CommandError, say, type Io } from './io.ts';
import { addMoment, momentIn, type MomentOptions } from './moment.ts';

export interface ReferenceFlags extends MomentOptions {
  /** Required, but checked by hand for a message that explains the folder. */
  readonly reference?: string;
  readonly hindsight?: boolean;
}

/** Reference data known at a moment. */
export interface ReferenceAt extends CoinTable {
  readonly schedules: readonly UnlockSchedule[];
  /** Epoch ms. */
  readonly asOf: number;
}

/** Adds the flags. */
export function withReferenceOptions(command: Command): Command {
  return addMoment(
    command
      .option(
        '--reference <folder>',
        'CSV files of coins and unlock schedules, also in market/ and events/ in it; required',
      )
      .option('--hindsight', 'also use coins and schedules that became known after the moment; not a replay'),
    'compute for this moment, from tables and schedules that were known by then (default: the newest of them)',
  );
}

/**
 * Reads the table and schedules known at the requested moment; the newest of each without one.
 *
 * @throws {CommandError} when the folder cannot be read, or nothing was known at the moment.
 */
export async function referenceAt(io: Io, flags: ReferenceFlags): Promise<ReferenceAt> {
  const { reference: folder, hindsight = false } = flags;
  if (folder === undefined) throw new CommandError('--reference: expected a folder of reference data, got nothing');
  const read = await readReference(folder, undefined, Date.now());
  if (!read.ok) throw new CommandError(describeProblem(read.error));
  const { tables, schedules, badRows } = read.value;
  const newest = Math.max(...[...tables, ...schedules].map(({ knownAt }) => knownAt));
  const asOf = momentIn(flags) ?? newest;
  const table = tables.findLast(({ knownAt }) => knownAt <= asOf) ?? (hindsight ? tables[0] : undefined);
  if (table === undefined) {
    const first =
      tables[0] === undefined ? 'none' : `the first, known from ${new Date(tables[0].knownAt).toISOString()} on`;
    throw new CommandError(`--at: expected a moment at which a table of coins was known, got ${first}`);
  }
  if (badRows > 0) say(io, `${folder}: left out ${badRows} rows of schedules with numbers that cannot be`);
  const built = coinTable(table.rows);
  for (const [reason, count] of Object.entries(built.faults)) say(io, `${folder}: ${reason} in ${count} rows of coins`);
  const known = schedules.map(({ protocol, knownAt, ...rest }) => ({
    ...rest,
    coin: coinOfProtocol(protocol),
    knownAt: hindsight ? Math.min(knownAt, asOf) : knownAt,
  }));
  return { ...built, schedules: known, asOf };
}
