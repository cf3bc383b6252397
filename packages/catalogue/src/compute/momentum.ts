/** Computations: momentum. */

import { isStill } from '@barograph/core';
import type { Computation } from './computation.ts';
import { fisher, laguerre, setupCount, streaks } from './momentum-recursive.ts';
import {
  before,
  changeOver,
  columnOf,
  correlationOver,
  deviationOver,
  each,
  exponential,
  greatestOver,
  leastOver,
  logReturns,
  meanOver,
  quotient,
  slopeOver,
  sumOver,
  trueRanges,
  weightedMeanOver,
  wilder,
  windowed,
} from './series.ts';

const gains = (x: Float64Array): Float64Array => each(changeOver(x), (change) => Math.max(change, 0));
const losses = (x: Float64Array): Float64Array => each(changeOver(x), (change) => Math.max(-change, 0));

/** Share of `x` in the sum of both, times `scale`; half of `scale` when both are 0. */
function shareOf(x: Float64Array, other: Float64Array, scale: number): Float64Array {
  return each(x, (value, i) => {
    const both = value + other[i]!;
    return both === 0 ? scale / 2 : scale * (value / both);
  });
}

/** Wilder's relative strength index of any column. */
function strength(x: Float64Array, n: number): Float64Array {
  return shareOf(wilder(gains(x), n), wilder(losses(x), n), 100);
}

/** Position of `x` between two columns, 0…1; a half when they coincide. */
function placeOf(x: Float64Array, least: Float64Array, most: Float64Array): Float64Array {
  return each(x, (value, i) => {
    const range = most[i]! - least[i]!;
    return isStill(range, most[i]!) ? 0.5 : (value - least[i]!) / range;
  });
}

function rateOfChange(x: Float64Array, n: number): Float64Array {
  const earlier = before(x, n);
  return each(x, (value, i) => 100 * (value / earlier[i]! - 1));
}

/** Two passes of an exponential average. */
function twice(x: Float64Array, first: number, second: number): Float64Array {
  return exponential(exponential(x, first), second);
}

