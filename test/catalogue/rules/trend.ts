/** Trend following. */

import type { Order } from '../backtester.ts';
import {
  atr,
  column,
  columns,
  eachCoin,
  ema,
  highest,
  last,
  deviation,
  lowest,
  market,
  perp,
  stop,
  TEN,
  type Rule,
} from '../rule.ts';

const aroon: Rule = {
  slug: 'aroon-dominance',
  every: 24,
  symbols: TEN,
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin) => {
    const { up, down } = columns('aroon', bars, { n: 25 });
    const side = (i: number): number => (up![i]! > 70 && down![i]! < 30 ? 1 : down![i]! > 70 && up![i]! < 30 ? -1 : 0);
    return (i, { units, equity }) => {
      const position = Math.sign(units[coin]!);
      if (position !== 0) {
        const lead = (at: number): number => (position > 0 ? up![at]! : down![at]!);
        const trail = position > 0 ? down![i]! : up![i]!;
        return lead(i) <= trail || (lead(i) < 50 && lead(i - 1) < 50) ? [market(coin, 0)] : [];
      }
      const now = side(i);
      if (now === 0 || i < 35) return [];
      for (let k = 1; k < 10; k++) if (side(i - k) === now) return [];
      const range = highest(bars.high, i, 20) - lowest(bars.low, i, 20);
      const share = range > 0.6 * bars.close[i]! ? 0.05 : 0.1;
      return [market(coin, (now * share * equity) / bars.close[i]!)];
    };
  }, 10),
};

const supertrend: Rule = {
  slug: 'supertrend-flip',
  every: 24,
  symbols: ['BTC', 'ETH', 'SOL'],
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin) => {
    const { supertrend: band, direction } = columns('supertrend', bars, { n: 10, k: 3 });
    const range = atr(bars, 10);
    let lost = 0;
    let opened = NaN;
    return (i, { units, equity, entry, fills }) => {
      const position = units[coin]!;
      const side = Math.sign(direction![i]!);
      const out = fills.find((fill) => fill.coin === coin && !Number.isNaN(opened));
      if (out !== undefined) {
        // What the fill closed; a reversal opens the next trade at the same price.
        const gain = (out.price - opened) * -Math.sign(out.change);
        lost = gain < 0 ? lost + 1 : 0;
      }
      if (fills.some((fill) => fill.coin === coin)) opened = position === 0 ? NaN : entry[coin]!;
      const orders: Order[] = [];
      const emergency = band![i]! - side * 2 * range[i]!;
      if (side !== 0 && i > 0 && side !== Math.sign(direction![i - 1]!) && !Number.isNaN(direction![i - 1]!)) {
        const price = bars.close[i]!;
        const size = Math.min((0.008 * equity) / Math.abs(price - band![i]!), (1.5 * equity) / price);
        orders.push(market(coin, side * size * (lost >= 3 ? 0.5 : 1)));
        orders.push(stop(coin, 0, emergency));
      } else if (position !== 0) orders.push(stop(coin, 0, emergency));
      return orders;
    };
  }),
};

const efficiency: Rule = {
  slug: 'efficiency-gated-trend',
  every: 24,
  symbols: ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE'],
  sides: 'both',
  costs: perp(6),
  start: eachCoin((bars, coin) => {
    const kama = column('kaufman-adaptive-moving-average', bars, { n: 10, fast: 2, slow: 30 });
    const ratio = column('efficiency-ratio', bars, { n: 20 });
    const three = bars.close.map((close, i) => (i < 3 ? NaN : Math.log(close / bars.close[i - 3]!)));
    let sized = NaN;
    return (i, { units, equity }) => {
      if (i < 40) return [];
      const close = bars.close[i]!;
      const position = Math.sign(units[coin]!);
      const er = ratio[i]!;
      const slope = Math.sign(kama[i]! - kama[i - 3]!);
      const size = Math.min((er * 0.03) / deviation(last(three, i, 20)), 0.6);
      const isWrong = (side: number): boolean => (close - kama[i]!) * side < 0;
      if (er >= 0.35 && slope !== 0 && slope !== position && !isWrong(slope)) {
        sized = er;
        return [market(coin, (slope * size * equity) / close)];
      }
      if (position === 0) return [];
      if (er < 0.2 || isWrong(position)) return [market(coin, 0)];
      if (Math.abs(er - sized) < 0.1) return [];
      sized = er;
      return [market(coin, (position * size * equity) / close)];
    };
  }),
};

const SPANS = [
  { fast: 16, slow: 64, scale: 3.75 },
  { fast: 32, slow: 128, scale: 2.65 },
] as const;
const within20 = (value: number): number => Math.max(-20, Math.min(20, value));

const ewmac: Rule = {
  slug: 'ewmac-forecast',
  every: 24,
  symbols: ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE'],
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin, { coins }) => {
    const risk = column('ewma-volatility', bars, { lambda: 1 - 2 / 37, A: 1 });
    const pairs = SPANS.map(({ fast, slow, scale }) => ({ fast: ema(bars, fast), slow: ema(bars, slow), scale }));
    return (i, { units, equity }) => {
      const close = bars.close[i]!;
      const forecasts = pairs.map(({ fast, slow, scale }) =>
        within20(((fast[i]! - slow[i]!) / (close * risk[i]!)) * scale),
      );
      const forecast = within20(1.05 * ((forecasts[0]! + forecasts[1]!) / 2));
      if (Number.isNaN(forecast)) return [];
      const whole = (0.2 * equity) / (Math.sqrt(365) * risk[i]! * coins.length) / close;
      const target = (forecast / 10) * whole;
      const position = units[coin]!;
      if (Math.abs(position - target) <= 0.1 * whole) return [];
      return [market(coin, target + Math.sign(position - target) * 0.1 * whole)];
    };
  }),
};

export const TREND: readonly Rule[] = [aroon, supertrend, efficiency, ewmac];
