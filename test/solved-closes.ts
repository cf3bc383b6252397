/** Forced closes of the simulator with the liquidation prices of the previous cycle, solved from margin. */

import { bucketOpen, DAY_MS } from '@barograph/core';
import { accountBook, type AccountRecord } from '@barograph/positioning';
import {
  createAccounts,
  createFlow,
  createMarket,
  createObservations,
  SIMULATOR_V2,
  type ForcedClose,
} from '@barograph/simulator';

/** A part of a position that was closed by force, and what was solved for its holder. */
export interface SolvedClose {
  readonly close: ForcedClose;
  /** Moment of the cycle before it, epoch ms. */
  readonly cycle: number;
  readonly leverage: number;
  /** Liquidation price of that cycle; NaN where none was solved. */
  readonly solved: number;
  /** Distance of the solved price from that of the close, percent of the mark of the cycle; Infinity without a price. */
  readonly errorPct: number;
}

/** A close whose position the cycle before does not have. */
export interface Unseen {
  readonly close: ForcedClose;
  readonly cycle: number;
}

/** Leverages that are counted together. */
export const BUCKETS = [1, 2, 3, 5, 10, 20, 40].map((most, i, all) => {
  const least = all[i - 1] ?? 0;
  return { most, name: `up to ${most}×`, holds: (leverage: number): boolean => leverage > least && leverage <= most };
});

/**
 * Every forced close of some perps. Liquidation prices that the simulator gives are taken away, so that they are solved from
 * size, entry, margin and the tiers of the perp.
 *
 * @param days number of days, starting at the 40th day of the market.
 * @param every ms between two cycles.
 */
export function solvedCloses(
  symbols: readonly string[],
  days: number,
  every: number,
): { readonly closes: readonly SolvedClose[]; readonly unseen: readonly Unseen[] } {
  const market = createMarket();
  const observations = createObservations(market);
  const accounts = createAccounts(market, observations);
  const flow = createFlow(market);
  const from = SIMULATOR_V2.start + 40 * DAY_MS;
  const closes: SolvedClose[] = [];
  const unseen: Unseen[] = [];
  for (const symbol of symbols) {
    for (const close of flow.forcedCloses(symbol, from, from + days * DAY_MS)) {
      // A cycle at the very moment of the close would see it closed.
      const cycle = bucketOpen(close.time - 1, every);
      const { mark, maxLeverage } = observations.perp(symbol, cycle)!;
      const sign = close.side === 'long' ? 1 : -1;
      const holdings = accounts
        .held(symbol, cycle)
        .filter(({ holding }) => holding.entry === close.entry && holding.leverage === close.leverage)
        .filter(({ holding }) => holding.size * sign > 0 && holding.marginMode === 'isolated');
      if (holdings.length === 0) unseen.push({ close, cycle });
      const records = holdings.map(({ holding: { size, entry, leverage, margin } }, i): AccountRecord => ({
        address: String(i),
        equity: null,
        positions: [{ coin: symbol, size, entry, leverage, marginMode: 'isolated', margin }],
      }));
      const terms = [{ coin: symbol, mark, tiers: [{ from: 0, maxLeverage }] }];
      const { positions } = accountBook(records, terms, { leastNotional: 0 });
      for (const solved of positions.liquidation) {
        const error = (100 * Math.abs(solved - close.price)) / mark;
        const errorPct = Number.isNaN(error) ? Infinity : error;
        closes.push({ close, cycle, leverage: close.leverage, solved, errorPct });
      }
    }
  }
  return { closes, unseen };
}
