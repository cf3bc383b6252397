/** Result and options of the bar readers. */

import type { Candles, Interval } from '@barograph/core';
import type { ColumnOptions } from './columns.ts';
import type { BarsFormat } from './bars-format.ts';
import type { StopSignal } from './byte-stream.ts';
import type { ReadLimits } from './read-limits.ts';
import type { RepairReport } from './repair.ts';

/** Options of a reader. */
export interface ReadBarsOptions extends ColumnOptions {
  /** Repairs the bars by `bars.v1` and drops unreadable rows, instead of rejecting the file. */
  readonly repair?: boolean;
  /** Name of the flag for `repair`, used in problems that it would fix. @default problems name no flag */
  readonly repairFlag?: string | undefined;
  /**
   * Target interval of the bars. Bars with too many gaps are refused; gaps are counted in
   * this interval when it is longer than the bars.
   * @default the interval of the bars
   */
  readonly interval?: Interval | undefined;
  /**
   * Name of the flag for `interval`, used in problems that a longer interval would fix.
   * @default problems name no flag
   */
  readonly intervalFlag?: string | undefined;
  /** Progress callback: bytes read so far, and the total (`undefined` for a pipe). */
  readonly onProgress?: (bytesRead: number, bytesTotal: number | undefined) => void;
  /** Deadline of the reading by size, instead of `READ_LIMITS_V1`. */
  readonly limits?: ReadLimits;
  /** Aborts the reading; the promise rejects with the signal's reason. @default the reading cannot be aborted */
  readonly signal?: StopSignal;
}

/** Parsed file of bars. */
export interface BarsFile {
  /** Path, or the name of the stream. */
  readonly file: string;
  readonly format: BarsFormat;
  /** Valid bars: ascending times, finite prices above 0, low ≤ open, close ≤ high. */
  readonly candles: Candles;
  /** Data rows in the file, including rows dropped by a repair. */
  readonly rows: number;
  /** Length of a bar, ms; undefined when unknown, such as for a single bar. */
  readonly step: number | undefined;
  /** Name of `step`; undefined without a name. */
  readonly interval: Interval | undefined;
  /** Open of a dropped partial last bar, which lies off the grid and had not closed, epoch ms. */
  readonly partial: number | undefined;
  /** Symbol as written in the file's symbol column; undefined without that column. */
  readonly symbol: string | undefined;
  /** Whether the file has exactly the names of `FILE_COLUMNS`, separated by commas in CSV. */
  readonly isNative: boolean;
  /** Assumptions about the file, a phrase each: column mapping and delimiter. */
  readonly assumed: readonly string[];
  /** Report of the repair; undefined without `repair`. */
  readonly repairs: RepairReport | undefined;
}
