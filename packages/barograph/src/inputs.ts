/** Files of bars for a command: one file, standard input, or a folder with a file for each coin. */

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
  /** Whether there may be any number of coins: a folder, or a long file of several. */
  readonly isFolder: boolean;
  /** Of a folder in the order of the names; at least one. */
  readonly files: readonly CoinFile[];
}

/** Bars, and the coin that they are of. */
export interface CoinFile extends BarsFile {
  readonly coin: string;
}

/** Options for reading bars. */
export interface InputsOptions extends Pick<ReadBarsOptions, 'repair' | 'interval' | 'intervalFlag'>, JobsFlag {
  /** Whether the command has a flag `--repair`; it has unless stated. */
  readonly canRepair?: boolean;
  /** Leaves out the unreadable files of a folder, and reports them. */
  readonly skipBad?: boolean;
  /** Lists every finding about the bars. */
  readonly quality?: boolean;
  /** Names of the columns of the files. */
  readonly columns?: ColumnsFlag | undefined;
}

/** Reads a file, standard input for `-`, or a folder. @throws {CommandError} for what cannot be read. */
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
    return false; // the reader of the file says what is wrong
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
