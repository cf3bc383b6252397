/** Reads the bars of a command, repairs them on request and resamples them. */

import {
  bucketOpen,
  describeProblem,
  firstAtOrAfter,
  resample,
  sliceCandles,
  stepMs,
  type Candles,
  type DataProblem,
  type Interval,
  type Result,
} from '@barograph/core';
import {
  coinOfFile,
  partialNote,
  readPanel,
  readPanelStream,
  symbolIn,
  type BarsFile,
  type BarsPanel,
  type ReadBarsOptions,
  type RepairReport,
} from '@barograph/files';
import { COLUMNS_FLAG } from './columns-flag.ts';
import { CommandError, say, type Io } from './io.ts';
import { createProgress } from './progress.ts';
import { countedFindings } from './quality-note.ts';

/** Dropped rows reported individually; the rest are counted. */
const TOLD_ROWS = 5;

/**
 * Reads the coins of a file, or of standard input for `-`: one coin, or several by a symbol column.
 *
 * @throws {CommandError} when the input has no valid bars.
 */
export async function readPanelInput(io: Io, file: string, how: ReadBarsOptions): Promise<readonly BarsFile[]> {
  const progress = createProgress(io, 'reading');
  const options = { ...how, onProgress: progress.report };
  let result: Result<BarsPanel, DataProblem>;
  try {
    result = file === '-' ? await readPanelStream(io.stdin, 'stdin', options) : await readPanel(file, options);
  } finally {
    progress.stop();
  }
  if (!result.ok) throw new CommandError(describeProblem(result.error));
  const { files } = result.value;
  sayAssumed(io, result.value.file, files.slice(0, 1));
  if (files.length > 1) say(io, `${result.value.file}: ${files.length} coins, by its column of symbols`);
  for (const file of files) {
    if (file.repairs !== undefined) sayRepairs(io, file, file.repairs);
    sayPartial(io, file);
  }
  return files;
}

/** Reads the bars of one coin. @throws {CommandError} when the input has no bars, or bars of several coins. */
export async function readInput(io: Io, file: string, how: ReadBarsOptions): Promise<BarsFile> {
  const [first, ...others] = await readPanelInput(io, file, how);
  if (others.length === 0) return first!;
  throw new CommandError(
    `${file}: expected bars of one coin, got ${others.length + 1} (${COLUMNS_FLAG} symbol= leaves the names out)`,
  );
}

/** Reports assumptions about files, once per distinct assumption. */
export function sayAssumed(io: Io, name: string, files: readonly BarsFile[]): void {
  const alike = new Map<string, number>();
  for (const { assumed } of files) {
    if (assumed.length > 0) alike.set(assumed.join('; '), (alike.get(assumed.join('; ')) ?? 0) + 1);
  }
  for (const [assumed, count] of alike) {
    const which = files.length === 1 ? '' : `${count} of ${files.length} files, `;
    say(io, `${name}: ${which}assumed: ${assumed} (${COLUMNS_FLAG} name=Column says it otherwise)`);
  }
}

/** Reports an incomplete last bar that was skipped. */
export function sayPartial(io: Io, file: BarsFile): void {
  const note = partialNote(file);
  if (note !== undefined) say(io, note);
}

/** Coin of a file: its own symbol when the file states it, else the file name. */
export function coinIn(file: BarsFile, isPanel: boolean): string {
  return coinOfFile(isPanel ? (file.symbol ?? file.file) : symbolIn(file));
}

function sayRepairs(io: Io, { file, rows }: BarsFile, repairs: RepairReport): void {
  const { dropped, duplicates, reordered, repaired, mended } = repairs;
  const prints = mended.length === 0 ? '' : `, and ${countedFindings(mended)}`;
  const order = reordered ? 'sorted' : 'in order';
  say(
    io,
    `${file}: ${rows} rows, ${order}; dropped ${dropped.length} bad and ${duplicates} duplicate, mended high or low of ${repaired}${prints}`,
  );
  for (const problem of dropped.slice(0, TOLD_ROWS)) say(io, `  dropped ${describeProblem({ ...problem, file })}`);
  if (dropped.length > TOLD_ROWS) say(io, `  and ${dropped.length - TOLD_ROWS} more`);
}

/**
 * Keeps the bars closed by a moment.
 *
 * @throws {CommandError} when no bar had closed.
 */
export function closedBy(input: BarsFile, asOf: number): BarsFile {
  const { candles, step } = input;
  // A lone bar has no step: it counts as closed once it has opened.
  const count = firstAtOrAfter(candles, asOf - (step ?? 0) + 1);
  if (count === 0) {
    const first = new Date(candles.time[0]!).toISOString();
    throw new CommandError(`--at: expected a time after the first bar closed (it opens at ${first}), got ${asOf}`);
  }
  return { ...input, candles: sliceCandles(candles, 0, count) };
}

/** Bars of one interval. */
export interface IntervalBars {
  readonly bars: Candles;
  /** Length of a bar in ms. */
  readonly step: number;
  readonly interval: Interval | undefined;
  /** Buckets skipped because bars are missing. */
  readonly incomplete: number;
}

/**
 * Resamples bars to a longer interval. Keeps complete buckets only and reports the others. Returns the bars unchanged
 * without an interval, or with the file's own.
 *
 * @throws {CommandError} when the file's bars cannot form such buckets.
 */
export function atInterval(io: Io, input: BarsFile, interval: Interval | undefined): IntervalBars {
  const { file, candles, interval: from } = input;
  if (interval === undefined || interval === from || (candles.length === 1 && from === undefined)) {
    // A single bar has no measurable length; the interval flag decides.
    const step = input.step ?? stepMs(interval ?? '1d');
    return { bars: candles, step, interval: interval ?? from, incomplete: 0 };
  }
  if (from === undefined) {
    throw new CommandError(`${file}: expected bars of a named interval, got ${stepText(input.step)}`);
  }
  if (stepMs(interval) < stepMs(from)) {
    throw new CommandError(`--interval: expected ${from} or longer, as the bars of ${file}, got "${interval}"`);
  }
  assertAligned(input, from);
  const { bars, incomplete } = resample(candles, from, interval);
  const [first] = incomplete;
  if (first !== undefined) {
    const example = `${new Date(first.time).toISOString()} has ${first.have} of ${first.expected} bars`;
    const total = bars.length + incomplete.length;
    say(
      io,
      `${file}: ${incomplete.length} of ${total} buckets of ${interval} are incomplete and left out (${example})`,
    );
  }
  if (bars.length === 0) throw new CommandError(`${file}: expected at least one complete bar of ${interval}, got none`);
  return { bars, step: stepMs(interval), interval, incomplete: incomplete.length };
}

/** Text of a bar distance. */
export const stepText = (step: number | undefined): string =>
  step === undefined ? 'times on no regular grid' : `a step of ${step} ms`;

/**
 * Checks that every bar opens on a boundary of an interval.
 * @throws {CommandError} unless every bar opens on a boundary of its interval.
 */
export function assertAligned({ file, candles, repairs }: BarsFile, interval: Interval): void {
  const step = stepMs(interval);
  const at = candles.time.findIndex((time) => bucketOpen(time, step) !== time);
  if (at === -1) return;
  // After a repair, row numbers no longer match the file.
  const row = repairs === undefined ? { row: at + 1 } : {};
  const got = String(candles.time[at]);
  const expected = `the open of a bar of ${interval}`;
  throw new CommandError(describeProblem({ code: 'bad_value', file, ...row, column: 'timestamp', expected, got }));
}
