/**
 * Incremental heatmap row of one symbol, fed one closed bar at a time: the state that a service keeps between
 * refreshes. Equals {@link heatmapRow} of all the bars, field by field.
 */

import {
  acrossBreaks,
  assertNextBar,
  DAY_MS,
  HOUR_MS,
  sameConfig,
  shown,
  UsageError,
  type Bar,
  type WithBreaks,
} from '@barograph/core';
import { checkHeatmapConfig, HEATMAP_V2, type HeatmapConfig } from './config.ts';
import { createDayMean, createLastHours, type DayMean, type LastHours } from './last-bars.ts';
import { assembleHeatmapRow, type HeatmapAbout, type HeatmapRow } from './row.ts';

/** Incremental heatmap row. */
export interface HeatmapTracker {
  /**
   * Commits a complete UTC day. @throws {UsageError} when the bar is invalid, not a full day, or not after the last.
   */
  day(bar: Bar): void;
  /** Commits a closed hour. @throws {UsageError} when the bar is invalid, not a full hour, or not after the last. */
  hour(bar: Bar): void;
  /** Computes the row at `asOf`. @throws {UsageError} when `asOf` is before the close of the last hour or day. */
  row(about: HeatmapAbout, asOf: number): HeatmapRow;
  snapshot(): HeatmapTrackerSnapshot;
}

/** JSON-safe state of {@link createHeatmapTracker}. */
export interface HeatmapTrackerSnapshot {
  readonly version: 3;
  readonly config: HeatmapConfig;
  /** Open of the last hour, epoch ms; null before the first. */
  readonly lastHour: number | null;
  /** Open of the last day, epoch ms; null before the first. */
  readonly lastDay: number | null;
  readonly hours: WithBreaks<LastHours>;
  readonly days: WithBreaks<DayMean>;
}

/**
 * Creates a tracker, new or resumed. O(1) per bar.
 *
 * @param config parameters. @default HEATMAP_V2
 * @param resume snapshot of a tracker with the same config, to resume.
 * @throws {UsageError} when the config is invalid or the snapshot has another version or config.
 * @example
 * const tracker = createHeatmapTracker();
 * for (let i = 0; i < bars.length; i++) tracker.day(barAt(bars, i));
 * for (let i = 0; i < hours.length; i++) tracker.hour(barAt(hours, i));
 * const signum = signumRow({ symbol: 'BTC', source: 'perpdex_perp', hourly: hours, daily: bars, asOf: 260 * DAY_MS });
 * tracker.row({ signum, notional30: null }, 260 * DAY_MS).distFrom200Pct?.toFixed(1); // → '12.7'
 */
export function createHeatmapTracker(
  config: HeatmapConfig = HEATMAP_V2,
  resume?: HeatmapTrackerSnapshot,
): HeatmapTracker {
  checkHeatmapConfig(config);
  if (resume !== undefined && (resume.version !== 3 || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 3 snapshot of ${JSON.stringify(config)}, got version ${shown(resume.version)} of ${JSON.stringify(resume.config)}`,
    );
  }
  const hours = acrossBreaks<LastHours, LastHours>(
    config.hourBreaks,
    { create: createLastHours, silent: () => ({ hours: [] }) },
    resume?.hours,
  );
  const days = acrossBreaks<number, DayMean>(
    config.breaks,
    { create: (from) => createDayMean(config.smaDays, from), silent: () => NaN },
    resume?.days,
  );
  let lastHour = resume?.lastHour ?? null;
  let lastDay = resume?.lastDay ?? null;

  return {
    hour: (bar) => {
      assertNextBar(bar, 'hour', lastHour ?? undefined);
      hours.next(bar);
      lastHour = bar.time;
    },
    day: (bar) => {
      assertNextBar(bar, 'day', lastDay ?? undefined);
      days.next(bar);
      lastDay = bar.time;
    },
    row: ({ signum, notional30 }, asOf) => {
      const closed = Math.max((lastHour ?? -Infinity) + HOUR_MS, (lastDay ?? -Infinity) + DAY_MS);
      if (closed > asOf) throw new UsageError(`"asOf" expected a time from ${closed} on, got ${asOf}`);
      const parts = { signum, notional30, asOf, hours: hours.snapshot().hours, sma: days.snapshot().sma ?? NaN };
      return assembleHeatmapRow({ ...parts, hourMarks: hours, dayMarks: days }, config);
    },
    snapshot: () => ({ version: 3, config, lastHour, lastDay, hours: hours.snapshot(), days: days.snapshot() }),
  };
}
