/** Funding and open interest. */

import type { CoinBars, Order } from '../backtester.ts';
import {
  atr,
  column,
  columns,
  deviation,
  eachCoin,
  highest,
  last,
  lowest,
  market,
  mean,
  meanRange,
  perp,
  quantile,
  returns,
  stop,
  TEN,
  type Rule,
} from '../rule.ts';

/** Correlation of the returns of 60 days of two coins. */
function correlation(a: CoinBars, b: CoinBars, i: number): number {
  const [x, y] = [last(returns(a), i, 60), last(returns(b), i, 60)];
  const [mx, my] = [mean(x), mean(y)];
  return x.reduce((sum, value, k) => sum + (value - mx) * (y[k]! - my), 0) / 59 / (deviation(x) * deviation(y));
}

const confirmation: Rule = {
  slug: 'funding-trend-confirmation',
  every: 24,
  symbols: TEN,
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin, panel) => {
    const names = columns('macd', bars, { fast: 12, slow: 26, signal: 9 });
    const [line, signal] = [Object.values(names)[0]!, Object.values(names)[1]!];
    const z = column('funding-rate-zscore', bars, { n: 90 });
    const range = atr(bars, 14);
    const over = (i: number): number => Math.sign(line[i]! - signal[i]!);
    return (i, { units, equity, entry }) => {
      if (i < 91) return [];
      const position = Math.sign(units[coin]!);
      const side = over(i) !== over(i - 1) ? over(i) : 0;
      const far = 3 * range[i]!;
      if (position !== 0) {
        if (side === -position || z[i]! * position > 2) return [market(coin, 0)];
        return [stop(coin, 0, entry[coin]! - position * far)];
      }
      const isSignal = line[i]! * side > 0 && signal[i]! * side > 0 && z[i]! * side < 0;
      if (side === 0 || !isSignal) return [];
      const alike = panel.coins.filter(
        (other, k) => k !== coin && units[k] !== 0 && correlation(other, bars, i) > 0.8,
      ).length;
      const size = ((alike >= 2 ? 0.005 : 0.01) * equity) / far;
      return [market(coin, side * size), stop(coin, 0, bars.close[i]! - side * far)];
    };
  }),
};

const fade: Rule = {
  slug: 'extreme-funding-fade',
  every: 8,
  symbols: TEN,
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin) => {
    const z = column('funding-rate-zscore', bars, { n: 270 });
    const change = column('rate-of-change', bars, { n: 3 });
    let isTried = false;
    let protect = NaN;
    return (i, { units, equity, since }) => {
      if (i < 270) return [];
      const position = Math.sign(units[coin]!);
      if (Math.abs(z[i]!) < 1) isTried = false;
      if (position !== 0) {
        return [z[i]! * position >= 0 || i - since[coin]! >= 14 ? market(coin, 0) : stop(coin, 0, protect)];
      }
      const side = z[i]! > 3 && change[i]! < 1 ? -1 : z[i]! < -3 && change[i]! > -1 ? 1 : 0;
      if (side === 0 || isTried) return [];
      isTried = true;
      let daily = 0;
      for (let k = 0; k < 20; k++) daily += (highest(bars.high, i - 3 * k, 3) - lowest(bars.low, i - 3 * k, 3)) / 20;
      const extreme = side > 0 ? lowest(bars.low, i, 6) : highest(bars.high, i, 6);
      protect = extreme - side * 1.5 * daily;
      const isGrowing = bars.openInterest[i]! > bars.openInterest[i - 3]!;
      const size = ((isGrowing ? 0.0025 : 0.005) * equity) / Math.abs(bars.close[i]! - protect);
      return [market(coin, side * size), stop(coin, 0, protect)];
    };
  }, 3),
};

const buildUp: Rule = {
  slug: 'price-oi-buildup-follow',
  every: 24,
  symbols: TEN,
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin, panel) => {
    const quadrant = column('price-oi-quadrant', bars, { n: 5 });
    const growth = column('open-interest-change', bars, { n: 5 });
    let protect = NaN;
    return (i, { units, equity, entry }) => {
      if (i < 25) return [];
      const position = Math.sign(units[coin]!);
      const side = growth[i]! > 0.05 ? (quadrant[i] === 1 ? 1 : quadrant[i] === 3 ? -1 : 0) : 0;
      const isOff = (at: number): boolean => quadrant[at] === 2 || quadrant[at] === 4;
      if (side === 0 || side === position) {
        if (position === 0) return [];
        return [isOff(i) && isOff(i - 1) ? market(coin, 0) : stop(coin, 0, entry[coin]! - position * protect)];
      }
      protect = 2.5 * meanRange(bars, i, 20);
      const close = bars.close[i]!;
      const gross = panel.coins.reduce((sum, other, k) => sum + Math.abs(units[k]!) * other.close[i]!, 0) / equity;
      // Five at most, so each may be two fifths of gross; no more than what the others leave.
      const size = Math.min(0.005 / (protect / close), 0.4, Math.max(0, 2 - gross));
      if (size === 0) return position === 0 ? [] : [market(coin, 0)];
      return [market(coin, (side * size * equity) / close), stop(coin, 0, close - side * protect)];
    };
  }, 5),
};

const speculation: Rule = {
  slug: 'oi-to-volume-speculation',
  every: 24,
  symbols: TEN,
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin) => {
    const ratio = column('open-interest-to-volume', bars, { n: 5 });
    return (i, { units, equity, entry }): readonly Order[] => {
      if (i < 186) return [];
      const close = bars.close[i]!;
      const position = Math.sign(units[coin]!);
      const past = last(ratio, i, 180);
      if (position !== 0) {
        const isBack = position > 0 ? close < lowest(bars.low, i - 1, 10) : close > highest(bars.high, i - 1, 10);
        const isLoss = (close - entry[coin]!) * position < 0;
        return isBack || (isLoss && ratio[i]! > quantile(past, 0.95)) ? [market(coin, 0)] : [];
      }
      const side = close > highest(bars.high, i - 1, 20) ? 1 : close < lowest(bars.low, i - 1, 20) ? -1 : 0;
      const isBusy = bars.volume[i]! > mean(last(bars.volume, i, 20));
      if (side === 0 || !isBusy || ratio[i]! >= quantile(past, 0.8)) return [];
      return [market(coin, (side * 0.01 * equity) / (2 * meanRange(bars, i, 20)))];
    };
  }, 6),
};

export const DERIVATIVES: readonly Rule[] = [confirmation, fade, buildUp, speculation];
