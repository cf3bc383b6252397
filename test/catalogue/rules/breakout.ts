/** Breakouts. */

import {
  atr,
  column,
  eachCoin,
  ema,
  highest,
  last,
  lowest,
  market,
  mean,
  meanRange,
  perp,
  stop,
  TEN,
  yearly,
  type Rule,
} from '../rule.ts';

const fourWeeks: Rule = {
  slug: 'donchian-four-week-rule',
  every: 24,
  symbols: ['ETH'],
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin) => {
    const risk = yearly(bars, 91);
    return (i, { units, equity }) => {
      const close = bars.close[i]!;
      if (i < 28 || Number.isNaN(risk[i]!)) return [];
      const side = close > highest(bars.high, i - 1, 28) ? 1 : close < lowest(bars.low, i - 1, 28) ? -1 : 0;
      if (side === 0 || side === Math.sign(units[coin]!)) return [];
      return [market(coin, (side * Math.min(1, 0.25 / risk[i]!) * equity) / close)];
    };
  }),
};

const tenDays: Rule = {
  slug: 'keltner-ten-day-rule',
  every: 24,
  symbols: ['BTC', 'ETH', 'SOL'],
  sides: 'both',
  costs: perp(6),
  start: eachCoin((bars, coin) => {
    const typical = bars.close.map((close, i) => (bars.high[i]! + bars.low[i]! + close) / 3);
    return (i, { units, equity }) => {
      if (i < 9) return [];
      const middle = mean(last(typical, i, 10));
      const width = meanRange(bars, i, 10);
      const size = (0.005 * equity) / width;
      const position = Math.sign(units[coin]!);
      if (position === 0 && width > 0.12 * bars.close[i]!) return [];
      return [
        ...(position > 0 ? [] : [stop(coin, size, middle + width)]),
        ...(position < 0 ? [] : [stop(coin, -size, middle - width)]),
      ];
    };
  }, 3),
};

const core: Rule = {
  slug: 'futures-core-breakout',
  every: 24,
  symbols: TEN,
  sides: 'both',
  costs: perp(5),
  start: (panel) => {
    const coins = panel.coins.map((bars) => ({
      bars,
      fast: ema(bars, 50),
      slow: ema(bars, 100),
      range: atr(bars, 100),
    }));
    return (i, { units, equity, since }) => {
      let notional = 0;
      const wanted: { coin: number; size: number }[] = [];
      const orders = coins.flatMap(({ bars, fast, slow, range }, coin) => {
        const close = bars.close[i]!;
        const position = Math.sign(units[coin]!);
        notional += Math.abs(units[coin]!) * close;
        if (position !== 0) {
          const closes = last(bars.close, i, i - since[coin]! + 1);
          const best = position > 0 ? Math.max(...closes) : Math.min(...closes);
          return (best - close) * position > 3 * range[i]! ? [market(coin, 0)] : [];
        }
        const up = fast[i]! > slow[i]!;
        const isBreak = up ? close === highest(bars.close, i, 50) : close === lowest(bars.close, i, 50);
        if (isBreak && !Number.isNaN(slow[i]!) && !Number.isNaN(range[i]!)) {
          wanted.push({ coin, size: ((up ? 1 : -1) * 0.002 * equity) / range[i]! });
        }
        return [];
      });
      const gross = wanted.reduce((sum, { coin, size }) => sum + Math.abs(size) * coins[coin]!.bars.close[i]!, 0);
      const share = Math.max(0, Math.min(1, (2.5 * equity - notional) / gross));
      return [...orders, ...wanted.filter(() => share > 0).map(({ coin, size }) => market(coin, size * share))];
    };
  },
};

const cci: Rule = {
  slug: 'cci-one-hundred-break',
  every: 24,
  symbols: TEN,
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin) => {
    const index = column('commodity-channel-index', bars, { n: 20 });
    const typical = bars.close.map((close, i) => (bars.high[i]! + bars.low[i]! + close) / 3);
    return (i, { units, equity, entry }) => {
      if (i < 40) return [];
      const position = Math.sign(units[coin]!);
      const now = index[i]!;
      if (position !== 0)
        return [now * position <= 100 ? market(coin, 0) : stop(coin, 0, entry[coin]! * (1 - 0.1 * position))];
      const side = now > 100 && index[i - 1]! <= 100 ? 1 : now < -100 && index[i - 1]! >= -100 ? -1 : 0;
      if (side === 0 || last(index, i, 20).filter((value) => Math.abs(value) < 100).length < 10) return [];
      const window = last(typical, i, 20);
      const centre = mean(window);
      const spread = mean(window.map((value) => Math.abs(value - centre)));
      const close = bars.close[i]!;
      const size = Math.min((0.005 * equity) / spread, (0.6 * equity) / close);
      return [market(coin, side * size), stop(coin, 0, close * (1 - 0.1 * side))];
    };
  }, 4),
};

const tsi: Rule = {
  slug: 'tsi-zero-and-signal',
  every: 24,
  symbols: ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE'],
  sides: 'both',
  costs: perp(5),
  start: eachCoin((bars, coin) => {
    const line = column('true-strength-index', bars, { r: 25, s: 13 });
    const signal = smoothed(line, 7);
    let traded = 0;
    let isHalved = false;
    return (i, { units, equity, entry }) => {
      if (Number.isNaN(signal[i]!) || Number.isNaN(signal[i - 1]!)) return [];
      const position = units[coin]!;
      const side = Math.sign(position);
      if (Math.sign(line[i]!) !== Math.sign(traded)) traded = 0;
      const cross =
        line[i]! > signal[i]! && line[i - 1]! <= signal[i - 1]!
          ? 1
          : line[i]! < signal[i]! && line[i - 1]! >= signal[i - 1]!
            ? -1
            : 0;
      let moves = 0;
      for (let k = i - 24; k <= i; k++) moves += Math.abs(bars.close[k]! - bars.close[k - 1]!) / 25;
      if (side !== 0) {
        if (line[i]! * side <= 0) return [market(coin, 0)];
        const protect = stop(coin, 0, entry[coin]! - side * 3 * moves);
        if (cross !== -side || isHalved) return [protect];
        isHalved = true;
        return [market(coin, position / 2), protect];
      }
      if (cross === 0 || line[i]! * cross <= 5) return [];
      const shares = traded === 0 ? 2 : 1;
      traded = cross;
      isHalved = false;
      const size = (shares * 0.005 * equity) / (3 * moves);
      return [market(coin, cross * size), stop(coin, 0, bars.close[i]! - cross * 3 * moves)];
    };
  }),
};

/** Exponential average that starts after leading NaN. */
function smoothed(x: Float64Array, n: number): Float64Array {
  let value = NaN;
  return x.map((input) => (value = Number.isNaN(value) ? input : value + (2 / (n + 1)) * (input - value)));
}

export const BREAKOUTS: readonly Rule[] = [fourWeeks, tenDays, core, cci, tsi];
