/** Taker flow of all coins over a window of sealed minutes. */

import { ExactSum } from './exact-sum.ts';
import type { SealedMinute } from './minute.ts';
import { flowEnd, largeShare, lastMinutes, unwatchedOf } from './rows.ts';

/** Windows and their minutes. */
export const FLOW_WINDOWS: { readonly '15m': 15; readonly '1h': 60; readonly '4h': 240 } = Object.freeze({
  '15m': 15,
  '1h': 60,
  '4h': 240,
});
/** Name of a window. */
export type FlowWindow = keyof typeof FLOW_WINDOWS;

/** Flow of a coin with fills in the window. */
export interface UniverseFlowRow {
  readonly coin: string;
  /** Notional by side of the aggressor over the watched minutes, USD. */
  readonly buyNotional: number;
  /** Taker sells over the watched minutes, USD. */
  readonly sellNotional: number;
  /** Buys over both sides, 0…1. */
  readonly takerBuyRatio: number;
  readonly trades: number;
  /** Share of large fills in the notional; NaN without large fills. */
  readonly largeFillShare: number;
  /** Minutes of the window that were not watched completely; the same for every coin. */
  readonly partialMinutes: number;
}

/** Window of the universe. */
export interface UniverseFlow {
  readonly window: FlowWindow;
  readonly windowMinutes: number;
  /** End of the last sealed minute, exclusive, epoch ms. */
  readonly asOf: number;
  readonly partialMinutes: number;
  /** Rows, largest notional first, equal ones by name. */
  readonly rows: readonly UniverseFlowRow[];
}

/**
 * Buys over both sides, 0…1; NaN without fills.
 *
 * @param buy taker buys, any unit.
 * @param sell taker sells, in the unit of the buys.
 * @returns a fraction; 0.5 when both are equal.
 * @example
 * takerBuyRatio(3, 1); // → 0.75
 */
export function takerBuyRatio(buy: number, sell: number): number {
  return buy / (buy + sell);
}

interface Sums {
  readonly buy: ExactSum;
  readonly sell: ExactSum;
  readonly large: ExactSum;
  trades: number;
}

/**
 * Sums the sealed minutes of a window. Coins without fills are absent, and minutes before the first sealed one count as
 * partial.
 *
 * @param minutes sealed minutes, oldest first.
 * @returns the window; undefined before the first sealed minute.
 * @example
 * const btc = { coin: 'BTC', buy: 900, sell: 300, large: 600, trades: 3, vwap: 60_000, maxFill: 600 };
 * const flow = universeFlow([{ time: 0, partial: false, coins: [btc] }], '15m');
 * [flow?.rows[0]?.takerBuyRatio, flow?.rows[0]?.largeFillShare, flow?.partialMinutes]; // → [ 0.75, 0.5, 14 ]
 */
export function universeFlow(minutes: readonly SealedMinute[], window: FlowWindow): UniverseFlow | undefined {
  const asOf = flowEnd(minutes);
  if (asOf === undefined) return undefined;
  const windowMinutes = FLOW_WINDOWS[window];
  const partialMinutes = unwatchedOf(minutes, windowMinutes);
  const byCoin = new Map<string, Sums>();
  for (const { coins } of lastMinutes(minutes, windowMinutes)) {
    for (const { coin, buy, sell, large, trades } of coins) {
      let sums = byCoin.get(coin);
      if (sums === undefined) {
        sums = { buy: new ExactSum(), sell: new ExactSum(), large: new ExactSum(), trades: 0 };
        byCoin.set(coin, sums);
      }
      sums.buy.add(buy);
      sums.sell.add(sell);
      sums.large.add(large);
      sums.trades += trades;
    }
  }
  const rows = [...byCoin].map(([coin, sums]): UniverseFlowRow => {
    const [buyNotional, sellNotional] = [sums.buy.value(), sums.sell.value()];
    const largeFillShare = largeShare(sums.large.value(), buyNotional + sellNotional);
    const ratio = takerBuyRatio(buyNotional, sellNotional);
    return {
      coin,
      buyNotional,
      sellNotional,
      takerBuyRatio: ratio,
      trades: sums.trades,
      largeFillShare,
      partialMinutes,
    };
  });
  const notional = ({ buyNotional, sellNotional }: UniverseFlowRow): number => buyNotional + sellNotional;
  rows.sort((a, b) => {
    const difference = notional(b) - notional(a);
    if (difference !== 0) return difference;
    return a.coin < b.coin ? -1 : 1;
  });
  return { window, windowMinutes, asOf, partialMinutes, rows };
}
