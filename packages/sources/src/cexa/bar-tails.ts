/** The last closed bars of pairs, without a hole in what was asked: later passes ask for those behind them alone. */

import { stepMs, type Bar, type Interval } from '@barograph/core';
import type { CexaConfig } from './config.ts';

/** Bars that open within `[from, to)`, all that the venue has. */
export interface BarTail {
  readonly from: number;
  readonly to: number;
  /** Oldest first. */
  readonly bars: readonly Bar[];
}

/** Tails by pair and interval. */
export interface BarTails {
  /** The tail that a span from `from` on can go on from; undefined when it has to be asked for from there. */
  from(symbol: string, interval: Interval, from: number): BarTail | undefined;
  /**
   * Takes what was asked for: every bar from `from` on.
   *
   * @param bars closed for good, oldest first, those of the tail before them included.
   */
  take(symbol: string, interval: Interval, from: number, bars: readonly Bar[]): void;
  /** Pairs that have a tail, bars that are held, and the newest close, epoch ms; of one interval. */
  coverage(interval: Interval): { readonly symbols: number; readonly bars: number; readonly lastClose: number | null };
  clear(): void;
}

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
      // An answer about the past must not take the place of what is newer.
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
