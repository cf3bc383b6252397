/** Progress bar on `stderr`. */

import cliProgress from 'cli-progress';
import type { Io } from './io.ts';

const PATIENCE_MS = 1000;

/** Progress of one piece of work. */
export interface Progress {
  /** Reports progress. @param total `undefined` when unknown. */
  readonly report: (done: number, total: number | undefined) => void;
  /** Removes the bar. */
  readonly stop: () => void;
}

/** Unit of progress, and its number of items per step of the bar. */
export interface ProgressUnit {
  readonly name: string;
  readonly size: number;
}

/** Bytes, shown as megabytes. */
export const BYTES: ProgressUnit = { name: 'MB', size: 1e6 };
/** Hours. */
export const HOURS: ProgressUnit = { name: 'hours', size: 1 };
/** Rows of one coin. */
export const ROWS: ProgressUnit = { name: 'rows', size: 1 };
/** Coins. */
export const COINS: ProgressUnit = { name: 'coins', size: 1 };
/** Files. */
export const FILES: ProgressUnit = { name: 'files', size: 1 };

/**
 * Creates the progress of reading or computing. It is shown only in a terminal and after one second: a bar when the
 * total is known, else the amount done.
 */
export function createProgress(io: Io, label: string, unit: ProgressUnit = BYTES): Progress {
  const start = io.now();
  let bar: cliProgress.SingleBar | undefined;
  const show = (total: number | undefined): cliProgress.SingleBar => {
    const amount =
      total === undefined
        ? `{value} ${unit.name}`
        : `[{bar}] {percentage}% of {total} ${unit.name}, {eta_formatted} left`;
    const shown = new cliProgress.SingleBar({
      format: `${label} ${amount}`,
      stream: io.stderr,
      clearOnComplete: true,
      gracefulExit: false,
      hideCursor: null,
      linewrap: null,
    });
    shown.start(Math.max(1, Math.round((total ?? 0) / unit.size)), 0);
    return shown;
  };
  return {
    report: (done, total) => {
      if (!io.isTerminal || io.now() - start < PATIENCE_MS) return;
      bar ??= show(total);
      bar.update(Math.round(done / unit.size));
    },
    stop: () => bar?.stop(),
  };
}

/** Rows between two reports; each report reads the clock. */
const ROWS_A_REPORT = 1024;

/** Yields the rows unchanged and reports progress. @param total undefined when unknown. */
export function* counted<Row>(rows: Iterable<Row>, total: number | undefined, progress: Progress): Generator<Row> {
  let done = 0;
  for (const row of rows) {
    yield row;
    if (++done % ROWS_A_REPORT === 0) progress.report(done, total);
  }
}
