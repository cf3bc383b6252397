/**
 * A small bar-by-bar backtester for the rules of the catalogue. A rule sees closed bars and its account and leaves orders
 * for the next bar; fills pay costs, positions pay funding. Nothing here is shipped.
 */

import type { IndicatorBars } from '@barograph/catalogue/compute';

/** Bars of a perp. */
export interface CoinBars extends IndicatorBars {
  readonly funding: Float64Array;
  readonly openInterest: Float64Array;
  /** Funding that a long of one unit of notional pays over the bar, a fraction. */
  readonly paid: Float64Array;
}

/** Bars of some coins on the same moments. */
export interface Panel {
  readonly symbols: readonly string[];
  readonly time: Float64Array;
  readonly coins: readonly CoinBars[];
}

/**
 * An order for the next bar alone. At market it fills at the open; a stop or limit at its price, or at the open where that
 * is beyond it. `units` is the position after the fill, `change` adds to it.
 */
export interface Order {
  readonly coin: number;
  readonly kind: 'market' | 'stop' | 'limit';
  readonly price?: number;
  readonly units?: number;
  readonly change?: number;
  /** Returned with the fill. */
  readonly tag?: number;
}

/** An order that was filled. */
export interface Fill {
  readonly bar: number;
  readonly coin: number;
  readonly kind: Order['kind'];
  readonly price: number;
  /** Bought, or sold where negative. */
  readonly change: number;
  readonly tag: number | undefined;
}

/** State at the close of a bar, as a rule sees it. */
export interface Account {
  readonly equity: number;
  /** Positions by coin, units. */
  readonly units: Readonly<Float64Array>;
  /** Price and bar of the fill that opened or turned the position, by coin; NaN while flat. */
  readonly entry: Readonly<Float64Array>;
  readonly since: Readonly<Float64Array>;
  /** Fills of this bar. */
  readonly fills: readonly Fill[];
}

/** Called at the close of each bar, in order. */
export type Decide = (bar: number, account: Account) => readonly Order[];

/** Charges on a run. */
export interface Costs {
  /** Cost of a market or stop order, basis points of its notional. */
  readonly takerBp: number;
  /** Cost of a limit order, basis points of its notional. */
  readonly makerBp: number;
  readonly paysFunding: boolean;
}

/** No charges. */
export const FREE: Costs = Object.freeze({ takerBp: 0, makerBp: 0, paysFunding: false });

/** A finished run; columns by bar, at its close. */
export interface Run {
  /** Begins at 1. */
  readonly equity: Float64Array;
  readonly units: readonly Float64Array[];
  readonly fills: readonly Fill[];
  /** Orders at the close of each bar. */
  readonly orders: readonly (readonly Order[])[];
  /** Sum of |notional| of the fills over equity at the time. */
  readonly turnover: number;
}

const EPSILON = 1e-12;

/** Fill price within a bar; undefined when the order is not reached. */
function priceWithin({ kind, price = NaN }: Order, isBuy: boolean, bars: CoinBars, bar: number): number | undefined {
  const open = bars.open[bar]!;
  if (kind === 'market') return open;
  // A stop buys at or above its price, a limit at or below it; a sale is the mirror.
  const isAbove = isBuy === (kind === 'stop');
  if (isAbove ? bars.high[bar]! < price : bars.low[bar]! > price) return undefined;
  return isAbove ? Math.max(open, price) : Math.min(open, price);
}

/**
 * Runs a rule over a panel. Of the resting orders of a coin that set `units`, the first that is reached fills, stops before
 * limits, for bars do not tell which came first; those with `change` fill each.
 */
export function backtest(panel: Panel, decide: Decide, costs: Costs): Run {
  const { coins, time } = panel;
  const units = new Float64Array(coins.length);
  const entry = new Float64Array(coins.length).fill(NaN);
  const since = new Float64Array(coins.length).fill(NaN);
  const columns = coins.map(() => new Float64Array(time.length));
  const equity = new Float64Array(time.length);
  const all: Fill[] = [];
  const given: (readonly Order[])[] = [];
  let cash = 1;
  let turnover = 0;
  let orders: readonly Order[] = [];

  const fill = (order: Order, bar: number): Fill | undefined => {
    const { coin, kind, tag } = order;
    const position = units[coin]!;
    const change = order.change ?? order.units! - position;
    if (!Number.isFinite(change)) throw new Error(`an order of coin ${coin} at bar ${bar} has no size`);
    if (Math.abs(change) * coins[coin]!.open[bar]! < EPSILON) return undefined;
    const price = priceWithin(order, change > 0, coins[coin]!, bar);
    if (price === undefined) return undefined;
    // Lots that were bought and sold leave a rounding residue, which is not a position.
    const sum = order.units ?? position + change;
    const after = Math.abs(sum) * price < EPSILON ? 0 : sum;
    if (Math.sign(after) !== Math.sign(position)) {
      entry[coin] = after === 0 ? NaN : price;
      since[coin] = after === 0 ? NaN : bar;
    }
    units[coin] = after;
    const notional = Math.abs(change) * price;
    cash -= change * price + (notional * (kind === 'limit' ? costs.makerBp : costs.takerBp)) / 1e4;
    turnover += notional / (equity[bar - 1] ?? 1);
    return { bar, coin, kind, price, change, tag };
  };

  for (let bar = 0; bar < time.length; bar++) {
    const fills: Fill[] = [];
    const done = new Set<number>();
    for (const kind of ['market', 'stop', 'limit'] as const) {
      for (const order of orders) {
        if (order.kind !== kind || (kind !== 'market' && order.units !== undefined && done.has(order.coin))) continue;
        const filled = fill(order, bar);
        if (filled === undefined) continue;
        fills.push(filled);
        if (kind !== 'market' && order.units !== undefined) done.add(order.coin);
      }
    }
    let value = cash;
    coins.forEach(({ close, paid }, coin) => {
      const notional = units[coin]! * close[bar]!;
      if (costs.paysFunding && notional !== 0) cash -= notional * paid[bar]!;
      value = value + notional - (costs.paysFunding && notional !== 0 ? notional * paid[bar]! : 0);
      columns[coin]![bar] = units[coin]!;
    });
    equity[bar] = value;
    all.push(...fills);
    orders = decide(bar, { equity: value, units, entry, since, fills });
    given.push(orders);
  }
  return { equity, units: columns, fills: all, orders: given, turnover };
}
