/** Longer bars from shorter ones, one closed bar at a time: the stream face of `resample`. */

import { barClock, checkNextBar, clockTime } from './bar-clock.ts';
import type { Bar } from './candles.ts';
import { bucketOpen } from './interval.ts';

/** Makes bars of `toMs` out of bars of `fromMs`. Only whole buckets become bars; the others are counted. */
export interface Bucketer {
  /**
   * Commits a closed short bar.
   *
   * @returns the long bar that it completed.
   * @throws {UsageError} a bad bar, or one that is not after the last; nothing changes then.
   */
  next(bar: Bar): Bar | undefined;
  /** The bucket that holds `asOf` so far, from its first bar; undefined when it has none, or all of them. */
  forming(asOf: number): Bar | undefined;
  /** Whole buckets so far. */
  readonly complete: number;
  /** Buckets that ended by `asOf` with short bars missing, from the first bucket on. */
  incomplete(asOf: number): number;
  snapshot(): BucketerSnapshot;
}

/** JSON-safe state of {@link createBucketer}. */
export interface BucketerSnapshot {
  readonly bucket: Bucket | null;
  readonly complete: number;
  readonly incomplete: number;
  /** Time of the last short bar; null before the first, and left out of snapshots that are older than this field. */
  readonly time?: number | null;
}

/** A bucket being filled. Its volume is kept as a compensated sum (Neumaier), as `resample` makes it. */
interface Bucket {
  readonly bar: Bar;
  readonly have: number;
  readonly volume: number;
  readonly lost: number;
}

function merged(bucket: Bucket | null, next: Bar, time: number): Bucket {
  if (bucket === null) return { bar: { ...next, time }, have: 1, volume: next.volume, lost: 0 };
  const { bar, have } = bucket;
  const volume = bucket.volume + next.volume;
  const [large, small] = bucket.volume >= next.volume ? [bucket.volume, next.volume] : [next.volume, bucket.volume];
  const lost = bucket.lost + (large - volume + small);
  return {
    bar: {
      time,
      open: bar.open,
      high: Math.max(bar.high, next.high),
      low: Math.min(bar.low, next.low),
      close: next.close,
      volume: volume + lost,
    },
    have: have + 1,
    volume,
    lost,
  };
}

/**
 * A bucketer, new or continued.
 *
 * @param fromMs step of the short bars, which must divide `toMs`; both in ms.
 * @param resume a snapshot of a bucketer with the same steps, to continue from.
 * @example
 * const days = createBucketer(HOUR_MS, DAY_MS);
 * const closed = Array.from({ length: 25 }, (_, i) => days.next(barAt(hours, i))).filter((day) => day !== undefined);
 * closed.length; // → 1
 * closed[0].time === hours.time[0]; // → true
 * days.forming(hours.time[24] + HOUR_MS)?.time === hours.time[24]; // → true
 */
export function createBucketer(fromMs: number, toMs: number, resume?: BucketerSnapshot): Bucketer {
  const barsPerBucket = toMs / fromMs;
  const clock = barClock(resume?.time);
  let bucket = resume?.bucket ?? null;
  let complete = resume?.complete ?? 0;
  let incomplete = resume?.incomplete ?? 0;
  const isOpen = (): boolean => bucket !== null && bucket.have < barsPerBucket;
  return {
    next: (bar) => {
      checkNextBar(bar, clock);
      clock[0] = bar.time;
      const time = bucketOpen(bar.time, toMs);
      if (bucket !== null && time > bucket.bar.time) {
        // the one that was left, and the whole ones between it and this one
        incomplete += Number(isOpen()) + (time - bucket.bar.time) / toMs - 1;
        bucket = null;
      }
      bucket = merged(bucket, bar, time);
      if (isOpen()) return undefined;
      complete++;
      return bucket.bar;
    },
    forming: (asOf) => (bucket !== null && isOpen() && bucket.bar.time + toMs > asOf ? bucket.bar : undefined),
    get complete() {
      return complete;
    },
    incomplete: (asOf) => incomplete + Number(bucket !== null && isOpen() && bucket.bar.time + toMs <= asOf),
    snapshot: () => ({ bucket, complete, incomplete, time: clockTime(clock) }),
  };
}
