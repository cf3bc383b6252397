/** A source of trades for tests: every trade, change of its connection and limit of its memory is given. */

import { ok } from '@barograph/core';
import type { Fill, SealedMinute } from '@barograph/positioning';
import type { Feeds } from '../../../../sources/src/market/feeds.ts';
import type { Liquidation } from '../../../../sources/src/market/liquidations.ts';
import type { Source } from '../../../../sources/src/market/source.ts';
import type { ConnectionChange, LearnedRange, Trades } from '../../../../sources/src/market/trades.ts';
import type { TakerMinutes } from '../../../../store/src/taker-minutes.ts';

/** A trade, and when the source learned of it. */
export interface LearnedFill extends Fill {
  readonly learned: number;
}

/** Everything that a source has seen; it may grow between pulls. */
export interface Seen {
  readonly fills: readonly LearnedFill[];
  /** Ascending; without any the connection is always up. */
  readonly changes?: readonly ConnectionChange[];
  /** Nothing is remembered of what was learned up to here. */
  readonly memoryFrom?: number;
  readonly liquidations?: readonly (Liquidation & { readonly learned: number })[];
}

function tradesOf({ fills, changes = [], memoryFrom = 0 }: Seen, { from, to }: LearnedRange): Trades {
  const since = Math.max(from, memoryFrom);
  const rows = fills.filter(({ learned }) => learned > since && learned <= to).sort((a, b) => a.learned - b.learned);
  const symbols = [...new Set(rows.map(({ coin }) => coin))];
  const column = (read: (fill: LearnedFill) => number): Float64Array => Float64Array.from(rows, read);
  return {
    symbols,
    symbol: column(({ coin }) => symbols.indexOf(coin)),
    learned: column(({ learned }) => learned),
    time: column(({ time }) => time),
    isBuy: column(({ side }) => Number(side === 'buy')),
    price: column(({ price }) => price),
    size: column(({ size }) => size),
    id: rows.map(({ id }) => id),
    changes: changes.filter(({ time }) => time > from && time <= to),
    wasUp: changes.findLast(({ time }) => time <= from)?.isUp ?? changes[0]?.isUp !== true,
    since,
  };
}

/** Feeds of what was seen. */
export function seenFeeds(seen: () => Seen): Pick<Feeds, 'trades' | 'liquidations'> {
  return {
    trades: { pull: async (range) => ok({ rows: tradesOf(seen(), range), asOf: range.to }) },
    liquidations: {
      pull: async ({ from, to }) => {
        const { liquidations = [], memoryFrom = 0 } = seen();
        const rows = liquidations.filter(({ learned }) => learned > from && learned <= to);
        const since = Math.max(from, memoryFrom);
        return ok({ rows: { liquidations: rows, basis: 'fills', since }, asOf: to });
      },
    },
  };
}

/** A source of nothing else. */
export function tradesSource(seen: () => Seen): Source {
  return {
    id: 'trades',
    kind: 'live',
    feeds: seenFeeds(seen),
    start: async () => undefined,
    close: async () => undefined,
    state: () => [],
  };
}

/** Sealed minutes in memory. */
export interface MemoryMinutes extends TakerMinutes {
  readonly appended: number[];
  readonly write: (minutes: readonly SealedMinute[]) => Promise<number>;
}

/** Sealed minutes in memory, with the rule of the stored ones: the first stays. */
export function memoryMinutes(): MemoryMinutes {
  const kept = new Map<number, Awaited<ReturnType<TakerMinutes['read']>>[number]>();
  const appended: number[] = [];
  return {
    appended,
    write: async (minutes) => {
      for (const { time, partial, coins } of minutes) {
        appended.push(time);
        if (kept.has(time)) continue;
        const stored = coins.map(
          ({ coin, buy, sell, large, trades, vwap, maxFill }) =>
            [coin, buy, sell, large, trades, vwap, maxFill] as const,
        );
        kept.set(time, { time, partial, coins: stored });
      }
      return minutes.length;
    },
    read: async (_, { after, upTo, most }) =>
      [...kept.values()]
        .filter(({ time }) => time > after && time <= upTo)
        .sort((a, b) => a.time - b.time)
        .slice(0, most),
  };
}
