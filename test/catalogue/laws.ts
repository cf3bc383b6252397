/**
 * Texts of the entries, a second time and another way: conditions over plain bars, written without the indicators that the
 * rules call. A rule that opens where its text does not allow it, or stays where it says to leave, breaks its law.
 */

import type { CoinBars, Panel } from './backtester.ts';
import { deviation, highest, last, lowest, mean, quantile } from './rule.ts';

/** Conditions that the text of an entry sets for a position of a coin. */
export interface Law {
  /** Whether a market order of a side (1 long, −1 short) may be given at the close of a bar. */
  readonly opens?: (i: number, side: number) => boolean;
  /**
   * Whether a position of a side must not be kept as it is beyond the close of a bar.
   *
   * @param since bar of the fill that opened it.
   * @param weight its notional over equity.
   */
  readonly closes?: (i: number, side: number, since: number, weight: number) => boolean;
  /** Least and greatest notional over equity, negative for shorts, that a market order at the close of a bar may aim at. */
  readonly size?: (i: number, side: number) => readonly [least: number, most: number];
  /** Bars that a position may last. */
  readonly most?: number;
  /** Notional over equity that a coin may have when it is opened. */
  readonly weight?: number;
}

type LawOf = (bars: CoinBars, panel: Panel, coin: number) => Law;

const average = (x: Float64Array, i: number, n: number): number => mean(last(x, i, n));
/** Exponential average, seeded with the mean of the first `n`. */
function exponential(x: Float64Array, n: number): Float64Array {
  const out = new Float64Array(x.length).fill(NaN);
  for (let i = n - 1; i < x.length; i++) {
    out[i] = i === n - 1 ? average(x, i, n) : out[i - 1]! + (2 / (n + 1)) * (x[i]! - out[i - 1]!);
  }
  return out;
}
/** Wilder's mean of true ranges, starting at the second bar. */
function trueRange({ high, low, close }: CoinBars, n: number): Float64Array {
  const out = new Float64Array(close.length).fill(NaN);
  const range = (i: number): number => Math.max(high[i]!, close[i - 1]!) - Math.min(low[i]!, close[i - 1]!);
  let sum = 0;
  for (let i = 1; i < close.length; i++) {
    if (i <= n) sum += range(i);
    out[i] = i < n ? NaN : i === n ? sum / n : out[i - 1]! + (range(i) - out[i - 1]!) / n;
  }
  return out;
}
/** Yearly deviation of `n` daily log returns. */
const yearly = (close: Float64Array, i: number, n: number): number =>
  Math.sqrt(365) * deviation(Array.from({ length: n }, (_, k) => Math.log(close[i - k]! / close[i - k - 1]!)));
/** Exponentially weighted deviation: each squared return has weight `kept` relative to the next. */
function forgetting(close: Float64Array, kept: number): Float64Array {
  let variance = NaN;
  return close.map((value, i) => {
    const square = i === 0 ? NaN : Math.log(value / close[i - 1]!) ** 2;
    variance = i < 2 ? square : kept * variance + (1 - kept) * square;
    return Math.sqrt(variance);
  });
}
const exactly = (weight: number): readonly [number, number] => [weight, weight];
const move = ({ close }: CoinBars, i: number, n: number): number => close[i]! / close[i - n]! - 1;
const dayOf = ({ time }: CoinBars, i: number, hours = 24): Date => new Date(time[i]! + hours * 3_600_000);
/** Mean true range of `n` bars, about which Wilder's moves: a loose measure. */
const typicalBar = ({ high, low }: CoinBars, i: number, n: number): number => average(high, i, n) - average(low, i, n);
const zOf = (x: Float64Array, i: number, n: number): number => (x[i]! - average(x, i, n)) / deviation(last(x, i, n));
const dateIs =
  (day: number): LawOf =>
  (bars) => ({ opens: (i) => dayOf(bars, i).getUTCDate() === day });
const weekdayIs =
  (day: number): LawOf =>
  (bars) => ({ opens: (i) => dayOf(bars, i).getUTCDay() === day });

