/** The backtester against sums worked out by hand. */

import { describe, expect, it } from 'vitest';
import { backtest, FREE, type CoinBars, type Costs, type Decide, type Order, type Panel } from './backtester.ts';

const column = (...values: readonly number[]): Float64Array => Float64Array.from(values);
const zeros = (n: number): Float64Array => new Float64Array(n);

/** Bars `[open, high, low, close]`. */
function panelOfBars(...rows: readonly (readonly [number, number, number, number])[]): Panel {
  const columnOf = (k: 0 | 1 | 2 | 3): Float64Array => column(...rows.map((row) => row[k]));
  const coin: CoinBars = {
    time: column(...rows.map((_, i) => i * 3_600_000)),
    open: columnOf(0),
    high: columnOf(1),
    low: columnOf(2),
    close: columnOf(3),
    volume: zeros(rows.length),
    funding: zeros(rows.length),
    openInterest: zeros(rows.length),
    paid: zeros(rows.length),
  };
  return { symbols: ['X'], time: coin.time, coins: [coin] };
}
/** Rule with fixed orders at the closes of given bars. */
const script =
  (...orders: readonly (readonly Order[])[]): Decide =>
  (i) =>
    orders[i] ?? [];
const prices = (panel: Panel, decide: Decide, costs: Costs = FREE): readonly (readonly [number, number, number])[] =>
  backtest(panel, decide, costs).fills.map(({ bar, price, change }) => [bar, price, change]);

describe('backtest', () => {
  const panel = panelOfBars([100, 104, 98, 102], [102, 110, 101, 108], [112, 115, 90, 95], [95, 96, 80, 85]);

  it('fills at the next open, and never in the bar of the decision', () => {
    expect(prices(panel, script([{ coin: 0, kind: 'market', units: 0.01 }]))).toEqual([[1, 102, 0.01]]);
  });

  it('fills a stop at its price, or at the open that lies beyond it', () => {
    const buy: Order = { coin: 0, kind: 'stop', units: 0.01, price: 109 };
    expect(prices(panel, script([buy]))).toEqual([[1, 109, 0.01]]);
    expect(prices(panel, script([], [buy]))).toEqual([[2, 112, 0.01]]);
    expect(prices(panel, script([{ coin: 0, kind: 'stop', units: 0.01, price: 111 }]))).toEqual([]);
  });

  it('fills a limit at its price or better, and keeps no order beyond its bar', () => {
    expect(prices(panel, script([{ coin: 0, kind: 'limit', units: 0.01, price: 101.5 }]))).toEqual([[1, 101.5, 0.01]]);
    expect(prices(panel, script([], [], [{ coin: 0, kind: 'limit', units: 0.01, price: 99 }]))).toEqual([
      [3, 95, 0.01],
    ]);
    expect(prices(panel, script([{ coin: 0, kind: 'limit', units: 0.01, price: 95 }]))).toEqual([]);
  });

  it('takes the stop where a bar reaches stop and target', () => {
    const both: readonly Order[] = [
      { coin: 0, kind: 'limit', units: 0, price: 114 },
      { coin: 0, kind: 'stop', units: 0, price: 92 },
    ];
    expect(prices(panel, script([{ coin: 0, kind: 'market', units: 0.01 }], both))).toEqual([
      [1, 102, 0.01],
      [2, 92, -0.01],
    ]);
  });

  it('fills each of the orders that add', () => {
    const lines = [105, 103, 101].map((price): Order => ({ coin: 0, kind: 'limit', change: 0.001, price }));
    expect(prices(panel, script([], [], lines))).toHaveLength(3);
    expect(backtest(panel, script([], [], lines), FREE).units[0]!.at(-1)).toBeCloseTo(0.003, 12);
  });

  it('charges the notional of each fill, and funding on what is held', () => {
    const { coins, ...rest } = panel;
    const paying: Panel = { ...rest, coins: [{ ...coins[0]!, paid: column(0.1, 0.1, 0.001, 0) }] };
    const orders = script([{ coin: 0, kind: 'market', units: 0.01 }], [], [{ coin: 0, kind: 'market', units: 0 }]);
    const run = backtest(paying, orders, { takerBp: 10, makerBp: 0, paysFunding: false });
    expect(run.equity.at(-1)).toBeCloseTo(1 + 0.01 * (95 - 102) - 0.001 * 0.01 * (95 + 102), 12);
    const funded = backtest(paying, orders, { takerBp: 0, makerBp: 0, paysFunding: true });
    expect(funded.equity.at(-1)).toBeCloseTo(1 + 0.01 * (95 - 102) - 0.01 * (0.1 * 108 + 0.001 * 95), 12);
  });
});
