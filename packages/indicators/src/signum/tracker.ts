/**
 * Incremental SIGNUM_RGG row of one symbol, fed one closed hour at a time: the state that a service keeps between
 * refreshes. Equals {@link signumRow} of all the hours, field by field; without hours, that of all the days.
 */

import {
  assertNextBar,
  createBucketer,
  DAY_MS,
  HOUR_MS,
  sameConfig,
  UsageError,
  type Bar,
  type BucketerSnapshot,
  type WithBreaks,
} from '@barograph/core';
import type { SignumColor } from './color.ts';
import { checkSignumConfig, SIGNUM_V2, type SignumConfig } from './config.ts';
import { assembleRow, type SignumRow, type Source } from './row.ts';
import { createSignum, type SignumPoint, type SignumSnapshot } from './signum.ts';

const H4_MS = 4 * HOUR_MS;

/** Incremental SIGNUM_RGG row. */
export interface SignumTracker {
  /**
   * Commits a closed hour.
   *
   * @throws {UsageError} when the bar is invalid, not a full hour, or not after the last.
   */
  hour(bar: Bar): void;
  /**
   * Commits a complete UTC day of a symbol without hours. Once hours arrive, days are built from them and this call is
   * ignored: a service may pass both to every tracker.
   *
   * @throws {UsageError} when the bar is invalid, not a full day, or not after the last.
   */
  day(bar: Bar): void;
  /** Computes the row at `asOf`. @throws {UsageError} when `asOf` is before the close of the last bar. */
  row(about: { readonly symbol: string; readonly source: Source; readonly pegged?: boolean }, asOf: number): SignumRow;
  snapshot(): SignumTrackerSnapshot;
}

/** JSON-safe state of {@link createSignumTracker}. */
export interface SignumTrackerSnapshot {
  readonly version: 3;
  readonly config: SignumConfig;
  readonly hourly: WithBreaks<SignumSnapshot>;
  /** Last hours, at most 25: closes for the 24 h change, volumes for the 24 h turnover. */
  readonly hours: readonly Priced[];
  /** Last two days of a symbol without hours, for the same purpose. */
  readonly days: readonly Priced[];
  readonly hourColors: readonly (SignumColor | null)[];
  readonly h4: BucketsSnapshot;
  readonly daily: BucketsSnapshot;
  readonly highs: readonly number[];
  readonly lows: readonly number[];
}

interface Priced {
  readonly time: number;
  readonly close: number;
  /** Traded value of the hour, USD. */
  readonly quoteVolume: number;
}

/** Machine on longer bars, and the bucket that hours fill. */
interface BucketsSnapshot {
  readonly machine: WithBreaks<SignumSnapshot>;
  readonly buckets: BucketerSnapshot;
  readonly last: { readonly time: number; readonly point: Defined } | null;
}

/** Point with null in place of NaN, for JSON. */
type Defined = { readonly [K in keyof SignumPoint]: SignumPoint[K] extends number ? number | null : SignumPoint[K] };

/** Machine on longer bars built from hours. */
function createBuckets(step: number, config: SignumConfig, resume?: BucketsSnapshot) {
  const machine = createSignum(config, resume?.machine);
  const buckets = createBucketer(HOUR_MS, step, resume?.buckets);
  let last = resume?.last ?? null;
  const whole = (bar: Bar): void => {
    last = { time: bar.time, point: defined(machine.next(bar)) };
  };
  return {
    /** Commits a complete bar. */
    whole,
    /** @returns the bar that this hour completes, if any. */
    next: (hour: Bar): Bar | undefined => {
      const bar = buckets.next(hour);
      if (bar !== undefined) whole(bar);
      return bar;
    },
    last: () => (last === null ? undefined : { time: last.time, point: undefinedAsNaN(last.point) }),
    /** Provisional point of the bucket that contains `asOf`; undefined when the bucket is empty or complete. */
    peek: (asOf: number): SignumPoint | undefined => {
      const bar = buckets.forming(asOf);
      return bar === undefined ? undefined : machine.peek(bar);
    },
    marks: () => machine,
    complete: () => buckets.complete,
    incomplete: (asOf: number) => buckets.incomplete(asOf),
    snapshot: (): BucketsSnapshot => ({ machine: machine.snapshot(), buckets: buckets.snapshot(), last }),
  };
}

function keepLast<T>(list: T[], value: T, count: number): void {
  list.push(value);
  if (list.length > count) list.shift();
}

const nullAt = (value: number): number | null => (Number.isNaN(value) ? null : value);

function defined(point: SignumPoint): Defined {
  return { ...point, adx: nullAt(point.adx), plusDi: nullAt(point.plusDi), minusDi: nullAt(point.minusDi) };
}

