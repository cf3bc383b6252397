/** Reads the bars of a picture, cut at a moment and resampled. */

import type { Candles, Interval } from '@barograph/core';
import { coinOfFile, symbolOf } from '@barograph/files';
import type { Command } from 'commander';
import { QUALITY_FLAG } from '../quality-note.ts';
import { addColumns, type ColumnsFlag } from '../columns-flag.ts';
import { atInterval, closedBy } from '../input.ts';
import { readInputs } from '../inputs.ts';
import { CommandError, type Io } from '../io.ts';
import { addMoment, momentIn, type MomentOptions } from '../moment.ts';
import { symbolIn } from '../symbol-flag.ts';

export interface BarsFlags extends MomentOptions {
  readonly symbol?: string;
  readonly repair?: boolean;
  readonly quality?: boolean;
  readonly columns?: ColumnsFlag;
}

/** Adds the bars argument and its flags. */
export function withBars(command: Command, expected: string): Command {
  command
    .argument('<file>', `${expected}, or - for standard input`)
    .option('--symbol <symbol>', 'name in the title (default: from the name of the file)', symbolIn)
    .option('--repair', 'sort, drop and correct bad bars (rules bars.v1) instead of refusing the file')
    .option(...QUALITY_FLAG);
  addColumns(command, 'mapping');
  return addMoment(command, 'compute for this moment, from bars closed by then (default: the last close)');
}

/** Reads the bars. @throws {CommandError} when the file cannot be read, or is a folder. */
export async function barsOf(
  io: Io,
  path: string,
  flags: BarsFlags,
  interval: Interval | undefined,
): Promise<{ readonly symbol: string; readonly bars: Candles; readonly step: number }> {
  const { repair = false, quality = false, columns } = flags;
  const { isFolder, files } = await readInputs(io, path, { repair, quality, columns, intervalFlag: '--interval' });
  if (isFolder) throw new CommandError(`${path}: expected a file of bars, got a folder`);
  const at = momentIn(flags);
  const file = at === undefined ? files[0]! : closedBy(files[0]!, at);
  const { bars, step } = atInterval(io, file, interval);
  return { symbol: flags.symbol ?? coinOfFile(symbolOf(file.file)), bars, step };
}
