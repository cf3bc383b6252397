/** Heatmap of complete days: the average that each day is compared with, and its move. */

import { acrossBreaks, barAt, createBreaks, DAY_MS, hasBreaks, type Candles } from '@barograph/core';
import { sma } from '../sma.ts';
import { checkHeatmapConfig, HEATMAP_V2, type HeatmapConfig } from './config.ts';
import { createDayMean, type DayMean } from './last-bars.ts';

/** One value per day, NaN where unknown. */
export interface HeatmapDays {
  /** Mean close of the last `smaDays` days, price units. */
  readonly average: Float64Array;
  /** Close against the previous day's close, percent. */
  readonly pct24h: Float64Array;
}

/**
 * Computes average and move of every complete day.
 *
 * @param daily complete UTC days, oldest first.
 * @param config parameters. @default HEATMAP_V2
 * @returns one row per day; both are NaN in a halt, and restart after a long gap or a change of scale.
 * @throws {UsageError} when the config is invalid.
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