function undefinedAsNaN(point: Defined): SignumPoint {
  return { ...point, adx: point.adx ?? NaN, plusDi: point.plusDi ?? NaN, minusDi: point.minusDi ?? NaN };
}

function checkResume(config: SignumConfig, resume: SignumTrackerSnapshot | undefined): void {
  if (resume === undefined || (resume.version === 3 && sameConfig(resume.config, config))) return;
  throw new UsageError(
    `"resume" expected a version 3 snapshot of ${JSON.stringify(config)}, got version ${resume.version} of ${JSON.stringify(resume.config)}`,
  );
}

/**
 * Creates a tracker, new or resumed.
 *
 * @param config parameters. @default SIGNUM_V2
 * @param resume snapshot of a tracker with the same config, to resume.
 * @throws {UsageError} when the config is invalid or the snapshot has another version or config.
 * @example
 * const tracker = createSignumTracker();
 * for (let i = 0; i < bars.length; i++) tracker.day(barAt(bars, i));
 * tracker.row({ symbol: 'BTC', source: 'cexa_spot' }, 260 * DAY_MS).color; // → 'green'
 * const resumed = createSignumTracker(SIGNUM_V2, tracker.snapshot());
 * resumed.row({ symbol: 'BTC', source: 'cexa_spot' }, 260 * DAY_MS).color; // → 'green'
 */
export function createSignumTracker(config: SignumConfig = SIGNUM_V2, resume?: SignumTrackerSnapshot): SignumTracker {
  checkSignumConfig(config);
  checkResume(config, resume);
  const hourly = createSignum(config, resume?.hourly);
  const h4 = createBuckets(H4_MS, config, resume?.h4);
  const daily = createBuckets(DAY_MS, config, resume?.daily);
  const hours = [...(resume?.hours ?? [])];
  const days = [...(resume?.days ?? [])];
  const hourColors = [...(resume?.hourColors ?? [])];
  const highs = [...(resume?.highs ?? [])];
  const lows = [...(resume?.lows ?? [])];

  const keepRange = (day: Bar): void => {
    keepLast(highs, day.high, config.rangeBars);
    keepLast(lows, day.low, config.rangeBars);
  };

  return {
    hour: (bar) => {
      assertNextBar(bar, 'hour', hours.at(-1)?.time);
      const { time, close, volume } = bar;
      while (hours.length > 0 && hours[0]!.time < time - DAY_MS) hours.shift();
      hours.push({ time, close, quoteVolume: close * volume });
      keepLast(hourColors, hourly.next(bar).color, config.alertBars);
      h4.next(bar);
      const day = daily.next(bar);
      if (day !== undefined) keepRange(day);
    },
    day: (bar) => {
      if (hours.length > 0) return;
      assertNextBar(bar, 'day', days.at(-1)?.time);
      const { time, close, volume } = bar;
      keepLast(days, { time, close, quoteVolume: close * volume }, 2);
      daily.whole(bar);
      keepRange(bar);
    },
    row: ({ symbol, source, pegged = false }, asOf) => {
      const [priced, step] = hours.length > 0 ? [hours, HOUR_MS] : [days, DAY_MS];
      const last = priced.at(-1);
      if (last !== undefined && last.time + step > asOf) {
        throw new UsageError(`"asOf" expected a time from ${last.time + step} on, got ${asOf}`);
      }
      const day = daily.last();
      const before = last === undefined ? undefined : priced.find((bar) => bar.time === last.time - DAY_MS);
      const today = hours.filter((hour) => hour.time >= asOf - DAY_MS);
      return assembleRow(
        {
          symbol,
          source,
          pegged,
          asOf,
          final: day?.point,
          live: daily.peek(asOf) ?? day?.point,
          computedFrom: day?.time ?? null,
          incompleteDays: daily.incomplete(asOf),
          marks: daily.marks(),
          highs,
          lows,
          hourColors,
          h4: h4.complete() < config.h4MinBars ? undefined : h4.last(),
          price: last?.close ?? null,
          pctChange24h: last === undefined || before === undefined ? null : 100 * (last.close / before.close - 1),
          quoteVolume24h: today.length === 0 ? null : today.reduce((sum, hour) => sum + hour.quoteVolume, 0),
        },
        config,
      );
    },
    snapshot: () => ({
      version: 3,
      config,
      hourly: hourly.snapshot(),
      hours: [...hours],
      days: [...days],
      hourColors: [...hourColors],
      h4: h4.snapshot(),
      daily: daily.snapshot(),
      highs: [...highs],
      lows: [...lows],
    }),
  };
}
