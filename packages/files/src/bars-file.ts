/** A file of bars, and how to read one: the terms of the readers. */

import type { Candles, Interval } from '@barograph/core';
import type { BarsFormat } from './format.ts';
import type { ReadLimits } from './read-limits.ts';
import type { RepairReport } from './repair.ts';

/** How to read. */
export interface ReadBarsOptions {
  /** Mend the bars as `bars.v1` says, and drop rows that cannot be read, instead of refusing the file. */
  readonly repair?: boolean;
  /** Told now and then how many bytes were read, of how many (`undefined` for a pipe). */
  readonly onProgress?: (bytesRead: number, bytesTotal: number | undefined) => void;
  /** Deadline of the reading by size, instead of `READ_LIMITS_V1`. */
  readonly limits?: ReadLimits;
  /** Ends the reading early; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
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
  /** The most common distance of two bars in ms; `undefined` for a single bar. */
  readonly step: number | undefined;
  /** The name of `step`, where it has one. */
  readonly interval: Interval | undefined;
  /** What the repair did; `undefined` when none was asked for. */
  readonly repairs: RepairReport | undefined;
}
