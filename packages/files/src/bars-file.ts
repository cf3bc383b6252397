/** A file of bars, and how to read one: the terms of the readers. */

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
  /** Name of the flag that states `repair`: a refusal that it would mend names it. */
  readonly repairFlag?: string | undefined;
  /**
   * Interval that the bars are meant for. Bars that fill too little of their span are refused; the span is counted in
   * this interval where it is longer than the bars.
   */
  readonly interval?: Interval | undefined;
  /** Name of the flag that states `interval`: a span that a longer one allows asks for it by this name. */
  readonly intervalFlag?: string | undefined;
  /** Progress callback: bytes read so far, and the total (`undefined` for a pipe). */
  readonly onProgress?: (bytesRead: number, bytesTotal: number | undefined) => void;
  /** Deadline of the reading by size, instead of `READ_LIMITS_V1`. */
  readonly limits?: ReadLimits;
  /** Ends the reading early; the promise then rejects with the signal's reason. */
  readonly signal?: StopSignal;
}

/** A file of bars, read. */
export interface BarsFile {
  /** The path, or the name that a stream was given. */
  readonly file: string;
  readonly format: BarsFormat;
  /** Bars that keep every rule of candles: ascending times, finite prices above 0, low ≤ open, close ≤ high. */
  readonly candles: Candles;
  /** Data rows in the file, those that a repair dropped included. */
  readonly rows: number;
  /** Length of a bar in ms; `undefined` where the times do not tell it, as those of a single bar. */
  readonly step: number | undefined;
  /** The name of `step`, where it has one. */
  readonly interval: Interval | undefined;
  /** Open of a last bar that was left out: it lies between two opens, and had not closed. Epoch ms. */
  readonly partial: number | undefined;
  /** Name in the file's column of symbols, as it is written there; `undefined` of a file without one. */
  readonly symbol: string | undefined;
  /** Whether the file has the six names of `FILE_COLUMNS` themselves, parted by commas where it is CSV. */
  readonly isNative: boolean;
  /** Assumptions about the file, a phrase each: which columns were taken for which, what parts the cells. */
  readonly assumed: readonly string[];
  /** Counts of what the repair changed; `undefined` when none was requested. */
  readonly repairs: RepairReport | undefined;
}
