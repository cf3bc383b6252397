/** Bars of all perps of the stream, and what was wrong with bars. */

import { bucketOpen, INTERVALS, stepMs, type Bar, type Interval } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { Gap } from '../upstream/stream.ts';
import { createBarMemory, type BarMemory, type Remembered } from './bar-memory.ts';
import type { PerpdexConfig } from './config.ts';

/** Reason and beginning of a fault. */
export interface BarFault {
  readonly since: number;
  readonly reason: string;
}

/** Memory of the stream. Moments of bars, gaps and confirmations are of the venue's clock. */
export interface StreamedBars {
  /** Begins to remember a perp. */
  watch(coin: string): void;
  forget(coin: string): void;
  /** Forgets all perps: the stream ends. */
  clear(): void;
  /** Bars that are held. */
  size(): number;
  /** The venue has confirmed a subscription. */
  confirmed(coin: string, interval: Interval, at: number): void;
  take(coin: string, interval: Interval, bar: Bar): void;
  fill(coin: string, interval: Interval, bars: readonly Bar[]): void;
  /** @param of the perp and interval that the gap is of; all when left out. */
  broken(gap: Pick<Gap, 'from' | 'to'>, of?: { readonly coin: string; readonly interval: Interval }): void;
  /** As {@link BarMemory.since}; undefined too while the stream is broken. */
  since(coin: string, interval: Interval, from: number, asOf: number): Remembered | undefined;
  /**
   * Waits until the last bar that had closed by `asOf` is settled. A request would bring it no sooner, and costs. At once
   * where the stream does not bring such bars, or is broken; never longer than {@link SETTLED_WITHIN_MS} after `asOf`.
   */
  settled(coin: string, interval: Interval, asOf: number): Promise<void>;
  /** Records a fault of bars, or reads the newest one; one of an hour before is over. */
  fault(reason?: string): BarFault | undefined;
}

const FAULT_MS = 3_600_000;
/** Longest wait for a bar to settle, after its close. */
export const SETTLED_WITHIN_MS = 15_000;
const LOOK_AGAIN_MS = 250;

/** @param heard moment of the venue's clock up to which the stream has told everything; undefined while it is broken. */
export function createStreamedBars(clock: Clock, config: PerpdexConfig, heard: () => number | undefined): StreamedBars {
  const { streamed, settleMs } = config;
  const intervals = INTERVALS.flatMap((interval): readonly (readonly [Interval, number])[] => {
    const kept = streamed[interval];
    return kept === undefined ? [] : [[interval, kept]];
  });
  const memories = new Map<string, BarMemory>();
  const keyOf = (coin: string, interval: Interval): string => `${coin}/${interval}`;
  let fault: (BarFault & { readonly at: number }) | undefined;

  const isUnsettled = (closed: number): boolean => {
    const known = heard();
    return known !== undefined && known < closed + settleMs && clock.now() < closed + SETTLED_WITHIN_MS;
  };
  return {
    watch: (coin) => {
      for (const [interval, kept] of intervals) {
        const key = keyOf(coin, interval);
        if (!memories.has(key)) memories.set(key, createBarMemory(interval, kept, settleMs));
      }
    },
    forget: (coin) => {
      for (const [interval] of intervals) memories.delete(keyOf(coin, interval));
    },
    clear: () => memories.clear(),
    size: () => [...memories.values()].reduce((sum, memory) => sum + memory.size(), 0),
    confirmed: (coin, interval, at) => memories.get(keyOf(coin, interval))?.confirmed(at),
    take: (coin, interval, bar) => memories.get(keyOf(coin, interval))?.take(bar),
    fill: (coin, interval, bars) => memories.get(keyOf(coin, interval))?.fill(bars),
    broken: (gap, of) => {
      for (const [key, memory] of memories) {
        if (of === undefined || key === keyOf(of.coin, of.interval)) memory.broken(gap);
      }
    },
    since: (coin, interval, from, asOf) => {
      const known = heard();
      return known === undefined ? undefined : memories.get(keyOf(coin, interval))?.since(from, asOf, known);
    },
    settled: async (coin, interval, asOf) => {
      const closed = bucketOpen(asOf, stepMs(interval));
      while (memories.has(keyOf(coin, interval)) && isUnsettled(closed)) {
        await new Promise<void>((resolve) => clock.schedule(clock.now() + LOOK_AGAIN_MS, resolve));
      }
    },
    fault: (reason) => {
      const now = clock.now();
      if (reason !== undefined) fault = { since: fault?.since ?? now, reason, at: now };
      if (fault !== undefined && now - fault.at > FAULT_MS) fault = undefined;
      return fault;
    },
  };
}
