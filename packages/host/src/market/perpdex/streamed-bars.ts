/** Bars of all perps of the stream, and what was wrong with bars. */

import type { Bar, Interval } from '@barograph/core';
import type { Clock } from '../../clock.ts';
import type { Gap } from '../upstream/stream.ts';
import { createBarMemory, type BarMemory, type Remembered } from './bar-memory.ts';
import { STREAMED, type PerpdexConfig } from './config.ts';

/** Reason and beginning of a fault. */
export interface BarFault {
  readonly since: number;
  readonly reason: string;
}

/** Memory of the stream. */
export interface StreamedBars {
  /** Begins to remember a perp; its updates come from now on. */
  watch(coin: string): void;
  forget(coin: string): void;
  take(coin: string, interval: Interval, bar: Bar): void;
  fill(coin: string, interval: Interval, bars: readonly Bar[]): void;
  /** Something came from the stream. */
  heard(at: number): void;
  broken(gap: Pick<Gap, 'from' | 'to'>): void;
  /** As {@link BarMemory.since}; undefined too while the stream is broken. */
  since(coin: string, interval: Interval, from: number, asOf: number): Remembered | undefined;
  /** Records a fault of bars, or reads the newest one; one of an hour before is over. */
  fault(reason?: string): BarFault | undefined;
}

const FAULT_MS = 3_600_000;

/** Whether the open bar of an interval is known, and a bar without trades is distinguished from one that was not seen. */
export function isStreamed(interval: Interval): boolean {
  return STREAMED.some((one) => one === interval);
}

/** @param isBroken whether the stream is silent now. */
export function createStreamedBars(clock: Clock, config: PerpdexConfig, isBroken: () => boolean): StreamedBars {
  const { streamed, settleMs } = config;
  const intervals = Object.entries(streamed) as [Interval, number][];
  const memories = new Map<string, BarMemory>();
  const keyOf = (coin: string, interval: Interval): string => `${coin}/${interval}`;
  let heardAt = -Infinity;
  let fault: (BarFault & { readonly at: number }) | undefined;
  return {
    watch: (coin) => {
      for (const [interval, kept] of intervals) {
        const key = keyOf(coin, interval);
        if (!memories.has(key))
          memories.set(key, createBarMemory(interval, isStreamed(interval) ? clock.now() : Infinity, kept, settleMs));
      }
    },
    forget: (coin) => {
      for (const [interval] of intervals) memories.delete(keyOf(coin, interval));
    },
    take: (coin, interval, bar) => memories.get(keyOf(coin, interval))?.take(bar),
    fill: (coin, interval, bars) => memories.get(keyOf(coin, interval))?.fill(bars),
    heard: (at) => {
      heardAt = Math.max(heardAt, at);
    },
    broken: (gap) => {
      for (const memory of memories.values()) memory.broken(gap);
    },
    since: (coin, interval, from, asOf) =>
      isBroken() ? undefined : memories.get(keyOf(coin, interval))?.since(from, asOf, clock.now(), heardAt),
    fault: (reason) => {
      const now = clock.now();
      if (reason !== undefined) fault = { since: fault?.since ?? now, reason, at: now };
      if (fault !== undefined && now - fault.at > FAULT_MS) fault = undefined;
      return fault;
    },
  };
}
