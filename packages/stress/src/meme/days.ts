/** The batch face of the meme regime: whole histories through the tracker. */

import { barAt, type Candles } from '@barograph/core';
import { MEME_V1, type MemeConfig } from './config.ts';
import type { MemeDay, MemeFacts, MemeRow } from './row.ts';
import { createMemeTracker, type MemeTracker } from './tracker.ts';

/** Facts of a meme coin beside its bars. */
export interface MemeRowInput extends MemeFacts {
  /** Completed UTC days, oldest first; volume in base units. */
  readonly daily: Candles;
  /** Moment of the row, epoch ms. No bar of the input may close after it. */
  readonly asOf: number;
}

/**
 * Every completed day of a symbol, in order.
 *
 * @param daily completed UTC days, oldest first; volume in base units.
 * @throws {UsageError} a bad config, or days that are no full UTC days.
 * @example
 * const days = memeDays(bars);
 * [days.length, days[0].regime, days[259].regime]; // → [ 260, null, 'bleeding' ]
 */
export function memeDays(daily: Candles, config: MemeConfig = MEME_V1): MemeDay[] {
  return fed(createMemeTracker(config), daily);
}

/**
 * The row of one symbol at one moment, from its whole history. Fed day by day, it is {@link createMemeTracker}.
 *
 * @throws {UsageError} as {@link memeDays}, or a day that closes after `asOf`.
 * @example
 * const facts = { symbol: 'DOGE', source: 'perpdex_perp', pdSymbol: 'DOGE', fundingRate: null, oiUsd: null } as const;
 * const { regime, daysInRegime, stale } = memeRow({ ...facts, daily: bars, asOf: 260 * DAY_MS });
 * [regime, daysInRegime, stale]; // → [ 'bleeding', 223, false ]
 */
export function memeRow(input: MemeRowInput, config: MemeConfig = MEME_V1): MemeRow {
  const tracker = createMemeTracker(config);
  fed(tracker, input.daily);
  return tracker.row(input, input.asOf);
}

function fed(tracker: MemeTracker, daily: Candles): MemeDay[] {
  return Array.from({ length: daily.length }, (_, i) => tracker.day(barAt(daily, i)));
}
