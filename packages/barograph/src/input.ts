/** Bars of a command: read, repaired on request, resampled to the requested interval. */

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
import { readBars, readBarsStream, type BarsFile, type ReadBarsOptions, type RepairReport } from '@barograph/files';
import { CommandError, say, type Io } from './io.ts';
import { createProgress } from './progress.ts';

/** Number of dropped rows reported one by one; the others are only counted. */
const TOLD_ROWS = 5;

/** Reads the bars of a file, or of standard input for `-`. @throws {CommandError} when they are none. */
export async function readInput(io: Io, file: string, how: ReadBarsOptions): Promise<BarsFile> {
  const progress = createProgress(io, 'reading');
  const options = { ...how, onProgress: progress.report };
  let result: Result<BarsFile, DataProblem>;
  try {
    result = file === '-' ? await readBarsStream(io.stdin, 'stdin', options) : await readBars(file, options);
  } finally {
    progress.stop();
  }
  if (!result.ok) throw new CommandError(describeProblem(result.error));
  if (result.value.repairs !== undefined) sayRepairs(io, result.value, result.value.repairs);
  return result.value;
}

function sayRepairs(io: Io, { file, rows }: BarsFile, repairs: RepairReport): void {
  const { dropped, duplicates, reordered, repaired } = repairs;
  const order = reordered ? 'sorted' : 'in order';
  say(
    io,
    `${file}: ${rows} rows, ${order}; dropped ${dropped.length} bad and ${duplicates} duplicate, mended high or low of ${repaired}`,
  );
  for (const problem of dropped.slice(0, TOLD_ROWS)) say(io, `  dropped ${describeProblem({ ...problem, file })}`);
  if (dropped.length > TOLD_ROWS) say(io, `  and ${dropped.length - TOLD_ROWS} more`);
}

/**
 * The bars that had closed by a moment.
 *
 * @throws {CommandError} when there is none.
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
  /** Buckets that were left out because bars are missing. */
  readonly incomplete: number;
}

/**
 * The bars of a file at a longer interval: complete buckets only; omissions are reported. Without an interval,
 * or with that of the file, the bars as they are.
 *
 * @throws {CommandError} when the file's bars do not make such buckets.
 */
export function atInterval(io: Io, input: BarsFile, interval: Interval | undefined): IntervalBars {
  const { file, candles, interval: from } = input;
  if (interval === undefined || interval === from || (candles.length === 1 && from === undefined)) {
    // The length of a lone bar is not in the file; what it is called decides.
    const step = input.step ?? stepMs(interval ?? '1d');
    return { bars: candles, step, interval: interval ?? from, incomplete: 0 };
  }
  if (from === undefined) {
    throw new CommandError(`${file}: expected bars of a named interval, got a step of ${input.step} ms`);
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

/** @throws {CommandError} unless every bar opens on a boundary of its interval. */
export function assertAligned({ file, candles, repairs }: BarsFile, interval: Interval): void {
  const step = stepMs(interval);
  const at = candles.time.findIndex((time) => bucketOpen(time, step) !== time);
  if (at === -1) return;
  // After a repair the rows are no longer those of the file.
  const row = repairs === undefined ? { row: at + 1 } : {};
  const got = String(candles.time[at]);
  const expected = `the open of a bar of ${interval}`;
  throw new CommandError(describeProblem({ code: 'bad_value', file, ...row, column: 'timestamp', expected, got }));
}