/** Computations by slug. */
export const MOMENTUM: Readonly<Record<string, Computation>> = {
  'stochastic-oscillator': {
    columns: ['k', 'd'],
    lookback: ({ n }) => n! - 1,
    compute: ({ high, low, close }, { n, smooth }) => {
      const k = each(placeOf(close, leastOver(low, n!), greatestOver(high, n!)), (place) => 100 * place);
      return { k, d: meanOver(k, smooth!) };
    },
  },
  'commodity-channel-index': {
    columns: ['cci'],
    lookback: ({ n }) => n! - 1,
    compute: ({ high, low, close }, { n }) => {
      const typical = each(close, (price, i) => (high[i]! + low[i]! + price) / 3);
      const mean = meanOver(typical, n!);
      return {
        cci: windowed(typical, n!, (from, to) => {
          let deviation = 0;
          for (let i = from; i <= to; i++) deviation += Math.abs(typical[i]! - mean[to]!) / n!;
          return isStill(deviation, mean[to]!, n) ? NaN : (typical[to]! - mean[to]!) / (0.015 * deviation);
        }),
      };
    },
  },
  'stochastic-rsi': {
    columns: ['stoch_rsi'],
    lookback: ({ n, m }) => n! + m! - 1,
    compute: ({ close }, { n, m }) => {
      const index = strength(close, n!);
      return { stoch_rsi: placeOf(index, leastOver(index, m!), greatestOver(index, m!)) };
    },
  },
  'chande-momentum-oscillator': {
    columns: ['cmo'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n }) => {
      const share = shareOf(sumOver(gains(close), n!), sumOver(losses(close), n!), 1);
      return { cmo: each(share, (value) => 200 * value - 100) };
    },
  },
  'ultimate-oscillator': {
    columns: ['uo'],
    lookback: ({ long }) => long!,
    compute: (bars, { short, middle, long }) => {
      const ranges = trueRanges(bars);
      const pressure = columnOf(bars.close.length, (i) =>
        i === 0 ? NaN : bars.close[i]! - Math.min(bars.low[i]!, bars.close[i - 1]!),
      );
      const share = (n: number): Float64Array => quotient(sumOver(pressure, n), sumOver(ranges, n), 0.5);
      const [fast, even, slow] = [share(short!), share(middle!), share(long!)];
      return { uo: each(slow, (value, i) => (100 * (4 * fast[i]! + 2 * even[i]! + value)) / 7) };
    },
  },
  'true-strength-index': {
    columns: ['tsi'],
    lookback: ({ r, s }) => r! + s! - 1,
    compute: ({ close }, { r, s }) => {
      const change = changeOver(close);
      const size = twice(each(change, Math.abs), r!, s!);
      return {
        tsi: each(quotient(twice(change, r!, s!), size, 0), (value) => Math.max(-100, Math.min(100, 100 * value))),
      };
    },
  },
  'stochastic-momentum-index': {
    columns: ['smi'],
    lookback: ({ n, slow, fast }) => n! + slow! + fast! - 3,
    compute: ({ high, low, close }, { n, slow, fast }) => {
      const [top, bottom] = [greatestOver(high, n!), leastOver(low, n!)];
      const off = each(close, (price, i) => price - (top[i]! + bottom[i]!) / 2);
      const range = each(top, (value, i) => value - bottom[i]!);
      return { smi: each(quotient(twice(off, slow!, fast!), twice(range, slow!, fast!), 0), (value) => 200 * value) };
    },
  },
  'coppock-curve': {
    columns: ['coppock'],
    lookback: ({ long, n }) => long! + n! - 1,
    compute: ({ close }, { long, short, n }) => {
      const slow = rateOfChange(close, long!);
      return {
        coppock: weightedMeanOver(
          each(rateOfChange(close, short!), (fast, i) => fast + slow[i]!),
          n!,
        ),
      };
    },
  },
  'connors-rsi': {
    columns: ['crsi'],
    lookback: ({ ranked }) => ranked! + 1,
    compute: ({ close }, { n, streak, ranked }) => {
      const [short, run] = [strength(close, n!), strength(streaks(close), streak!)];
      const returns = rateOfChange(close, 1);
      const rank = windowed(returns, ranked! + 1, (from, to) => {
        let below = 0;
        for (let i = from; i < to; i++) if (returns[i]! < returns[to]!) below++;
        return (100 * below) / ranked!;
      });
      return { crsi: each(rank, (value, i) => (short[i]! + run[i]! + value) / 3) };
    },
  },
  'laguerre-rsi': {
    columns: ['laguerre_rsi'],
    lookback: () => 3,
    compute: ({ close }, { gamma }) => ({ laguerre_rsi: laguerre(close, gamma!) }),
  },
  'fisher-transform': {
    columns: ['fisher'],
    lookback: ({ n }) => n! - 1,
    compute: ({ high, low }, { n }) => {
      const middle = each(high, (top, i) => (top + low[i]!) / 2);
      return { fisher: fisher(placeOf(middle, leastOver(middle, n!), greatestOver(middle, n!))) };
    },
  },
  'elder-ray': {
    columns: ['power', 'bull', 'bear'],
    lookback: ({ n }) => n! - 1,
    compute: ({ high, low, close }, { n }) => {
      const value = exponential(close, n!);
      const bull = each(high, (top, i) => top - value[i]!);
      const bear = each(low, (bottom, i) => bottom - value[i]!);
      return { power: each(bull, (power, i) => power + bear[i]!), bull, bear };
    },
  },
  demarker: {
    columns: ['demarker'],
    lookback: ({ n }) => n!,
    compute: ({ high, low }, { n }) => ({
      demarker: shareOf(sumOver(gains(high), n!), sumOver(losses(low), n!), 1),
    }),
  },
  'td-setup-count': {
    columns: ['count'],
    lookback: ({ lag }) => lag!,
    compute: ({ close }, { lag, length }) => ({ count: setupCount(changeOver(close, lag), length!) }),
  },
  'disparity-index': {
    columns: ['disparity'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close }, { n }) => {
      const mean = meanOver(close, n!);
      return { disparity: each(close, (price, i) => 100 * (price / mean[i]! - 1)) };
    },
  },
  'time-series-momentum': {
    columns: ['weight'],
    lookback: ({ n, m }) => Math.max(n!, m!),
    compute: ({ close }, { n, m, target, year }) => {
      const width = deviationOver(logReturns(close), m!, 'n - 1');
      const earlier = before(close, n!);
      return {
        weight: each(close, (price, i) =>
          width[i] === 0 ? NaN : (Math.sign(Math.log(price / earlier[i]!)) * target!) / (width[i]! * Math.sqrt(year!)),
        ),
      };
    },
  },
  'fifty-two-week-high-ratio': {
    columns: ['nearness'],
    lookback: ({ n }) => n! - 1,
    compute: ({ high, close }, { n }) => ({ nearness: quotient(close, greatestOver(high, n!), NaN) }),
  },
  'regression-momentum-score': {
    columns: ['score'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close }, { n, year }) => {
      const logs = each(close, Math.log);
      const slope = slopeOver(logs, n!);
      const fit = correlationOver(
        logs,
        columnOf(logs.length, (i) => i),
        n!,
      );
      return { score: each(slope, (b, i) => Math.expm1(b * year!) * fit[i]! ** 2) };
    },
  },
};
