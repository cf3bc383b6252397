/** Forced closes of a stream without duplicates, in arrival order, bounded by age and number. */

import type { Liquidation } from '../market/liquidations.ts';
import { createLearnedOrder } from '../perpdex/learned.ts';
import type { LearnedRange } from '../market/trades.ts';

/** Bounds of a memory. */
export interface ForcedMemoryConfig {
  /** Maximum age of a close, and the window for detecting duplicates, ms. */
  readonly keptMs: number;
  /** Maximum number of closes kept. */
  readonly kept: number;
}

/** Memory of forced closes. Times are epoch ms. */
export interface ForcedMemory {
  /** @returns false for a duplicate, by symbol and id. */
  add(close: Liquidation, now: number): boolean;
  /** Closes that arrived within the range, and the time since which none that arrived was dropped. */
  within(range: LearnedRange, now: number): { readonly liquidations: readonly Liquidation[]; readonly since: number };
}

/**
 * Creates an empty memory of forced closes.
 * @param began start of the memory, epoch ms.
 */
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