/** Bars since the highest of `n + 1` highs, the newest of equals. */
const sinceTop = (x: Float64Array, i: number, n: number): number => {
  let at = i - n;
  for (let k = at; k <= i; k++) if (x[k]! >= x[at]!) at = k;
  return i - at;
};

/** Laws by slug; every rule has one. */
export const LAWS: Readonly<Record<string, LawOf>> = {
  'aroon-dominance': (bars) => {
    const falls = bars.low.map((value) => -value);
    const up = (i: number, side: number): number => 100 * (1 - sinceTop(side > 0 ? bars.high : falls, i, 25) / 25);
    return {
      opens: (i, side) => up(i, side) > 70 && up(i, -side) < 30,
      closes: (i, side) => up(i, side) < up(i, -side) || (up(i, side) < 50 && up(i - 1, side) < 50),
      weight: 0.1,
    };
  },
  'supertrend-flip': (bars) => ({
    // A flip needs a close three ranges off the middle of a bar behind it.
    opens: (i, side) => (bars.close[i]! - average(bars.close, i, 30)) * side > -typicalBar(bars, i, 10),
    weight: 1.5,
  }),
  'efficiency-gated-trend': ({ close }) => {
    const ratio = (i: number): number => {
      let way = 0;
      for (let k = i - 19; k <= i; k++) way += Math.abs(close[k]! - close[k - 1]!);
      return Math.abs(close[i]! - close[i - 20]!) / way;
    };
    const spread = (i: number): number =>
      deviation(Array.from({ length: 20 }, (_, k) => Math.log(close[i - k]! / close[i - k - 3]!)));
    return {
      opens: (i) => ratio(i) >= 0.35 - 1e-9,
      closes: (i) => ratio(i) < 0.2,
      size: (i, side) => exactly(side * Math.min(0.6, (ratio(i) * 0.03) / spread(i))),
    };
  },
  'ewmac-forecast': ({ close }, { coins }) => {
    const [a, b, c, d] = [16, 64, 32, 128].map((n) => exponential(close, n));
    const risk = forgetting(close, 1 - 2 / 37);
    const cut = (value: number): number => Math.max(-20, Math.min(20, value));
    return {
      size: (i) => {
        const unit = close[i]! * risk[i]!;
        const forecasts = [((a![i]! - b![i]!) / unit) * 3.75, ((c![i]! - d![i]!) / unit) * 2.65];
        const forecast = cut(1.05 * mean(forecasts.map(cut)));
        const whole = 0.2 / (Math.sqrt(365) * risk[i]! * coins.length);
        return [(forecast / 10 - 0.1) * whole, (forecast / 10 + 0.1) * whole];
      },
    };
  },
  'golden-cross-hold': ({ close }) => ({
    opens: (i) => i >= 199 && average(close, i, 50) > average(close, i, 200),
    closes: (i) => average(close, i, 50) < average(close, i, 200),
  }),
  'price-above-two-hundred-day': (bars) => {
    const isFirst = (i: number): boolean => dayOf(bars, i).getUTCDate() === 1;
    /** Mean of the closes of the last ten months, backwards day by day. */
    const months = (i: number): number => {
      const closes: number[] = [];
      for (let k = i; k >= 0 && closes.length < 10; k--) if (isFirst(k)) closes.push(bars.close[k]!);
      return closes.length < 10 ? NaN : mean(closes);
    };
    return {
      opens: (i) => isFirst(i) && bars.close[i]! > months(i),
      closes: (i) => isFirst(i) && bars.close[i]! < months(i),
      size: () => exactly(0.2),
    };
  },
  'ma-envelope-break': ({ close }, { symbols }, coin) => {
    const place = (i: number): number => close[i]! / average(close, i, 50) - 1;
    const whole = symbols[coin] === 'BTC' || symbols[coin] === 'ETH' ? 0.5 : 0.2;
    return {
      opens: (i, side) => place(i) * side > 0.01,
      closes: (i, side) => place(i) * side < 0.01 - 1e-12,
      size: (i, side) => exactly(side * whole * Math.min(1, 0.3 / yearly(close, i, 60))),
    };
  },
  'triple-ma-order': (bars) => {
    const { close } = bars;
    const gap = (i: number, a: number, b: number): number => average(close, i, a) - average(close, i, b);
    const range = trueRange(bars, 18);
    return {
      opens: (i, side) => gap(i, 4, 9) * side > 0 && gap(i, 9, 18) * side > 0,
      closes: (i, side) => gap(i, 4, 9) * side < -1e-9,
      size: (i, side) => exactly((side * 0.009 * close[i]!) / (2.5 * range[i]!)),
    };
  },
  'donchian-four-week-rule': (bars) => {
    const breaks = (i: number, side: number): boolean =>
      side > 0 ? bars.close[i]! > highest(bars.high, i - 1, 28) : bars.close[i]! < lowest(bars.low, i - 1, 28);
    return {
      opens: breaks,
      closes: (i, side) => breaks(i, -side),
      size: (i, side) => exactly(side * Math.min(1, 0.25 / yearly(bars.close, i, 91))),
    };
  },
  'keltner-ten-day-rule': ({ high, low, close }) => ({
    opens: () => false,
    // Trading through the other band in the next bar reverses the position.
    closes: (i, side) => {
      const middle = (average(high, i, 10) + average(low, i, 10) + average(close, i, 10)) / 3;
      const width = average(high, i, 10) - average(low, i, 10);
      return side > 0 ? low[i + 1]! < (middle - width) * (1 - 1e-9) : high[i + 1]! > (middle + width) * (1 + 1e-9);
    },
  }),
  'futures-core-breakout': (bars) => {
    const [fast, slow] = [exponential(bars.close, 50), exponential(bars.close, 100)];
    const range = trueRange(bars, 100);
    return {
      opens: (i, side) =>
        (fast[i]! - slow[i]!) * side > 0 &&
        bars.close[i] === (side > 0 ? highest(bars.close, i, 50) : lowest(bars.close, i, 50)),
      closes: (i, side, since) => {
        const best = (side > 0 ? highest : lowest)(bars.close, i, i - since + 1);
        return (best - bars.close[i]!) * side > 3 * range[i]! * (1 + 1e-9);
      },
      // Less when the sum of notionals is at its cap.
      size: (i, side) => {
        const whole = (side * 0.002 * bars.close[i]!) / range[i]!;
        return [Math.min(0, whole), Math.max(0, whole)];
      },
    };
  },
  'cci-one-hundred-break': (bars) => {
    const typical = bars.close.map((close, i) => (bars.high[i]! + bars.low[i]! + close) / 3);
    const index = (i: number): number => {
      const centre = average(typical, i, 20);
      return (typical[i]! - centre) / (0.015 * mean(last(typical, i, 20).map((value) => Math.abs(value - centre))));
    };
    return {
      opens: (i, side) => index(i) * side > 100 && index(i - 1) * side < 100 + 1e-6,
      closes: (i, side) => index(i) * side < 100 - 1e-6,
      weight: 0.6,
    };
  },
  'tsi-zero-and-signal': ({ close }) => {
    const smooth = (x: Float64Array): Float64Array => {
      const once = exponential(x.slice(1), 25).slice(24);
      const twice = exponential(once, 13);
      return Float64Array.from({ length: x.length }, (_, i) => twice[i - 25] ?? NaN);
    };
    const changes = close.map((value, i) => (i === 0 ? 0 : value - close[i - 1]!));
    const [up, whole] = [smooth(changes), smooth(changes.map(Math.abs))];
    const index = (i: number): number => (100 * up[i]!) / whole[i]!;
    return { opens: (i, side) => index(i) * side > 5, closes: (i, side) => index(i) * side < 0 };
  },
  'dual-momentum-switch': (bars, panel) => ({
    opens: (i) =>
      dayOf(bars, i).getUTCDate() === 1 &&
      move(bars, i, 365) > 0.04 &&
      panel.coins.every((other) => move(other, i, 365) <= move(bars, i, 365)),
    size: () => exactly(1),
  }),
  'crypto-momentum-null-check': (bars) => ({
    opens: (i) => dayOf(bars, i).getUTCDate() === 2,
    size: (_, side) => exactly(side > 0 ? 0.25 : -0.01),
  }),
  'weekly-contrarian-reversal': (bars, { coins }) => ({
    opens: (i) => dayOf(bars, i).getUTCDay() === 4,
    // No one of ten can be three deviations from their mean.
    size: (i) => {
      const gains = coins.map((other) => move(other, i, 7));
      const away = gains.map((gain) => Math.abs(gain - mean(gains))).reduce((a, b) => a + b);
      return exactly((mean(gains) - move(bars, i, 7)) / away);
    },
  }),
  'ratio-eth-btc-range': (_, { coins }, coin) => {
    const ratio = coins[1]!.close.map((close, i) => close / coins[0]!.close[i]!);
    const side = (side: number): number => (coin === 1 ? side : -side);
    return {
      opens: (i, direction) =>
        side(direction) > 0
          ? ratio[i]! < quantile(last(ratio, i, 365), 0.1) && zOf(ratio, i - 1, 20) < -1.5
          : ratio[i]! > quantile(last(ratio, i, 365), 0.9) && zOf(ratio, i - 1, 20) > 1.5,
      closes: (i, direction) => (ratio[i]! - quantile(last(ratio, i, 365), 0.5)) * side(direction) > 0,
      size: (_, direction) => exactly(0.2 * direction),
      most: 91,
    };
  },
  'low-beta-factor': dateIs(1),
  'constant-mix-rebalance': ({ close }) => {
    const width = (i: number): number => Math.max(0.08, Math.min(0.18, 0.06 + 0.1 * yearly(close, i, 90)));
    return {
      closes: (i, _, __, weight) => Math.abs(weight - 0.5) > width(i) + 1e-9,
      weight: 0.5,
      size: () => [0.3, 0.7],
    };
  },
  'equal-risk-contribution': weekdayIs(1),
  'vol-target-overlay': ({ close }, { coins }) => {
    const sum = close.map((_, i) => coins.reduce((all, other) => all + other.close[i]! / other.close[0]!, 0));
    const risk = forgetting(sum, 0.5 ** (1 / 20));
    return {
      size: (i) => {
        const part = close[i]! / close[0]! / sum[i]!;
        const multiplier = 0.2 / Math.max(0.1, Math.sqrt(365) * risk[i]!);
        return [part * Math.min(1, multiplier), part * Math.min(1.5, multiplier)];
      },
    };
  },
  'double-seven': ({ close }) => ({
    opens: (i) => close[i]! > average(close, i, 200) && last(close, i, 7).every((value) => value >= close[i]!),
    closes: (i) => last(close, i, 7).every((value) => value <= close[i]!),
    size: () => [0.2, 0.4],
  }),
  'rsi-two-pullback': ({ close }) => ({
    // A two-bar RSI under 5 implies a fall, regardless of earlier bars.
    opens: (i) => close[i]! > average(close, i, 200) && close[i]! < close[i - 1]!,
    closes: (i) => close[i]! > average(close, i, 5) * (1 + 1e-12),
    most: 16,
    size: () => exactly(0.1),
  }),
  'chaikin-money-flow-trend': (bars) => {
    const { high, low, close, volume } = bars;
    const flow = (i: number): number => {
      let [sum, all] = [0, 0];
      for (let k = i - 20; k <= i; k++) {
        sum += (volume[k]! * (2 * close[k]! - high[k]! - low[k]!)) / (high[k]! - low[k]!);
        all += volume[k]!;
      }
      return sum / all;
    };
    const isOn = (i: number): boolean => flow(i) > 0.05 - 1e-9 && close[i]! > average(close, i, 50) * (1 - 1e-12);
    return {
      opens: (i) => isOn(i) && isOn(i - 1),
      closes: (i) => flow(i) < -0.05 - 1e-9 || close[i]! < 0.99 * average(close, i, 50) - 1e-9,
      size: (i) => exactly(0.2 * Math.min(1, 0.6 / yearly(close, i, 30))),
    };
  },
  'klinger-cross': ({ close }) => {
    const trend = exponential(close, 89);
    return {
      opens: (i, side) => (close[i]! - trend[i]!) * side > 0 && (trend[i]! - trend[i - 10]!) * side > 0,
      closes: (i, side) => (close[i]! - trend[i]!) * side < -1e-6 * close[i]!,
      size: (_, side) => exactly(0.1 * side),
    };
  },
  'turn-of-month-long': (bars, _, coin) => ({
    opens: (i) => dayOf(bars, i + 1).getUTCDate() === 1,
    closes: (i) => dayOf(bars, i).getUTCDate() === 16,
    most: 18,
    size: () => exactly(coin === 0 ? 0.35 : 0.15),
  }),
  'fear-greed-contrarian': ({ close }) => ({
    opens: (i) => close[i]! < average(close, i, 50) * 1.1,
    weight: 0.011,
  }),
  'funding-trend-confirmation': ({ close, funding }) => {
    const [fast, slow] = [exponential(close, 12), exponential(close, 26)];
    return {
      opens: (i, side) => (fast[i]! - slow[i]!) * side > 0 && zOf(funding, i, 90) * side < 0,
      closes: (i, side) => zOf(funding, i, 90) * side > 2 + 1e-9,
    };
  },
  'extreme-funding-fade': ({ close, funding }) => ({
    opens: (i, side) =>
      zOf(funding, i, 270) * side < -3 + 1e-9 && (close[i]! / close[i - 3]! - 1) * side > -0.01 - 1e-12,
    closes: (i, side) => zOf(funding, i, 270) * side > 1e-9,
    most: 15,
  }),
  'price-oi-buildup-follow': ({ close, openInterest }) => {
    const grows = (i: number): number => Math.log(openInterest[i]! / openInterest[i - 5]!);
    const isOff = (i: number): boolean => grows(i) <= 0;
    return {
      opens: (i, side) => grows(i) > 0.05 && (close[i]! - close[i - 5]!) * side > -1e-12,
      closes: (i) => isOff(i) && isOff(i - 1),
      weight: 0.4,
    };
  },
  'oi-to-volume-speculation': (bars) => {
    const beyond = (i: number, side: number, n: number): boolean =>
      side > 0 ? bars.close[i]! > highest(bars.high, i - 1, n) : bars.close[i]! < lowest(bars.low, i - 1, n);
    return {
      opens: (i, side) => beyond(i, side, 20) && bars.volume[i]! > average(bars.volume, i, 20) * (1 - 1e-12),
      closes: (i, side) => beyond(i, -side, 10),
      size: (i, side) => exactly((side * 0.01 * bars.close[i]!) / (2 * typicalBar(bars, i, 20))),
    };
  },
  'cusum-event-trend': ({ close }) => {
    const returns = close.map((value, i) => (i === 0 ? NaN : Math.log(value / close[i - 1]!)));
    const events = new Float64Array(close.length);
    let [up, down] = [0, 0];
    for (let i = 50; i < close.length; i++) {
      const far = 3 * deviation(last(returns, i, 50));
      [up, down] = [Math.max(0, up + returns[i]!), Math.min(0, down + returns[i]!)];
      events[i] = up > far ? 1 : down < -far ? -1 : 0;
      if (up > far) up = 0;
      if (down < -far) down = 0;
    }
    return { opens: (i, side) => events[i] === side, closes: (i, side) => events[i] === -side, most: 5 * 24 + 1 };
  },
  'grid-range-maker': () => ({ opens: () => false, most: 72 + 13 }),
  'bulk-volume-flow-trend': (bars) => {
    const { close } = bars;
    const range = trueRange(bars, 14);
    return {
      // Five sums of fifty bars each in favour need more up than down over the stretch.
      opens: (i, side) => (close[i]! - lowest(close, i, 54) - (highest(close, i, 54) - close[i]!)) * side > 0,
      most: 25,
      size: (i, side) => {
        const far = (2 * range[i]!) / close[i]!;
        const [half, whole] = [(side * 0.002) / far, (side * 0.004) / far];
        return [Math.min(half, whole), Math.max(half, whole)];
      },
    };
  },
  'pivot-point-bounce': (bars) => ({
    opens: () => false,
    closes: (i) => dayOf(bars, i, 1).getUTCHours() >= 22,
    most: 21,
  }),
};
