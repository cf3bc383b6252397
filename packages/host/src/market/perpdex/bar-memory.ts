/**
 * Bars of the stream, by perp and interval: what was watched without a break needs no request.
 *
 * An update holds the whole bar so far, so a bar is right when its last update was seen. A bar that was watched from its
 * beginning to its end and never named had no trades: its prices are the close before it and its volume is 0.
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
  /** Takes an update. A duplicate, or an older one that comes late, changes nothing. */
  take(bar: Bar): void;
  /** The stream broke: bars whose last update may have been within the gap are forgotten. */
  broken(gap: Pick<Gap, 'from' | 'to'>): void;
  /** Takes closed bars from an answer. */
  fill(bars: readonly Bar[]): void;
  /**
   * Every bar that opens from `from` on and has closed by `asOf`; undefined when one of them may be missing.
   *
   * @param now until when updates were taken, epoch ms; `asOf` when left out.
   * @param heardAt moment of the newest data of the stream: a bar that closed later may lack its end.
   */
  since(from: number, asOf: number, now?: number, heardAt?: number): Remembered | undefined;
}

/**
 * @param watchedFrom moment from which updates come, epoch ms.
 * @param kept bars that are kept.
 * @param settleMs time after its close at which the last update of a bar has come.
 */
export function createBarMemory(interval: Interval, watchedFrom: number, kept: number, settleMs: number): BarMemory {
  const step = stepMs(interval);
  const after = (time: number): number => Math.ceil(time / step) * step;
  /** By open, oldest first. */
  let bars = new Map<number, Bar>();
  /** Open of the first bar that was watched from its beginning on, without a break since. */
  let quietFrom = after(watchedFrom);

  const trim = (): void => {
    for (const time of bars.keys()) {
      if (bars.size <= kept) return;
      bars.delete(time);
    }
  };
  return {
    take: (bar) => {
      const known = bars.get(bar.time);
      // The volume of a bar only grows.
      if (known !== undefined && known.volume > bar.volume) return;
      const newest = [...bars.keys()].at(-1);
      bars.set(bar.time, bar);
      if (known === undefined && newest !== undefined && newest > bar.time) {
        bars = new Map([...bars].sort(([a], [b]) => a - b));
      }
      trim();
    },
    broken: ({ from, to }) => {
      for (const time of bars.keys()) if (time + step + settleMs > from && time < to) bars.delete(time);
      quietFrom = after(to);
    },
    fill: (closed) => {
      bars = new Map([...bars, ...closed.map((bar) => [bar.time, bar] as const)].sort(([a], [b]) => a - b));
      trim();
    },
    since: (from, asOf, now = asOf, heardAt = now) => {
      const open = Math.floor(asOf / step) * step;
      const closed: Bar[] = [];
      for (let time = after(from); time < open; time += step) {
        if (time + step + settleMs > now || time + step > heardAt) return undefined;
        const before = closed.at(-1) ?? bars.get(time - step);
        const quiet = time >= quietFrom && before !== undefined ? quietBar(time, before.close) : undefined;
        const bar = bars.get(time) ?? quiet;
        if (bar === undefined) return undefined;
        closed.push(bar);
      }
      return { closed, forming: bars.get(open) };
    },
  };
}

function quietBar(time: number, price: number): Bar {
  return { time, open: price, high: price, low: price, close: price, volume: 0 };
}
