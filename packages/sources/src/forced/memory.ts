/** Forced closes of a stream, each once, in the order in which they were learned; bounded in time and in number. */

import type { Liquidation } from '../market/liquidations.ts';
import { createLearnedOrder } from '../perpdex/learned.ts';
import type { LearnedRange } from '../market/trades.ts';

/** Bounds of a memory. */
export interface ForcedMemoryConfig {
  /** Time for which a close is kept, and known when it comes again, ms. */
  readonly keptMs: number;
  /** Most closes that are kept. */
  readonly kept: number;
}

/** Closes that came. Moments are epoch ms. */
export interface ForcedMemory {
  /** @returns false of one that is there already: its symbol and id are the same. */
  add(close: Liquidation, now: number): boolean;
  /** Closes learned within the range, and the moment after which none that came is missing. */
  within(range: LearnedRange, now: number): { readonly liquidations: readonly Liquidation[]; readonly since: number };
}

/** @param began moment from which on everything is kept. */
export function createForcedMemory({ keptMs, kept }: ForcedMemoryConfig, began: number): ForcedMemory {
  const order = createLearnedOrder();
  /** By symbol and id, in the order of arrival. */
  const closes = new Map<string, { readonly close: Liquidation; readonly learned: number }>();
  let since = began;
  const prune = (now: number): void => {
    for (const [name, { learned }] of closes) {
      if (learned > now - keptMs && closes.size <= kept) return;
      closes.delete(name);
      since = learned;
    }
  };
  return {
    add: (close, now) => {
      const name = `${close.symbol}/${close.id}`;
      if (closes.has(name)) return false;
      closes.set(name, { close, learned: order.stamp(now) });
      prune(now);
      return true;
    },
    within: ({ from, to }, now) => {
      const end = order.covered(to, now);
      prune(now);
      const rows = [...closes.values()].filter(({ learned }) => learned > from && learned <= end);
      return { liquidations: rows.map(({ close }) => close), since };
    },
  };
}
