/**
 * The heatmap's row of one symbol, fed one closed bar at a time: what a service keeps between refreshes.
 * Equal to {@link heatmapRow} of all the bars, field by field.
 */

import { assertNextBar, DAY_MS, HOUR_MS, sameConfig, shown, UsageError, type Bar } from '@barograph/core';
import { createSma, type SmaSnapshot } from '../sma.ts';
import { checkHeatmapConfig, HEATMAP_V1, type HeatmapConfig } from './config.ts';
import { assembleHeatmapRow, type HeatmapAbout, type HeatmapHour, type HeatmapRow } from './row.ts';

/** Row of the heatmap that is fed bar by bar. */
export interface HeatmapTracker {
  /** Commits a completed UTC day. @throws {UsageError} a bad bar, no full day, or one that is not after the last. */
  day(bar: Bar): void;
  /** Commits a closed hour. @throws {UsageError} a bad bar, no full hour, or one that is not after the last. */
  hour(bar: Bar): void;
  /** The row at a moment. @throws {UsageError} `asOf` is before the close of the last hour or day. */
  row(about: HeatmapAbout, asOf: number): HeatmapRow;
  snapshot(): HeatmapTrackerSnapshot;
}

/** JSON-safe state of {@link createHeatmapTracker}. */
export interface HeatmapTrackerSnapshot {
  readonly version: 2;
  readonly config: HeatmapConfig;
  /** The hours of the last 25 that are there. */
  readonly hours: readonly HeatmapHour[];
  /** Open of the last day, null before the first. */
  readonly lastDay: number | null;
  /** Mean close, null before there are enough days. */
  readonly sma: number | null;
  readonly mean: SmaSnapshot;
}

/**
 * A tracker, new or continued. O(1) per bar.
 *
 * @param resume a snapshot of a tracker with the same config, to continue from.
 * @throws {UsageError} a bad config, or a snapshot of another version or config.
 * @example
 * const tracker = createHeatmapTracker();
 * for (let i = 0; i < bars.length; i++) tracker.day(barAt(bars, i));
 * for (let i = 0; i < hours.length; i++) tracker.hour(barAt(hours, i));
 * const signum = signumRow({ symbol: 'BTC', source: 'perpdex_perp', hourly: hours, daily: bars, asOf: 260 * DAY_MS });
 * tracker.row({ signum, notional30: null }, 260 * DAY_MS).distFrom200Pct?.toFixed(1); // → '12.7'
 */
export function createHeatmapTracker(
  config: HeatmapConfig = HEATMAP_V1,
  resume?: HeatmapTrackerSnapshot,
): HeatmapTracker {
  checkHeatmapConfig(config);
  if (resume !== undefined && (resume.version !== 2 || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 2 snapshot of ${JSON.stringify(config)}, got version ${shown(resume.version)} of ${JSON.stringify(resume.config)}`,
    );
  }
  const hours = [...(resume?.hours ?? [])];
  const mean = createSma({ period: config.smaDays }, resume?.mean);
  let lastDay = resume?.lastDay ?? -Infinity;
  let sma = resume?.sma ?? NaN;
  const lastHour = (): number => hours.at(-1)?.time ?? -Infinity;

  return {
    hour: (bar) => {
      assertNextBar(bar, 'hour', lastHour());
      hours.push({ time: bar.time, open: bar.open, close: bar.close });
      while (hours[0]!.time < bar.time - DAY_MS) hours.shift();
    },
    day: (bar) => {
      assertNextBar(bar, 'day', lastDay);
      ({ sma } = mean.next(bar));
      lastDay = bar.time;
    },
    row: ({ signum, notional30 }, asOf) => {
      const closed = Math.max(lastHour() + HOUR_MS, lastDay + DAY_MS);
      if (closed > asOf) throw new UsageError(`"asOf" expected a time from ${closed} on, got ${asOf}`);
      return assembleHeatmapRow({ signum, notional30, asOf, hours, sma }, config);
    },
    snapshot: () => ({
      version: 2,
      config,
      hours: [...hours],
      lastDay: lastDay === -Infinity ? null : lastDay,
      sma: Number.isNaN(sma) ? null : sma,
      mean: mean.snapshot(),
    }),
  };
}
