/** Batch form of the meme regime: records of whole histories, and the row at a moment. */

import { barAt, type Candles } from '@barograph/core';
import { memeColumns, type MemeColumns } from './columns.ts';
import { MEME_V2, type MemeConfig } from './config.ts';
import type { MemeDay, MemeFacts, MemeRow } from './row.ts';
import { createMemeTracker } from './tracker.ts';

/** Bars and facts of a meme coin. */
export interface MemeRowInput extends MemeFacts {
  /** Complete UTC days, oldest first; volume in base units. */
  readonly daily: Candles;
  /** Moment of the row, epoch ms. No bar of the input may close after it. */
  readonly asOf: number;
}

/**
 * Computes the record of every complete day of a symbol, in order.
 *
 * @param daily complete UTC days, oldest first; volume in base units.
 * @param config parameters. @default MEME_V2
 * @throws {UsageError} when the config is invalid or a bar is not a full UTC day.
 * @example
 * const days = memeDays(bars);
 * [days.length, days[0].regime, days[259].regime]; // → [ 260, null, 'bleeding' ]
 */
export function memeDays(daily: Candles, config: MemeConfig = MEME_V2): MemeDay[] {
  const columns = memeColumns(daily, config);
  return Array.from({ length: daily.length }, (_, i) => dayAt(daily, columns, i));
}

function dayAt({ time, close }: Candles, columns: MemeColumns, i: number): MemeDay {
  const daysInRegime = nullAt(columns.daysInRegime[i]!);
  const prevRegime = columns.prevRegime[i]!;
  return {
    time: time[i]!,
    close: close[i]!,
    regime: columns.regime[i]!,
    daysInRegime,
    prevRegime,
    regimeChanged: daysInRegime === 1 && prevRegime !== null,
    ret1d: nullAt(columns.ret1d[i]!),
    ret7d: nullAt(columns.ret7d[i]!),
    ret30d: nullAt(columns.ret30d[i]!),
    volSpike: nullAt(columns.volSpike[i]!),
    volPctile30: nullAt(columns.volPctile30[i]!),
    sma20ExtensionPct: nullAt(columns.sma20ExtensionPct[i]!),
    extensionMax: nullAt(columns.extensionMax[i]!),
    shareOfHigh: nullAt(columns.shareOfHigh[i]!),
  };
}

const nullAt = (value: number): number | null => (Number.isNaN(value) ? null : value);

/**
 * Computes the row of one symbol at one moment from its whole history. {@link createMemeTracker} is its incremental
 * form, fed day by day.
 *
 * @param config parameters. @default MEME_V2
 * @throws {UsageError} as {@link memeDays}, or when a day closes after `asOf`.
 * @example
 * const facts = { symbol: 'DOGE', source: 'perpdex_perp', pdSymbol: 'DOGE', fundingRate: null, oiUsd: null } as const;
 * const { regime, daysInRegime, stale } = memeRow({ ...facts, daily: bars, asOf: 260 * DAY_MS });
 * [regime, daysInRegime, stale]; // → [ 'bleeding', 223, false ]
 */
export function memeRow(input: MemeRowInput, config: MemeConfig = MEME_V2): MemeRow {
  const tracker = createMemeTracker(config);
  for (let i = 0; i < input.daily.length; i++) tracker.day(barAt(input.daily, i));
  return tracker.row(input, input.asOf);
}
