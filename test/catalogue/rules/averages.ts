/** Systems of moving averages. */

import {
  atr,
  closeTime,
  columns,
  eachCoin,
  market,
  mean,
  perp,
  sma,
  spot,
  stop,
  TEN,
  yearly,
  type Rule,
} from '../rule.ts';

const golden: Rule = {
  slug: 'golden-cross-hold',
  every: 24,
  symbols: ['BTC', 'ETH', 'SOL'],
  sides: 'long',
  costs: spot(20),
  start: eachCoin((bars, coin, { coins }) => {
    const fast = sma(bars, 50);
    const slow = sma(bars, 200);
    // Each coin has capital of its own, which is what its last trade left.
    let capital = 1 / coins.length;
    let paid = NaN;
    return (i, { units, fills }) => {
      for (const { coin: filled, price, change } of fills) {
        if (filled !== coin) continue;
        if (change > 0) paid = price;
        else capital *= price / paid;
      }
      if (units[coin]! === 0) return fast[i]! > slow[i]! ? [market(coin, capital / bars.close[i]!)] : [];
      return fast[i]! < slow[i]! ? [market(coin, 0)] : [];
    };
  }),
};

const tenMonths: Rule = {
  slug: 'price-above-two-hundred-day',
  every: 24,
  symbols: ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE'],
  sides: 'long',
  costs: spot(10),
  start: eachCoin((bars, coin) => {
    const months: number[] = [];
    return (i, { units, equity }) => {
      if (closeTime(bars, i, 24).getUTCDate() !== 1) return [];
      const close = bars.close[i]!;
      months.push(close);
      if (months.length < 10) return [];
      const average = mean(months.slice(-10));
      if (units[coin]! === 0) return close > average ? [market(coin, (0.2 * equity) / close)] : [];
      return close < average ? [market(coin, 0)] : [];
    };
  }),
};

const envelope: Rule = {
  slug: 'ma-envelope-break',
  every: 24,
  symbols: ['BTC', 'ETH', 'SOL', 'XRP'],
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin, { symbols }) => {
    const { upper, lower } = columns('moving-average-envelope', bars, { n: 50, p: 1 });
    const risk = yearly(bars, 60);
    const weight = ['BTC', 'ETH'].includes(symbols[coin]!) ? 0.5 : 0.2;
    return (i, { units, equity }) => {
      const close = bars.close[i]!;
      if (Number.isNaN(risk[i]!)) return [];
      const side = close > upper![i]! ? 1 : close < lower![i]! ? -1 : 0;
      if (side === Math.sign(units[coin]!)) return [];
      return [market(coin, (side * weight * Math.min(1, 0.3 / risk[i]!) * equity) / close)];
    };
  }),
};

const triple: Rule = {
  slug: 'triple-ma-order',
  every: 24,
  symbols: TEN,
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin) => {
    const [fast, middle, slow] = [4, 9, 18].map((n) => sma(bars, n));
    const range = atr(bars, 18);
    const side = (i: number): number => {
      const [a, b, c] = [fast![i]!, middle![i]!, slow![i]!];
      return a > b && b > c ? 1 : a < b && b < c ? -1 : 0;
    };
    return (i, { units, equity, entry }) => {
      const position = Math.sign(units[coin]!);
      const protect = 2.5 * range[i]!;
      if (position !== 0) {
        const isOver = (fast![i]! - middle![i]!) * position < 0;
        return [isOver ? market(coin, 0) : stop(coin, 0, entry[coin]! - position * protect)];
      }
      const now = i === 0 ? 0 : side(i);
      if (now === 0 || side(i - 1) === now || Number.isNaN(protect)) return [];
      const close = bars.close[i]!;
      return [market(coin, (now * 0.009 * equity) / protect), stop(coin, 0, close - now * protect)];
    };
  }, 5),
};

export const AVERAGES: readonly Rule[] = [golden, tenMonths, envelope, triple];
