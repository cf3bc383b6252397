/**
 * Bars of the stream, by perp and interval, with the spans in which every bar was seen: what lies within them needs no
 * request. A bar within a span that the stream never named had no trades; the venue's own answers hold such bars with
 * the price of the bar before and no volume, so they are asked for.
 */

import { stepMs, type Bar, type Interval } from '@barograph/core';

/** Closed bars without a hole, and the open one. */
export interface Remembered {
  /** Oldest first. */
  readonly closed: readonly Bar[];
  readonly forming: Bar | undefined;
}

/** Memory of one interval of one perp. */
export interface BarMemory {
  /** Takes an update of the stream: a bar that may still change. */
  take(bar: Bar): void;
  /** The stream broke: bars that open before `to` may be incomplete. */
  broken(to: number): void;
  /** Takes closed bars from an answer. */
  fill(bars: readonly Bar[]): void;
  /** Every bar that opens from `from` on and has closed by `asOf`; undefined when one of them may be missing. */
  since(from: number, asOf: number): Remembered | undefined;
}

/**
 * @param kept bars that are kept.
 * @param settleMs time after its close at which the last update of a bar has come.
 */
export function createBarMemory(interval: Interval, kept: number, settleMs: number): BarMemory {
  const step = stepMs(interval);
  /** Closed bars by open, oldest first, all whole. */
  const whole = new Map<number, Bar>();
  /** The newest bar of the stream. */
  let newest: Bar | undefined;
  /** Whether the newest bar was seen from its beginning, or its beginning was filled. */
  let isNewestWhole = false;

  const keep = (bar: Bar): void => {
    whole.set(bar.time, bar);
    for (const time of whole.keys()) {
      if (whole.size <= kept) break;
      whole.delete(time);
    }
  };
  return {
    take: (bar) => {
      if (newest !== undefined && bar.time < newest.time) return; // late: its answer comes by request
      if (newest !== undefined && bar.time > newest.time) {
        if (isNewestWhole) keep(newest);
        // The update before it belonged to an earlier bar: this one is seen from its beginning.
        isNewestWhole = true;
      }
      newest = bar;
    },
    broken: (to) => {
      isNewestWhole = false;
      for (const time of whole.keys()) if (time + step > to) whole.delete(time);
    },
    fill: (bars) => {
      const all = new Map([...bars.map((bar) => [bar.time, bar] as const), ...whole]);
      whole.clear();
      for (const [, bar] of [...all].sort(([a], [b]) => a - b)) keep(bar);
    },
    since: (from, asOf) => {
      const open = Math.floor(asOf / step) * step;
      const closed: Bar[] = [];
      for (let time = Math.ceil(from / step) * step; time < open; time += step) {
        const isLast = time === newest?.time && isNewestWhole && asOf >= time + step + settleMs;
        const bar = isLast ? newest : whole.get(time);
        if (bar === undefined) return undefined;
        closed.push(bar);
      }
      return { closed, forming: newest?.time === open ? newest : undefined };
    },
  };
}
