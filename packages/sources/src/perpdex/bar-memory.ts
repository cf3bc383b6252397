/**
 * Streamed bars by perp and interval: spans watched without a break need no request.
 *
 * An update contains the whole bar so far, so a bar is correct once its last update was received. A bar that was watched from
 * start to end without an update had no trades: its prices are the previous close and its volume is 0. All times are of the
 * venue's clock.
 */

import { stepMs, type Bar, type Interval } from '@barograph/core';
import type { Gap } from '../upstream/stream.ts';

/** Closed bars without gaps, and the open bar. */
export interface Remembered {
  /** Oldest first. */
  readonly closed: readonly Bar[];
  readonly forming: Bar | undefined;
}

/** Memory of a perp and interval. */
export interface BarMemory {
  /** Number of bars in memory. */
  size(): number;
  /** Records the confirmed subscription: since `at`, a bar without an update has no trades. */
  confirmed(at: number): void;
  /** Applies an update. Duplicates and late older updates are ignored. */
  take(bar: Bar): void;
  /** Records a break or an unreadable update: drops bars whose last update may be in the gap. */
  broken(gap: Pick<Gap, 'from' | 'to'>): void;
  /** Adds closed bars from an answer. */
  fill(bars: readonly Bar[]): void;
  /**
   * Returns every bar that opens at or after `from` and closed by `asOf`; undefined when a bar may be missing.
   *
   * @param heard time up to which the stream is known to be complete.
   */
  since(from: number, asOf: number, heard: number): Remembered | undefined;
}

/**
 * Creates an empty memory of streamed bars.
 * @param kept maximum bars kept.
 * @param settleMs time after its close by which a bar's last update arrives.
 */
export function createBarMemory(interval: Interval, kept: number, settleMs: number): BarMemory {
  const step = stepMs(interval);
  const after = (time: number): number => Math.ceil(time / step) * step;
  /** By open, oldest first. */
  let bars = new Map<number, Bar>();
  /** Open of the first bar watched from its start, without a break since; Infinity without one. */
  let quietFrom = Infinity;

  const trim = (): void => {
    for (const time of bars.keys()) {
      if (bars.size <= kept) return;
      bars.delete(time);
    }
  };
  /** Previous close, separated only by watched bars without trades. */
  const closeBefore = (time: number): number | undefined => {
    const last = [...bars.keys()].findLast((open) => open < time);
    return last !== undefined && last + step >= quietFrom ? bars.get(last)!.close : bars.get(time - step)?.close;
  };
  return {
    size: () => bars.size,
    confirmed: (at) => {
      quietFrom = quietFrom === Infinity ? after(at) : Math.max(quietFrom, after(at));
    },
    take: (bar) => {
      // An update implies a confirmed subscription.
      if (quietFrom === Infinity) quietFrom = bar.time + step;
      const known = bars.get(bar.time);
      // The volume of a bar only grows.
      if (known !== undefined && known.volume > bar.volume) return;
      if (known !== undefined) {
        bars.set(bar.time, bar); // Replaces in place, because most updates are of the open bar.
        return;
      }
      const newest = [...bars.keys()].at(-1);
      bars.set(bar.time, bar);
      if (newest !== undefined && newest > bar.time) bars = new Map([...bars].sort(([a], [b]) => a - b));
      trim();
    },
    broken: ({ from, to }) => {
      for (const time of bars.keys()) if (time + step + settleMs > from && time < to) bars.delete(time);
      if (quietFrom !== Infinity) quietFrom = Math.max(quietFrom, after(to));
    },
    fill: (closed) => {
      bars = new Map([...bars, ...closed.map((bar) => [bar.time, bar] as const)].sort(([a], [b]) => a - b));
      trim();
    },
    since: (from, asOf, heard) => {
      const open = Math.floor(asOf / step) * step;
      const closed: Bar[] = [];
      for (let time = after(from); time + step <= open; time += step) {
        if (time + step + settleMs > heard) return undefined;
        const bar = bars.get(time) ?? quietBar(time, closed.at(-1)?.close ?? closeBefore(time), quietFrom);
        if (bar === undefined) return undefined;
        closed.push(bar);
      }
      return { closed, forming: open < asOf ? bars.get(open) : undefined };
    },
  };
}

function quietBar(time: number, price: number | undefined, quietFrom: number): Bar | undefined {
  if (price === undefined || time < quietFrom) return undefined;
  return { time, open: price, high: price, low: price, close: price, volume: 0 };
}
