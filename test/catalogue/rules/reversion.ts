/** Mean reversion, volume, calendar and mood: one coin at a time, bars of a day. */

import {
  closeTime,
  column,
  columnOn,
  eachCoin,
  ema,
  highest,
  lowest,
  market,
  mean,
  percentile,
  perp,
  sma,
  spot,
  stop,
  TEN,
  yearly,
  type Rule,
} from '../rule.ts';

const doubleSeven: Rule = {
  slug: 'double-seven',
  every: 24,
  symbols: ['BTC', 'ETH'],
  sides: 'long',
  costs: spot(10),
  start: eachCoin((bars, coin) => {
    const long = sma(bars, 200);
    let firm = 0;
    return (i, { units, equity }) => {
      const close = bars.close[i]!;
      if (close > 1.05 * long[i]!) firm++;
      else if (!(close > long[i]!)) firm = 0;
      if (units[coin]! > 0) return close === highest(bars.close, i, 7) ? [market(coin, 0)] : [];
      const isEntry = close > long[i]! && close === lowest(bars.close, i, 7);
      return isEntry ? [market(coin, ((firm < 10 ? 0.2 : 0.4) * equity) / close)] : [];
    };
  }),
};

const rsiTwo: Rule = {
  slug: 'rsi-two-pullback',
  every: 24,
  symbols: TEN,
  sides: 'long',
  costs: spot(10),
  start: eachCoin((bars, coin) => {
    const [long, short, rsi] = [sma(bars, 200), sma(bars, 5), column('relative-strength-index', bars, { n: 2 })];
    return (i, { units, equity, since }) => {
      const close = bars.close[i]!;
      if (units[coin]! > 0) return close > short[i]! || i - since[coin]! >= 15 ? [market(coin, 0)] : [];
      return close > long[i]! && rsi[i]! < 5 ? [market(coin, (0.1 * equity) / close)] : [];
    };
  }, 4),
};

const moneyFlow: Rule = {
  slug: 'chaikin-money-flow-trend',
  every: 24,
  symbols: ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE'],
  sides: 'long',
  costs: spot(10),
  start: eachCoin((bars, coin) => {
    const [flow, average, risk] = [column('chaikin-money-flow', bars, { n: 21 }), sma(bars, 50), yearly(bars, 30)];
    const isOn = (i: number): boolean => i > 0 && flow[i]! > 0.05 && bars.close[i]! > average[i]!;
    return (i, { units, equity }) => {
      const close = bars.close[i]!;
      if (units[coin]! > 0) return flow[i]! < -0.05 || close < 0.99 * average[i]! ? [market(coin, 0)] : [];
      return isOn(i) && isOn(i - 1) ? [market(coin, (0.2 * Math.min(1, 0.6 / risk[i]!) * equity) / close)] : [];
    };
  }),
};

const klinger: Rule = {
  slug: 'klinger-cross',
  every: 24,
  symbols: TEN,
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin) => {
    const line = column('klinger-volume-oscillator', bars, { fast: 34, slow: 55 });
    const signal = columnOn('exponential-moving-average', line, bars, { n: 13 });
    const trend = ema(bars, 89);
    return (i, { units, equity, entry }) => {
      if (i < 100) return [];
      const close = bars.close[i]!;
      const position = Math.sign(units[coin]!);
      const over = (at: number): number => Math.sign(line[at]! - signal[at]!);
      if (position !== 0) {
        const isOut = over(i) === -position || (close - trend[i]!) * position < 0;
        return [isOut ? market(coin, 0) : stop(coin, 0, entry[coin]! * (1 - 0.08 * position))];
      }
      const side = over(i);
      const isCross = over(i - 1) === -side && line[i - 1]! * side < 0;
      const isTrend = (close - trend[i]!) * side > 0 && (trend[i]! - trend[i - 10]!) * side > 0;
      if (!isCross || !isTrend) return [];
      return [market(coin, (side * 0.1 * equity) / close), stop(coin, 0, close * (1 - 0.08 * side))];
    };
  }, 6),
};

const turnOfMonth: Rule = {
  slug: 'turn-of-month-long',
  every: 24,
  symbols: ['BTC', 'ETH'],
  sides: 'long',
  costs: spot(10),
  start: eachCoin((bars, coin) => (i, { units, equity }) => {
    const now = closeTime(bars, i, 24);
    const isLastDay = new Date(now.getTime() + 86_400_000).getUTCDate() === 1;
    if (isLastDay && units[coin]! === 0) return [market(coin, (0.5 * [0.7, 0.3][coin]! * equity) / bars.close[i]!)];
    return now.getUTCDate() === 16 ? [market(coin, 0)] : [];
  }),
};

const fearGreed: Rule = {
  slug: 'fear-greed-contrarian',
  every: 24,
  symbols: ['BTC'],
  sides: 'long',
  costs: spot(10),
  start: eachCoin((bars, coin) => {
    const disparity = column('disparity-index', bars, { n: 50 });
    const calm = yearly(bars, 30).map((value) => -value);
    let parts = 0;
    let part = NaN;
    let year = NaN;
    let acted = -Infinity;
    return (i, { units, equity }) => {
      if (i < 50 + 365) return [];
      const now = closeTime(bars, i, 24).getUTCFullYear();
      if (now !== year) {
        year = now;
        part = (0.1 * equity) / 10;
      }
      const reading = mean([percentile(disparity, i, 365), percentile(calm, i, 365)]);
      const position = units[coin]!;
      if (i - acted < 3) return [];
      if (reading < 20 && parts < 10) {
        parts++;
        acted = i;
        return [market(coin, position + part / bars.close[i]!)];
      }
      if (reading > 80 && position > 0) {
        acted = i;
        parts = Math.max(0, parts - 1);
        return [market(coin, 0.9 * position)];
      }
      return [];
    };
  }),
};

export const REVERSION: readonly Rule[] = [doubleSeven, rsiTwo, moneyFlow, klinger, turnOfMonth, fearGreed];
