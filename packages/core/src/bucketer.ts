/** Builds longer bars from shorter ones, one closed bar at a time: the stream form of `resample`. */

import { barClock, checkNextBar, clockTime } from './bar-clock.ts';
import type { Bar } from './candles.ts';
import { bucketOpen } from './interval.ts';

/** Builds bars of `toMs` from bars of `fromMs`. Only complete buckets become bars; incomplete ones are counted. */
export interface Bucketer {
  /**
   * Commits a closed short bar.
   *
   * @returns the long bar that it completes, if any.
   * @throws {UsageError} when the bar is invalid or not after the last; the state is then unchanged.
   */
  next(bar: Bar): Bar | undefined;
  /** Bar of the bucket that contains `asOf`, so far; undefined when the bucket has no bar yet, or is complete. */
  forming(asOf: number): Bar | undefined;
  /** Number of complete buckets so far. */
  readonly complete: number;
  /** Number of buckets since the first that ended by `asOf` with short bars missing. */
  incomplete(asOf: number): number;
  snapshot(): BucketerSnapshot;
}

/** JSON-safe state of {@link createBucketer}. */
export interface BucketerSnapshot {
  readonly bucket: Bucket | null;
  readonly complete: number;
  readonly incomplete: number;
  /** Time of the last short bar; null before the first. Absent from snapshots that predate the field. */
  readonly time?: number | null;
}

/**
 * Bucket in progress. `have` counts its short bars. `volume` and `lost` are the two parts of a compensated sum
 * (Neumaier), as in `resample`.
 */
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
 * Creates a bucketer, new or resumed.
 *
 * @param fromMs step of the short bars, which must divide `toMs`; both in ms.
 * @param resume snapshot of a bucketer with the same steps.
 * @throws {UsageError} from `next`, when a bar is invalid or not after the last one.
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
        // counts the bucket just left and the empty ones between it and this one
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
