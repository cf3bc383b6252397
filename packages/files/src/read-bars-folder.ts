/** A folder of bar files, one symbol each. */

import { err, integerAtLeast, ok, type DataProblem, type Result } from '@barograph/core';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import { coinOfFile, symbolOf } from './coin-name.ts';
import { readBars } from './read-bars.ts';
import { specialFile } from './special-file.ts';

/** File names that are taken for bar files; the format is then detected from the content. */
const BAR_FILE = /\.(?:csv|json|ndjson|jsonl|parquet)(?:\.gz)?$/i;

/** Each is read by a worker thread. */
const AT_A_TIME = 3;

/** A file of a folder, and the symbol derived from its name. */
export interface SymbolBars extends BarsFile {
  readonly symbol: string;
}

/** A folder, read. */
export interface BarsFolder {
  readonly folder: string;
  /** In the order of the file names. */
  readonly files: readonly SymbolBars[];
  /** Names in the folder that are no bar files (folders included); ascending. */
  readonly ignored: readonly string[];
  /** Problems of the files that were left out, by file name; empty without `skipBad`. */
  readonly bad: readonly DataProblem[];
}

/** Options for reading a folder. */
export interface ReadFolderOptions extends Omit<ReadBarsOptions, 'onProgress'> {
  /** Leave out files that cannot be read, and report them as `bad`, instead of refusing the folder. */
  readonly skipBad?: boolean;
  /** Files read at a time, each by a worker thread (default: 3). The result is the same. */
  readonly atATime?: number;
  /** Progress callback, after each file: number of files read so far. */
  readonly onProgress?: (filesRead: number, filesTotal: number) => void;
}

/**
 * Reads every bar file of a folder (`.csv`, `.json`, `.ndjson`, `.jsonl`, `.parquet`, also `.gz`); not the folders in it, nor
 * JSON that is no list.
 *
 * Each is read as {@link readBars} reads it: in a worker thread, with a deadline.
 *
 * @returns all of them, or the problem of the first file, by name, that has one. With `skipBad` those that can be read;
 * the first problem only when there are none.
 * @throws {unknown} the reason of `signal`. @throws {UsageError} `atATime` is no whole number from 1 on.
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
    // Names are handed out in order, so when one fails all before it are under way: the first problem is the first.
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

/** Whether a file of JSON is a list; true of any other: a manifest or a configuration is an object, and bars are none. */
async function mayHoldBars(path: string): Promise<boolean> {
  if (!/\.json$/i.test(path) || specialFile(path) !== undefined) return true;
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return true; // its reader says why
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return /^\uFEFF?\s*(?:\[|$)/.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

/**
 * The symbol of bars: what a foreign file says itself, else the name of the file.
 *
 * @example
 * symbolIn(await readBarsOrThrow('BTCUSDT.csv')); // → 'BTCUSDT'
 */
export function symbolIn({ file, symbol, isNative }: BarsFile): string {
  return isNative || symbol === undefined || symbol === '' ? symbolOf(file) : symbol;
}

/** Two files of one coin, such as `BTC.csv` and `BTC.parquet`, or two months of an archive. */
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
