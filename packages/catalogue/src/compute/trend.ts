/** Computations: trend. */

import { isStill } from '@barograph/core';
import type { Computation } from './computation.ts';
import { parabolic, superTrend } from './stops.ts';
import {
  before,
  changeOver,
  columnOf,
  correlationOver,
  each,
  exponential,
  greatestOver,
  leastOver,
  pathOver,
  quotient,
  slopeOver,
  sumOver,
  trueRanges,
  windowed,
} from './series.ts';

/** Difference of a fast and a slow exponential average. */
function distance(close: Float64Array, fast: number, slow: number): Float64Array {
  const slowly = exponential(close, slow);
  return each(exponential(close, fast), (value, i) => value - slowly[i]!);
}

/** Freshness, 0…100, of the extreme of each window of `n + 1`; the newest of equal ones counts. */
function freshness(x: Float64Array, n: number, beats: (value: number, other: number) => boolean): Float64Array {
  return windowed(x, n + 1, (from, to) => {
    let at = from;
    for (let i = from; i <= to; i++) if (beats(x[i]!, x[at]!)) at = i;
    return (100 * (at - from)) / n;
  });
}

/** Computations by slug. */
export const TREND: Readonly<Record<string, Computation>> = {
  'parabolic-sar': {
    columns: ['sar', 'direction'],
    lookback: () => 1,
    compute: (bars, { step, max }) => parabolic(bars, step!, max!),
  },
  supertrend: {
    columns: ['supertrend', 'direction'],
    lookback: ({ n }) => n!,
    compute: (bars, { n, k }) => superTrend(bars, n!, k!),
  },
  aroon: {
    columns: ['oscillator', 'up', 'down'],
    lookback: ({ n }) => n!,
    compute: ({ high, low }, { n }) => {
      const up = freshness(high, n!, (value, other) => value >= other);
      const down = freshness(low, n!, (value, other) => value <= other);
      return { oscillator: each(up, (value, i) => value - down[i]!), up, down };
    },
  },
  'vortex-indicator': {
    columns: ['vortex', 'plus', 'minus'],
    lookback: ({ n }) => n!,
    compute: (bars, { n }) => {
      const { high, low } = bars;
      const range = sumOver(trueRanges(bars), n!);
      const [lowBefore, highBefore] = [before(low, 1), before(high, 1)];
      const plus = quotient(
        sumOver(
          each(high, (top, i) => Math.abs(top - lowBefore[i]!)),
          n!,
        ),
        range,
        0,
      );
      const minus = quotient(
        sumOver(
          each(low, (bottom, i) => Math.abs(bottom - highBefore[i]!)),
          n!,
        ),
        range,
        0,
      );
      return { vortex: each(plus, (value, i) => value - minus[i]!), plus, minus };
    },
  },
  'ichimoku-cloud': {
    columns: ['above_cloud', 'conversion', 'base', 'span_a', 'span_b'],
    lookback: ({ span, shift }) => span! - 1 + shift! - 1,
    compute: ({ high, low, close }, parameters) => {
      const middle = (n: number): Float64Array => {
        const bottoms = leastOver(low, n);
        return each(greatestOver(high, n), (top, i) => (top + bottoms[i]!) / 2);
      };
      const conversion = middle(parameters['conversion']!);
      const base = middle(parameters['base']!);
      const ahead = parameters['shift']! - 1;
      const a = before(
        each(conversion, (value, i) => (value + base[i]!) / 2),
        ahead,
      );
      const b = before(middle(parameters['span']!), ahead);
      return {
        above_cloud: each(close, (price, i) => price - (a[i]! + b[i]!) / 2),
        conversion,
        base,
        span_a: a,
        span_b: b,
      };
    },
  },
  macd: {
    columns: ['macd', 'signal_line', 'histogram'],
    lookback: ({ slow }) => slow! - 1,
    compute: ({ close }, { fast, slow, signal }) => {
      const macd = distance(close, fast!, slow!);
      const line = exponential(macd, signal!);
      return { macd, signal_line: line, histogram: each(macd, (value, i) => value - line[i]!) };
    },
  },
  trix: {
    columns: ['trix'],
    lookback: ({ n }) => 3 * (n! - 1) + 1,
    compute: ({ close }, { n }) => {
      const smooth = exponential(exponential(exponential(close, n!), n!), n!);
      return { trix: each(changeOver(smooth), (change, i) => (change / smooth[i - 1]!) * 100) };
    },
  },
  'percentage-price-oscillator': {
    columns: ['ppo'],
    lookback: ({ slow }) => slow! - 1,
    compute: ({ close }, { fast, slow }) => {
      const slowly = exponential(close, slow!);
      return { ppo: each(distance(close, fast!, slow!), (value, i) => (100 * value) / slowly[i]!) };
    },
  },
  'vertical-horizontal-filter': {
    columns: ['vhf'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n }) => {
      const least = leastOver(close, n!);
      const range = each(greatestOver(close, n!), (most, i) => most - least[i]!);
      return { vhf: each(quotient(range, pathOver(close, n!), 0), (value) => Math.min(1, value)) };
    },
  },
  'choppiness-index': {
    columns: ['chop'],
    lookback: ({ n }) => n!,
    compute: (bars, { n }) => {
      const { high, low, close } = bars;
      const earlier = before(close, 1);
      const top = greatestOver(
        each(high, (value, i) => Math.max(value, earlier[i]!)),
        n!,
      );
      const bottom = leastOver(
        each(low, (value, i) => Math.min(value, earlier[i]!)),
        n!,
      );
      const spent = sumOver(trueRanges(bars), n!);
      return {
        chop: each(spent, (sum, i) => {
          const range = top[i]! - bottom[i]!;
          return range === 0 ? NaN : Math.max(0, Math.min(100, (100 * Math.log10(sum / range)) / Math.log10(n!)));
        }),
      };
    },
  },
  'linear-regression-slope': {
    columns: ['slope'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close }, { n }) => ({ slope: slopeOver(close, n!) }),
  },
  'trend-detection-index': {
    columns: ['tdi'],
    lookback: ({ n }) => 3 * n! - 1,
    compute: ({ close }, { n }) => {
      const momentum = changeOver(close, n);
      const size = each(momentum, Math.abs);
      const [once, twice] = [sumOver(size, n!), sumOver(size, 2 * n!)];
      return { tdi: each(sumOver(momentum, n!), (net, i) => Math.abs(net) - (twice[i]! - once[i]!)) };
    },
  },
  'correlation-trend-indicator': {
    columns: ['cti'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close }, { n }) => ({
      cti: correlationOver(
        close,
        columnOf(close.length, (i) => i),
        n!,
      ),
    }),
  },
  'efficiency-ratio': {
    columns: ['er'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n }) => ({
      er: each(quotient(each(changeOver(close, n), Math.abs), pathOver(close, n!), 0), (value) => Math.min(1, value)),
    }),
  },
  'heikin-ashi': {
    columns: ['body', 'ha_open', 'ha_high', 'ha_low', 'ha_close'],
    lookback: () => 0,
    compute: ({ open, high, low, close }) => {
      const last = each(close, (price, i) => (open[i]! + high[i]! + low[i]! + price) / 4);
      let previous = NaN;
      const begin = each(open, (price, i) => {
        previous = i === 0 ? (price + close[i]!) / 2 : (previous + last[i - 1]!) / 2;
        return previous;
      });
      return {
        body: each(last, (value, i) => value - begin[i]!),
        ha_open: begin,
        ha_high: each(high, (top, i) => Math.max(top, begin[i]!, last[i]!)),
        ha_low: each(low, (bottom, i) => Math.min(bottom, begin[i]!, last[i]!)),
        ha_close: last,
      };
    },
  },
  'elder-impulse-system': {
    columns: ['impulse'],
    lookback: ({ slow, signal }) => slow! + signal! - 1,
    compute: ({ close }, { n, fast, slow, signal }) => {
      const macd = distance(close, fast!, slow!);
      const line = exponential(macd, signal!);
      const power = changeOver(each(macd, (value, i) => value - line[i]!));
      const inertia = changeOver(exponential(close, n!));
      return {
        impulse: each(power, (change, i) => {
          if (Number.isNaN(change) || Number.isNaN(inertia[i]!)) return NaN;
          if (isStill(change, close[i]!, slow) || isStill(inertia[i]!, close[i]!, n)) return 0;
          if (change > 0 && inertia[i]! > 0) return 1;
          return change < 0 && inertia[i]! < 0 ? -1 : 0;
        }),
      };
    },
  },
};
