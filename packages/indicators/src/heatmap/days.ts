/** The heatmap of completed days: the average that each day stands against, and its move. */

import { acrossBreaks, barAt, createBreaks, DAY_MS, hasBreaks, type Candles } from '@barograph/core';
import { sma } from '../sma.ts';
import { checkHeatmapConfig, HEATMAP_V2, type HeatmapConfig } from './config.ts';
import { createDayMean, type DayMean } from './last-bars.ts';

/** A value for each day, NaN where not known. */
export interface HeatmapDays {
  /** Mean close of the last `smaDays` days, price units. */
  readonly average: Float64Array;
  /** Close against the close of the day before, percent. */
  readonly pct24h: Float64Array;
}

/**
 * Average and move of every completed day.
 *
 * @param daily n completed UTC days, oldest first.
 * @returns n rows; both are NaN in a halt, and begin anew behind a long gap or a change of scale.
 * @throws {UsageError} a bad config.
 * @example
 * const { average, pct24h } = heatmapDays(bars);
 * [average[198], pct24h[0], pct24h[259].toFixed(2)]; // → [ NaN, NaN, '0.85' ]
 */
export function heatmapDays(daily: Candles, config: HeatmapConfig = HEATMAP_V2): HeatmapDays {
  const { breaks, smaDays } = checkHeatmapConfig(config);
  const { time, close, length } = daily;
  const pct24h = new Float64Array(length).fill(NaN);
  for (let i = 1; i < length; i++) {
    if (time[i - 1] === time[i]! - DAY_MS) pct24h[i] = 100 * (close[i]! / close[i - 1]! - 1);
  }
  if (breaks === undefined || !hasBreaks(daily, breaks)) return { average: sma(daily, { period: smaDays }), pct24h };
  const average = new Float64Array(length);
  const mean = acrossBreaks<number, DayMean>(breaks, {
    create: (from) => createDayMean(smaDays, from),
    silent: () => NaN,
  });
  const rule = createBreaks(breaks);
  for (let i = 0; i < length; i++) {
    const bar = barAt(daily, i);
    average[i] = mean.next(bar);
    const wasHalted = rule.isHalted;
    if (rule.next(bar) !== 'feed' || wasHalted) pct24h[i] = NaN;
  }
  return { average, pct24h };
}
