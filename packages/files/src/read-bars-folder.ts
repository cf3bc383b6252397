/** Reads a folder of bar files, one symbol each. */

import { err, integerAtLeast, ok, type DataProblem, type Result } from '@barograph/core';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import { coinOfFile, symbolOf } from './coin-name.ts';
import { readBars } from './read-bars.ts';
import { specialFile } from './special-file.ts';

/** Names of bar files; the format is detected from the content. */
const BAR_FILE = /\.(?:csv|json|ndjson|jsonl|parquet)(?:\.gz)?$/i;

/** Files read concurrently, each in a worker thread. */
const AT_A_TIME = 3;

/** File of a folder with its symbol, derived from the name. */
export interface SymbolBars extends BarsFile {
  readonly symbol: string;
}

/** Parsed folder. */
export interface BarsFolder {
  readonly folder: string;
  /** Files ordered by name. */
  readonly files: readonly SymbolBars[];
  /** Other names in the folder, including subfolders; ascending. */
  readonly ignored: readonly string[];
  /** Problems of skipped files, by file name; empty without `skipBad`. */
  readonly bad: readonly DataProblem[];
}

/** Options for reading a folder. */
export interface ReadFolderOptions extends Omit<ReadBarsOptions, 'onProgress'> {
  /** Whether unreadable files are skipped and reported as `bad`, instead of refusing the folder. */
  readonly skipBad?: boolean;
  /** Files read concurrently, each in a worker thread; does not affect the result. @default 3 */
  readonly atATime?: number;
  /** Progress callback after each file: number of files read so far. */
  readonly onProgress?: (filesRead: number, filesTotal: number) => void;
}

/**
 * Reads every bar file of a folder (`.csv`, `.json`, `.ndjson`, `.jsonl`, `.parquet`, also `.gz`); skips subfolders and
 * JSON that is not a list.
 *
 * Each is read like {@link readBars}: in a worker thread, with a deadline.
 *
 * @returns all files, or the first problem by file name. With `skipBad` the readable files, or the first problem
 * when no file is readable.
 * @throws {unknown} the reason of `signal`. @throws {UsageError} when `atATime` is not a positive whole number.
 * @example
 * const read = await readBarsFolder('bars', { skipBad: true });
 * read.ok && read.value.files.map(({ symbol }) => symbol); // → [ 'BTCUSDT', 'ETHUSDT' ]
 */
export async function readBarsFolder(
  folder: string,
  options: ReadFolderOptions = {},
): Promise<Result<BarsFolder, DataProblem>> {
  const listing = await list(folder);
  if (!listing.ok) return listing;
  const { names, ignored } = listing.value;
  const clash = firstClash(names);
  if (clash !== undefined) {
    return err({ code: 'bad_value', file: folder, expected: 'one file for each symbol', got: clash });
  }
  const { onProgress, skipBad = false, atATime = AT_A_TIME, ...each } = options;
  integerAtLeast('atATime', atATime, 1);
  const results: Result<BarsFile, DataProblem>[] = [];
  let next = 0;
  let done = 0;
  let failed = false;
  const work = async (): Promise<void> => {
    // Files start in order, so when one fails all earlier ones are running, and the first problem by name is found.
    while (next < names.length && !failed) {
      const at = next++;
      const result = await readBars(join(folder, names[at]!), each);
      results[at] = result;
      failed ||= !result.ok && !skipBad;
      onProgress?.(++done, names.length);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  const files: SymbolBars[] = [];
  const bad: DataProblem[] = [];
  for (const result of results) {
    if (result.ok) files.push({ ...result.value, symbol: symbolIn(result.value) });
    else bad.push(result.error);
  }
  const [first] = bad;
  return first !== undefined && (failed || files.length === 0) ? err(first) : ok({ folder, files, ignored, bad });
}

async function list(
  folder: string,
): Promise<Result<{ readonly names: readonly string[]; readonly ignored: readonly string[] }, DataProblem>> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const isBars = (entry: (typeof entries)[number]): boolean => !entry.isDirectory() && BAR_FILE.test(entry.name);
    const taken = await Promise.all(
      entries.map(async (entry) => isBars(entry) && (await mayHoldBars(join(folder, entry.name)))),
    );
    const names = entries.filter((_, i) => taken[i] === true).map((entry) => entry.name);
    const ignored = entries.filter((_, i) => taken[i] !== true).map((entry) => entry.name);
    if (names.length === 0) {
      const got = ignored.length === 0 ? 'an empty folder' : `none among ${ignored.length} names`;
      return err({
        code: 'empty_file',
        file: folder,
        expected: 'bar files (.csv, .json, .ndjson, .parquet, .gz)',
        got,
      });
    }
    return ok({ names: names.sort(), ignored: ignored.sort() });
  } catch (error) {
    const { folderProblem } = await import('./reading.ts');
    return err({ file: folder, ...folderProblem(error) });
  }
}

/** Whether a file may hold bars: JSON must be a list, since manifests and configurations are objects. */
async function mayHoldBars(path: string): Promise<boolean> {
  if (!/\.json$/i.test(path) || specialFile(path) !== undefined) return true;
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return true; // its reader reports the problem
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return /^\uFEFF?\s*(?:\[|$)/.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

/**
 * Symbol of bars: the symbol in a non-native file, otherwise the file name.
 *
 * @example
 * symbolIn(await readBarsOrThrow('BTCUSDT.csv')); // → 'BTCUSDT'
 */
export function symbolIn({ file, symbol, isNative }: BarsFile): string {
  return isNative || symbol === undefined || symbol === '' ? symbolOf(file) : symbol;
}

/** Finds two files of the same coin, such as `BTC.csv` and `BTC.parquet`, or two months of an archive. */
function firstClash(names: readonly string[]): string | undefined {
  const seen = new Map<string, string>();
  for (const name of names) {
    const coin = coinOfFile(symbolOf(name));
    const other = seen.get(coin);
    if (other !== undefined) return `${other} and ${name}`;
    seen.set(coin, name);
  }
  return undefined;
}
