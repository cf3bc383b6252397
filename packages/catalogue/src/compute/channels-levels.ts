/** Computations: channels and levels. */

import { CANDLES } from './candle-patterns.ts';
import type { Computation } from './computation.ts';
import { fractals, openingRange, pivots, retracements, zigzag } from './levels.ts';
import {
  deviationOver,
  each,
  exponential,
  greatestOver,
  leastOver,
  meanOver,
  slopeOver,
  trueRanges,
  wilder,
  windowed,
} from './series.ts';

/** Computations by slug. */
export const CHANNELS_LEVELS: Readonly<Record<string, Computation>> = {
  ...CANDLES,
  'keltner-channels': {
    columns: ['middle', 'upper', 'lower'],
    lookback: ({ n, m }) => Math.max(n! - 1, m!),
    compute: (bars, { n, k, m }) => {
      const middle = exponential(bars.close, n!);
      const range = wilder(trueRanges(bars), m!);
      return {
        middle: each(middle, (value, i) => (Number.isNaN(range[i]!) ? NaN : value)),
        upper: each(middle, (value, i) => value + k! * range[i]!),
        lower: each(middle, (value, i) => value - k! * range[i]!),
      };
    },
  },
  'donchian-channel': {
    columns: ['middle', 'upper', 'lower'],
    lookback: ({ n }) => n! - 1,
    compute: ({ high, low }, { n }) => {
      const [upper, lower] = [greatestOver(high, n!), leastOver(low, n!)];
      return { middle: each(upper, (top, i) => (top + lower[i]!) / 2), upper, lower };
    },
  },
  'moving-average-envelope': {
    columns: ['place', 'upper', 'lower'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close }, { n, p }) => {
      const mean = meanOver(close, n!);
      const share = p! / 100;
      return {
        place: each(mean, (value, i) => (100 * (close[i]! - value)) / (value * share)),
        upper: each(mean, (value) => value * (1 + share)),
        lower: each(mean, (value) => value * (1 - share)),
      };
    },
  },
  'volatility-squeeze': {
    columns: ['on', 'momentum'],
    lookback: ({ n }) => n!,
    compute: (bars, { n, k, w }) => {
      const { high, low, close } = bars;
      const [width, range] = [deviationOver(close, n!), meanOver(trueRanges(bars), n!)];
      const [top, bottom, mean] = [greatestOver(high, n!), leastOver(low, n!), meanOver(close, n!)];
      const off = each(close, (price, i) => price - ((top[i]! + bottom[i]!) / 2 + mean[i]!) / 2);
      const [level, slope] = [meanOver(off, n!), slopeOver(off, n!)];
      return {
        on: each(range, (value, i) => (Number.isNaN(value) ? NaN : k! * width[i]! < w! * value ? 1 : 0)),
        momentum: each(level, (value, i) => value + (slope[i]! * (n! - 1)) / 2),
      };
    },
  },
  'chandelier-exit': {
    columns: ['long', 'short'],
    lookback: ({ n }) => n!,
    compute: (bars, { n, k }) => {
      const range = wilder(trueRanges(bars), n!);
      const [top, bottom] = [greatestOver(bars.high, n!), leastOver(bars.low, n!)];
      return {
        long: each(top, (value, i) => value - k! * range[i]!),
        short: each(bottom, (value, i) => value + k! * range[i]!),
      };
    },
  },
  'floor-pivot-points': {
    columns: ['pivot', 'r1', 's1', 'r2', 's2'],
    // A day of hourly bars; for other bars the first day decides.
    lookback: () => 24,
    compute: pivots,
  },
  'fibonacci-retracement': {
    columns: ['half', 'level_236', 'level_382', 'level_618', 'level_786'],
    lookback: ({ n }) => n! - 1,
    compute: (bars, { n }) => retracements(bars, n!),
  },
  'williams-fractals': {
    columns: ['signal'],
    lookback: ({ k }) => 2 * k!,
    compute: (bars, { k }) => ({ signal: fractals(bars, k!) }),
  },
  zigzag: {
    columns: ['direction', 'extreme'],
    lookback: () => 0,
    compute: (bars, { p }) => zigzag(bars, p!),
  },
  'opening-range': {
    columns: ['place', 'range_high', 'range_low'],
    lookback: () => 0,
    compute: (bars, { m }) => openingRange(bars, m!),
  },
  'narrow-range-day': {
    columns: ['narrow'],
    lookback: ({ n }) => n! - 1,
    compute: ({ high, low }, { n }) => {
      const range = each(high, (top, i) => top - low[i]!);
      return {
        narrow: windowed(range, n!, (from, to) => {
          for (let i = from; i < to; i++) if (range[i]! <= range[to]!) return 0;
          return 1;
        }),
      };
    },
  },
};
