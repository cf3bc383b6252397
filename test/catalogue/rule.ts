/** Form of a coded strategy, and common helpers. */

import { indicator, type ComputedColumns, type PeerBars } from 'barograph/indicator';
import type { Account, CoinBars, Costs, Decide, Order, Panel } from './backtester.ts';

/** A strategy of the catalogue as code. */
export interface Rule {
  readonly slug: string;
  /** Hours of a bar. */
  readonly every: number;
  readonly symbols: readonly string[];
  /** Sides that the text allows; `neutral` has both at once. */
  readonly sides: 'long' | 'both' | 'neutral';
  readonly costs: Costs;
  readonly start: (panel: Panel) => Decide;
}

/** Largest perps of the simulator. */
export const TEN = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'AVAX', 'LINK', 'ADA', 'DOT', 'LTC'] as const;

/** Costs of a text that names basis points a side. */
export const perp = (bp: number): Costs => ({ takerBp: bp, makerBp: bp, paysFunding: true });
export const spot = (bp: number): Costs => ({ takerBp: bp, makerBp: bp, paysFunding: false });

/**
 * Orders of one coin after another, each by a function that was made for it.
 *
 * @param most coins held at once: of new ones the first of the panel are taken, which are the most traded.
 */
export const eachCoin =
  (decideOf: (bars: CoinBars, coin: number, panel: Panel) => Decide, most = Infinity) =>
  (panel: Panel): Decide => {
    const decides = panel.coins.map((bars, coin) => decideOf(bars, coin, panel));
    return (i, account) => {
      let places = most - open(account);
      return decides.flatMap((decide, coin) => {
        const orders = decide(i, account);
        const isNew = account.units[coin] === 0 && orders.some(({ units = 0 }) => units !== 0);
        return isNew && places-- <= 0 ? [] : [...orders];
      });
    };
  };

/** All columns of an indicator. */
export const columns = (
  slug: string,
  bars: CoinBars,
  parameters: Readonly<Record<string, number>> = {},
  beside?: PeerBars,
): ComputedColumns => indicator(slug, bars, beside === undefined ? { parameters } : { parameters, beside });

/** The first column of an indicator. */
export const column = (slug: string, bars: CoinBars, parameters: Readonly<Record<string, number>> = {}): Float64Array =>
  Object.values(columns(slug, bars, parameters))[0]!;

/** Applies an indicator of closes to a column. */
export const columnOn = (
  slug: string,
  close: Float64Array,
  bars: CoinBars,
  parameters: Readonly<Record<string, number>>,
): Float64Array => {
  // Recursions cannot start on NaN: leading NaN are cut off and put back.
  const from = close.findIndex((value) => !Number.isNaN(value));
  const out = new Float64Array(close.length).fill(NaN);
  if (from < 0) return out;
  const x = close.slice(from);
  out.set(column(slug, { ...bars, time: bars.time.slice(from), open: x, high: x, low: x, close: x }, parameters), from);
  return out;
};

export const sma = (bars: CoinBars, n: number): Float64Array => column('simple-moving-average', bars, { n });
export const ema = (bars: CoinBars, n: number): Float64Array => column('exponential-moving-average', bars, { n });
export const atr = (bars: CoinBars, n: number): Float64Array => column('average-true-range', bars, { n });

/** Values of `n` bars to `i`, this one included; fewer at the start. */
export const last = (x: Float64Array, i: number, n: number): Float64Array => x.subarray(Math.max(0, i - n + 1), i + 1);
export const highest = (x: Float64Array, i: number, n: number): number => Math.max(...last(x, i, n));
export const lowest = (x: Float64Array, i: number, n: number): number => Math.min(...last(x, i, n));
export const mean = (x: ArrayLike<number>): number => Array.from(x).reduce((a, b) => a + b, 0) / x.length;
/** Sample deviation. */
export const deviation = (x: ArrayLike<number>): number => {
  const m = mean(x);
  return Math.sqrt(Array.from(x).reduce((a, b) => a + (b - m) ** 2, 0) / (x.length - 1));
};
/** Share of the values of `n` bars to `i` that lie below the last of them, in percent. */
export const percentile = (x: Float64Array, i: number, n: number): number =>
  (100 * last(x, i, n).filter((value) => value < x[i]!).length) / (n - 1);
export const quantile = (x: Float64Array, p: number): number => {
  const sorted = Float64Array.from(x).sort();
  const at = p * (sorted.length - 1);
  const low = Math.floor(at);
  return sorted[low]! + (at - low) * ((sorted[low + 1] ?? sorted[low]!) - sorted[low]!);
};
/** Daily log returns; NaN at first. */
export const returns = ({ close }: CoinBars): Float64Array =>
  close.map((value, i) => (i === 0 ? NaN : Math.log(value / close[i - 1]!)));
/** Yearly deviation of the log returns of `n` days. */
export const yearly = (bars: CoinBars, n: number): Float64Array => column('historical-volatility', bars, { n });
/** Mean of H − L over `n` bars to `i`. */
export const meanRange = ({ high, low }: CoinBars, i: number, n: number): number =>
  mean(last(high, i, n)) - mean(last(low, i, n));

export const market = (coin: number, units: number): Order => ({ coin, kind: 'market', units });
export const stop = (coin: number, units: number, price: number): Order => ({ coin, kind: 'stop', units, price });
export const limit = (coin: number, units: number, price: number): Order => ({ coin, kind: 'limit', units, price });

/** Coins with a position. */
export const open = ({ units }: Account): number => units.filter((value) => value !== 0).length;
/** Moment of the close of a bar. */
export const closeTime = ({ time }: { readonly time: Float64Array }, i: number, every: number): Date =>
  new Date(time[i]! + every * 3_600_000);

/** Whether the next bar opens a month. */
export const isNewMonth = (panel: Panel, i: number): boolean => closeTime(panel, i, 24).getUTCDate() === 1;
/** Orders for weights of equity, one a coin. */
export const weights = (panel: Panel, i: number, equity: number, targets: readonly number[]): Order[] =>
  targets.map((weight, coin) => market(coin, (weight * equity) / panel.coins[coin]!.close[i]!));
/** Coins by score, the lowest first. */
export const ranked = (scores: readonly number[]): number[] =>
  scores.map((_, coin) => coin).sort((a, b) => scores[a]! - scores[b]!);
