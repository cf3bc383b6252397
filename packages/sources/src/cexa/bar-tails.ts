/** Cache of the last closed bars of pairs, without gaps, so that later passes request newer bars only. */

import { stepMs, type Bar, type Interval } from '@barograph/core';
import type { CexaConfig } from './config.ts';

/** Every bar of the venue that opens within `[from, to)`, epoch ms. */
export interface BarTail {
  readonly from: number;
  readonly to: number;
  /** Oldest first. */
  readonly bars: readonly Bar[];
}

/** Tails by pair and interval. */
export interface BarTails {
  /** Returns the cached tail that covers `from`, epoch ms; undefined when the span must be requested. */
  from(symbol: string, interval: Interval, from: number): BarTail | undefined;
  /**
   * Stores fetched bars: every bar since `from`, epoch ms.
   *
   * @param bars final bars, oldest first, including the bars of the previous tail.
   */
  take(symbol: string, interval: Interval, from: number, bars: readonly Bar[]): void;
  /** Number of cached pairs and bars of an interval, and the newest close, epoch ms. */
  coverage(interval: Interval): { readonly symbols: number; readonly bars: number; readonly lastClose: number | null };
  clear(): void;
}

/** Creates an empty cache of bar tails. */
export function createBarTails({ tails: kept }: Pick<CexaConfig, 'tails'>): BarTails {
  const tails = new Map<Interval, Map<string, BarTail>>();
  return {
    from: (symbol, interval, from) => {
      const tail = tails.get(interval)?.get(symbol);
      return tail !== undefined && from >= tail.from && from <= tail.to ? tail : undefined;
    },
    take: (symbol, interval, from, bars) => {
      const most = kept[interval];
      const last = bars.at(-1);
      if (most === undefined || last === undefined) return;
      const known = tails.get(interval) ?? new Map<string, BarTail>();
      tails.set(interval, known);
      const to = last.time + stepMs(interval);
      // An answer about the past must not replace newer bars.
      if (to < (known.get(symbol)?.to ?? 0)) return;
      const begin = Math.max(from, to - most * stepMs(interval));
      known.set(symbol, { from: begin, to, bars: bars.filter(({ time }) => time >= begin) });
    },
    coverage: (interval) => {
      const all = [...(tails.get(interval)?.values() ?? [])];
      return {
        symbols: all.length,
        bars: all.reduce((sum, { bars }) => sum + bars.length, 0),
        lastClose: all.length === 0 ? null : Math.max(...all.map(({ to }) => to)),
      };
    },
    clear: () => tails.clear(),
  };
}
