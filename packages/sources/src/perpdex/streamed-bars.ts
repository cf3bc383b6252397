/** Streamed bars of all perps, and their faults. */

import { bucketOpen, INTERVALS, stepMs, type Bar, type Interval } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { Gap } from '../upstream/stream.ts';
import { createBarMemory, type BarMemory, type Remembered } from './bar-memory.ts';
import type { PerpdexConfig } from './config.ts';

/** Reason and start of a fault. */
export interface BarFault {
  readonly since: number;
  readonly reason: string;
}

/** Memory of the stream. Times of bars, gaps and confirmations are of the venue's clock. */
export interface StreamedBars {
  /** Starts the memory of a perp. */
  watch(coin: string): void;
  forget(coin: string): void;
  /** Clears all perps when the stream ends. */
  clear(): void;
  /** Number of bars in memory. */
  size(): number;
  /** Records a confirmed subscription. */
  confirmed(coin: string, interval: Interval, at: number): void;
  take(coin: string, interval: Interval, bar: Bar): void;
  fill(coin: string, interval: Interval, bars: readonly Bar[]): void;
  /** @param series perp and interval of the gap. @default all */
  broken(gap: Pick<Gap, 'from' | 'to'>, series?: { readonly coin: string; readonly interval: Interval }): void;
  /** Like {@link BarMemory.since}; also undefined while the stream is broken. */
  since(coin: string, interval: Interval, from: number, asOf: number): Remembered | undefined;
  /**
   * Waits until the last bar that closed by `asOf` is settled. A request would not be faster, and costs weight. Returns at once when
   * the stream lacks such bars or is broken, and at the latest {@link SETTLED_WITHIN_MS} after `asOf`.
   */
  settled(coin: string, interval: Interval, asOf: number): Promise<void>;
  /** Records a fault of bars, or returns the newest one; faults expire after an hour. */
  fault(reason?: string): BarFault | undefined;
}

const FAULT_MS = 3_600_000;
/** Maximum wait after its close for a bar to settle, ms. */
export const SETTLED_WITHIN_MS = 15_000;
const LOOK_AGAIN_MS = 250;

/**
 * Creates an empty memory of streamed bars for all perps.
 * @param heard time of the venue's clock up to which the stream is complete; undefined while it is broken.
 */
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
    broken: (gap, subscription) => {
      for (const [key, memory] of memories) {
        if (subscription === undefined || key === keyOf(subscription.coin, subscription.interval)) memory.broken(gap);
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
