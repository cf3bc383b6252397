/**
 * Incremental volume row of one market, fed one closed bar at a time: the state that a service keeps between refreshes.
 * Equals {@link volumeRow} of all the bars, field by field.
 */

import {
  assertNextBar,
  DAY_MS,
  HOUR_MS,
  sameConfig,
  shown,
  UsageError,
  type Bar,
  type WithBreaks,
} from '@barograph/core';
import { createBaseline, type BaselineSnapshot } from './baseline.ts';
import { checkVolumeConfig, VOLUME_V2, type VolumeConfig } from './config.ts';
import { notionalOf } from './notional30.ts';
import { assembleVolumeRow, type NotionalHour, type VolumeAbout, type VolumeRow } from './row.ts';

/** Incremental volume row. */
export interface VolumeTracker {
  /**
   * Commits a complete UTC day. @throws {UsageError} when the bar is invalid, not a full day, or not after the last.
   */
  day(bar: Bar): void;
  /** Commits a closed hour. @throws {UsageError} when the bar is invalid, not a full hour, or not after the last. */
  hour(bar: Bar): void;
  /** Computes the row at `asOf`. @throws {UsageError} when `asOf` is before the close of the last hour or day. */
  row(about: VolumeAbout, asOf: number): VolumeRow;
  /**
   * Mean daily notional of the last 30 settled days: the `notional30` that other engines take. NaN below 7 days, and in
   * a halt.
   */
  readonly notional30: number;
  snapshot(): VolumeTrackerSnapshot;
}

/** JSON-safe state of {@link createVolumeTracker}. */
export interface VolumeTrackerSnapshot {
  readonly version: 2;
  readonly config: VolumeConfig;
  readonly hours: readonly NotionalHour[];
  /** Open of the last day, epoch ms; null before the first. */
  readonly lastDay: number | null;
  readonly baseline: WithBreaks<BaselineSnapshot>;
}

/**
 * Creates a tracker, new or resumed. O(1) per bar.
 *
 * @param config parameters. @default VOLUME_V2
 * @param resume snapshot of a tracker with the same config, to resume.
 * @throws {UsageError} when the config is invalid or the snapshot has another version or config.
 * @example
 * const tracker = createVolumeTracker();
 * for (let i = 0; i < bars.length; i++) tracker.day(barAt(bars, i));
 * for (let i = 0; i < hours.length; i++) tracker.hour(barAt(hours, i));
 * tracker.row({ symbol: 'BTC', source: 'perpdex_perp' }, 260 * DAY_MS).band; // → 'normal'
 */
export function createVolumeTracker(config: VolumeConfig = VOLUME_V2, resume?: VolumeTrackerSnapshot): VolumeTracker {
  checkVolumeConfig(config);
  if (resume !== undefined && (resume.version !== 2 || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 2 snapshot of ${JSON.stringify(config)}, got version ${shown(resume.version)} of ${JSON.stringify(resume.config)}`,
    );
  }
  const hours = [...(resume?.hours ?? [])];
  const baseline = createBaseline(config.breaks, resume?.baseline);
  let lastDay = resume?.lastDay ?? null;

  const assertClosedBy = (asOf: number): void => {
    const closed = Math.max((hours.at(-1)?.time ?? -Infinity) + HOUR_MS, (lastDay ?? -Infinity) + DAY_MS);
    if (closed > asOf) throw new UsageError(`"asOf" expected a time from ${closed} on, got ${asOf}`);
  };
  return {
    hour: (bar) => {
      assertNextBar(bar, 'hour', hours.at(-1)?.time);
      hours.push({ time: bar.time, close: bar.close, notional: notionalOf(bar) });
      while (hours[0]!.time <= bar.time - 2 * DAY_MS) hours.shift();
    },
    day: (bar) => {
      assertNextBar(bar, 'day', lastDay ?? undefined);
      baseline.next(bar);
      lastDay = bar.time;
    },
    row: ({ symbol, source }, asOf) => {
      assertClosedBy(asOf);
      const { days, average } = baseline.current();
      return assembleVolumeRow({ symbol, source, asOf, hours, days: [...days], average, marks: baseline }, config);
    },
    get notional30() {
      return baseline.isHalted ? NaN : baseline.current().average;
    },
    snapshot: () => ({ version: 2, config, hours: [...hours], lastDay, baseline: baseline.snapshot() }),
  };
}
