/** Technical regime of whole series: the batch forms of the tracker. */

import { areWholeBars, barAt, hasBreaks, sliceCandles, type Bar, type Candles } from '@barograph/core';
import { bollinger } from '../bollinger.ts';
import { rsi } from '../rsi.ts';
import type { Source } from '../signum/row.ts';
import { sma } from '../sma.ts';
import { checkTechnicalConfig, TECHNICAL_V2, type TechnicalConfig } from './config.ts';
import { sideOf, type Side } from './moving-averages.ts';
import type { TechnicalDay, TechnicalRow } from './row.ts';
import { createTechnicalTracker, type TechnicalTracker } from './tracker.ts';

/** Bars of a symbol, and the moment of the row. */
export interface TechnicalInput {
  readonly symbol: string;
  readonly source: Source;
  /** Closed 1h bars, oldest first; may be empty. */
  readonly hourly: Candles;
  /** Complete UTC days, oldest first. */
  readonly daily: Candles;
  /** Moment of the row, epoch ms. No bar of the input may close after it. */
  readonly asOf: number;
  /** Whether the symbol is pegged (see `isPegged`). @default false */
  readonly pegged?: boolean;
}

/**
 * Computes the row of one symbol at one moment from its whole history. {@link createTechnicalTracker} is its
 * incremental form, fed bar by bar.
 *
 * @param config parameters. @default TECHNICAL_V2
 * @throws {UsageError} when the config is invalid or a bar closes after `asOf`.
 * @example
 * const row = technicalRow({ symbol: 'BTC', source: 'perpdex_perp', hourly: hours, daily: bars, asOf: 260 * DAY_MS });
 * [row.maState, row.bandState]; // → [ 'above_200', 'normal' ]
 */
export function technicalRow(input: TechnicalInput, config: TechnicalConfig = TECHNICAL_V2): TechnicalRow {
  const { symbol, source, asOf, pegged = false } = input;
  return trackerOf(input, config).row({ symbol, source, pegged }, asOf);
}

/**
 * Last `historyDays` complete days of a series, oldest first.
 *
 * @param config parameters. @default TECHNICAL_V2
 * @throws {UsageError} when the config is invalid.
 * @example
 * technicalHistory(bars).length; // → 60
 */
export function technicalHistory(daily: Candles, config: TechnicalConfig = TECHNICAL_V2): readonly TechnicalDay[] {
  const { breaks } = config;
  const isBroken = breaks !== undefined && hasBreaks(daily, breaks);
  // An invalid bar: the tracker throws the error for it.
  if (isBroken || !areWholeBars(daily, 'day'))
    return trackerOf({ daily, hourly: sliceCandles(daily, 0, 0) }, config).history;
  checkTechnicalConfig(config);
  const { close, time, length } = daily;
  const strength = rsi(daily, config.rsi);
  const { bandwidth } = bollinger(daily, config.bollinger);
  const average = sma(daily, { period: config.averages.long });
  const days: TechnicalDay[] = [];
  let side: Side | null = null;
  for (let i = 0; i < length; i++) {
    side = sideOf(close[i]!, average[i]!, side);
    if (i < length - config.historyDays) continue;
    days.push({
      time: time[i]!,
      close: close[i]!,
      rsi: defined(strength[i]!),
      bbBandwidth: defined(bandwidth[i]!),
      sma200: defined(average[i]!),
      above200: side === null ? null : side === 'above',
    });
  }
  return days;
}

const defined = (value: number): number | null => (Number.isNaN(value) ? null : value);

function trackerOf(
  { hourly, daily }: Pick<TechnicalInput, 'hourly' | 'daily'>,
  config: TechnicalConfig,
): TechnicalTracker {
  const tracker = createTechnicalTracker(config);
  for (const bar of rowsOf(daily)) tracker.day(bar);
  for (const bar of rowsOf(hourly)) tracker.hour(bar);
  return tracker;
}

function* rowsOf(bars: Candles): Generator<Bar> {
  for (let i = 0; i < bars.length; i++) yield barAt(bars, i);
}
