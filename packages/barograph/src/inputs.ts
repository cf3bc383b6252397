/** Reads bars for a command: one file, standard input, or a folder with a file per coin. */

import { describeProblem } from '@barograph/core';
import { readBarsFolder, type BarsFile, type ReadBarsOptions, type ReadFolderOptions } from '@barograph/files';
import { stat } from 'node:fs/promises';
import { readBy, type ColumnsFlag } from './columns-flag.ts';
import { coinIn, readPanelInput, sayAssumed, sayPartial } from './input.ts';
import { CommandError, say, type Io } from './io.ts';
import { readers, type JobsFlag } from './jobs/flag.ts';
import { createProgress, FILES } from './progress.ts';
import { sayQuality } from './quality-note.ts';

/** Result of reading the inputs. */
export interface Inputs {
  /** True when the input may hold any number of coins: a folder, or a long file. */
  readonly isFolder: boolean;
  /** At least one file; a folder's files are in name order. */
  readonly files: readonly CoinFile[];
}

/** Bars of a coin. */
export interface CoinFile extends BarsFile {
  readonly coin: string;
}

/** Options for reading bars. */
export interface InputsOptions extends Pick<ReadBarsOptions, 'repair' | 'interval' | 'intervalFlag'>, JobsFlag {
  /** Whether the command has a `--repair` flag. @default true */
  readonly canRepair?: boolean;
  /** Skips and reports unreadable files of a folder. */
  readonly skipBad?: boolean;
  /** Lists every quality finding. */
  readonly quality?: boolean;
  /** Column names of the files. */
  readonly columns?: ColumnsFlag | undefined;
}

/** Reads a file, standard input for `-`, or a folder. @throws {CommandError} when a file cannot be read. */
export async function readInputs(io: Io, path: string, options: InputsOptions): Promise<Inputs> {
  const { repair = false, skipBad = false, quality = false, interval, intervalFlag, columns } = options;
  const repairFlag = options.canRepair === false ? undefined : '--repair';
  const how = { repair, repairFlag, interval, intervalFlag, ...readBy(columns) };
  if (path !== '-' && (await isFolder(path))) {
    const files = await readFolder(io, path, { ...how, skipBad, atATime: readers(options) });
    sayQuality(io, path, files, quality);
    return { isFolder: true, files: files.map((file) => ({ ...file, coin: coinIn(file, false) })) };
  }
  const files = await readPanelInput(io, path, how);
  sayQuality(io, files[0]!.file, files, quality);
  const isPanel = files.length > 1;
  return { isFolder: isPanel, files: files.map((file) => ({ ...file, coin: coinIn(file, isPanel) })) };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false; // the file reader reports the error
  }
}

async function readFolder(io: Io, path: string, how: ReadFolderOptions): Promise<readonly BarsFile[]> {
  const progress = createProgress(io, 'reading', FILES);
  const result = await readBarsFolder(path, { ...how, onProgress: progress.report });
  progress.stop();
  if (!result.ok) throw new CommandError(describeProblem(result.error));
  const { files, ignored, bad } = result.value;
  for (const problem of bad) say(io, `left out ${describeProblem(problem)}`);
  if (ignored.length > 0) say(io, `${path}: ignored ${ignored.join(', ')}`);
  sayAssumed(io, path, files);
  for (const file of files) sayPartial(io, file);
  return files;
}
