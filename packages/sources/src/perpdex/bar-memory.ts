/**
 * Bars of the stream, by perp and interval: what was watched without a break needs no request.
 *
 * An update holds the whole bar so far, so a bar is right when its last update was seen. A bar that was watched from its
 * beginning to its end and never named had no trades: its prices are the close before it and its volume is 0. All moments
 * are of the venue's clock.
 */

import { stepMs, type Bar, type Interval } from '@barograph/core';
import type { Gap } from '../upstream/stream.ts';

/** Closed bars without a hole, and the open one. */
export interface Remembered {
  /** Oldest first. */
  readonly closed: readonly Bar[];
  readonly forming: Bar | undefined;
}

/** Memory of one interval of one perp. */
export interface BarMemory {
  /** Bars that are held. */
  size(): number;
  /** The venue has confirmed the subscription: from `at` on a bar that is not named has no trades. */
  confirmed(at: number): void;
  /** Takes an update. A duplicate, or an older one that comes late, changes nothing. */
  take(bar: Bar): void;
  /** The stream broke, or an update could not be read: bars whose last update may have been within the gap are forgotten. */
  broken(gap: Pick<Gap, 'from' | 'to'>): void;
  /** Takes closed bars from an answer. */
  fill(bars: readonly Bar[]): void;
  /**
   * Every bar that opens from `from` on and has closed by `asOf`; undefined when one of them may be missing.
   *
   * @param heard moment up to which the stream has surely told everything.
   */
  since(from: number, asOf: number, heard: number): Remembered | undefined;
}

/**
 * @param kept bars that are kept.
 * @param settleMs time after its close at which the last update of a bar has come.
 */
export function createBarMemory(interval: Interval, kept: number, settleMs: number): BarMemory {
  const step = stepMs(interval);
  const after = (time: number): number => Math.ceil(time / step) * step;
  /** By open, oldest first. */
  let bars = new Map<number, Bar>();
  /** Open of the first bar that was watched from its beginning on, without a break since; Infinity: nothing is. */
  let quietFrom = Infinity;

  const trim = (): void => {
    for (const time of bars.keys()) {
      if (bars.size <= kept) return;
      bars.delete(time);
    }
  };
  /** Close before a bar, with nothing but watched bars without trades between them. */
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
      // An update comes of a subscription that is served.
      if (quietFrom === Infinity) quietFrom = bar.time + step;
      const known = bars.get(bar.time);
      // The volume of a bar only grows.
      if (known !== undefined && known.volume > bar.volume) return;
      if (known !== undefined) {
        bars.set(bar.time, bar); // in its place: most updates are of the open bar
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
