/** Forced closes without duplicates, in arrival order, bounded by age and number. */

import { createLearnedOrder } from '../perpdex/learned.ts';
import type { Liquidation } from '../market/liquidations.ts';
import type { LearnedRange } from '../market/trades.ts';
import type { CexaConfig } from './config.ts';

/** Memory of forced closes. Moments are epoch ms. */
export interface ForcedMemory {
  /** @returns whether it is new. */
  add(close: Liquidation, now: number): boolean;
  /** Closes that arrived within the range, and the time since which none that arrived was dropped. */
  within(range: LearnedRange, now: number): { readonly liquidations: readonly Liquidation[]; readonly since: number };
}

/**
 * Creates an empty memory of forced closes.
 * @param began start of the memory, epoch ms.
 */
export function createForcedMemory(
  { forcedKeptMs, forcedKept }: Pick<CexaConfig, 'forcedKeptMs' | 'forcedKept'>,
  began: number,
): ForcedMemory {
  const order = createLearnedOrder();
  /** By id, oldest first. */
  const kept = new Map<string, { readonly close: Liquidation; readonly learned: number }>();
  let since = began;
  const prune = (now: number): void => {
    for (const [id, { learned }] of kept) {
      if (learned > now - forcedKeptMs && kept.size <= forcedKept) return;
      kept.delete(id);
      since = learned;
    }
  };
  return {
    add: (close, now) => {
      if (kept.has(close.id)) return false;
      kept.set(close.id, { close, learned: order.stamp(now) });
      prune(now);
      return true;
    },
    within: ({ from, to }, now) => {
      const end = order.covered(to, now);
      prune(now);
      const rows = [...kept.values()].filter(({ learned }) => learned > from && learned <= end);
      return { liquidations: rows.map(({ close }) => close), since };
    },
  };
}
