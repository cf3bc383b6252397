/** The batch face of the meme regime: whole histories through the tracker. */

import { barAt, UsageError, type Candles } from '@barograph/core';
import { MEME_V1, type MemeConfig } from './config.ts';
import type { MemeDay, MemeFacts, MemeRow } from './row.ts';
import { createMemeTracker, type MemeTracker } from './tracker.ts';

/** A symbol's days, and one value per day from other engines (NaN where they cannot say). */
export interface MemeDaysInput {
  readonly daily: Candles;
  readonly volPctile30: Float64Array;
  readonly volSpike: Float64Array;
}

export interface MemeRowInput extends MemeDaysInput, MemeFacts {
  /** Epoch ms of the moment that the row speaks of. No bar of the input may close after it. */
  readonly asOf: number;
}

/**
 * Every completed day of a symbol, in order.
 *
 * @throws {UsageError} a bad config, columns that differ in length, days that are no full UTC days, or a value out of
 * range.
 */
export function memeDays(input: MemeDaysInput, config: MemeConfig = MEME_V1): MemeDay[] {
  return daysOf(createMemeTracker(config), input);
}

/**
 * The row of one symbol at one moment, from its whole history. Fed day by day, it is {@link createMemeTracker}.
 *
 * @throws {UsageError} as {@link memeDays}, or a day that closes after `asOf`.
 */
export function memeRow(input: MemeRowInput, config: MemeConfig = MEME_V1): MemeRow {
  const tracker = createMemeTracker(config);
  daysOf(tracker, input);
  return tracker.row(input, input.asOf);
}

function daysOf(tracker: MemeTracker, input: MemeDaysInput): MemeDay[] {
  const { daily, volPctile30, volSpike } = input;
  for (const [name, column] of Object.entries({ volPctile30, volSpike })) {
    if (column.length !== daily.length) {
      throw new UsageError(`"${name}" expected ${daily.length} values like "daily", got ${column.length}`);
    }
  }
  return Array.from({ length: daily.length }, (_, i) =>
    tracker.day(barAt(daily, i), { volPctile30: volPctile30[i]!, volSpike: volSpike[i]! }),
  );
}
