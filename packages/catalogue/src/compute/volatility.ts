/** Computations: volatility. */

import type { Computation } from './computation.ts';
import { bodyless, deepest, forecastOf, garch, weighted } from './variances.ts';
import {
  before,
  deviationOver,
  each,
  exponential,
  greatestOver,
  logReturns,
  meanOver,
  quotient,
  sumOver,
  trueRanges,
  windowed,
} from './series.ts';

const squares = (close: Float64Array): Float64Array => each(logReturns(close), (r) => r * r);

/** Computations by slug. */
export const VOLATILITY: Readonly<Record<string, Computation>> = {
  'true-range': {
    columns: ['true_range'],
    lookback: () => 1,
    compute: (bars) => ({ true_range: trueRanges(bars) }),
  },
  'ewma-volatility': {
    columns: ['volatility'],
    lookback: () => 1,
    compute: ({ close }, { lambda, A }) => ({
      volatility: each(weighted(squares(close), lambda!), (variance) => Math.sqrt(A! * variance)),
    }),
  },
  'garch-volatility': {
    columns: ['volatility'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n, alpha, beta, A }) => ({
      volatility: each(garch(squares(close), n!, alpha!, beta!), (variance) => Math.sqrt(A! * variance)),
    }),
  },
  'realized-variance': {
    columns: ['variance'],
    lookback: ({ m }) => m!,
    compute: ({ close }, { m }) => ({ variance: sumOver(squares(close), m!) }),
  },
  'bipower-variation': {
    columns: ['variation'],
    lookback: ({ m }) => m!,
    compute: ({ close }, { m }) => {
      const size = each(logReturns(close), Math.abs);
      const earlier = before(size, 1);
      return {
        variation: each(
          sumOver(
            each(size, (r, i) => r * earlier[i]!),
            m! - 1,
          ),
          (sum) => (Math.PI / 2) * sum,
        ),
      };
    },
  },
  'signed-jump-variation': {
    columns: ['variation'],
    lookback: ({ m }) => m!,
    compute: ({ close }, { m }) => ({
      variation: sumOver(
        each(logReturns(close), (r) => Math.sign(r) * r * r),
        m!,
      ),
    }),
  },
  'har-rv-forecast': {
    columns: ['forecast'],
    lookback: ({ month, fit }) => month! - 1 + fit!,
    compute: (bars, { week, month, fit }) => ({ forecast: forecastOf(bodyless(bars), week!, month!, fit!) }),
  },
  'chaikin-volatility': {
    columns: ['growth'],
    lookback: ({ n }) => 2 * n! - 1,
    compute: ({ high, low }, { n }) => {
      const range = exponential(
        each(high, (top, i) => top - low[i]!),
        n!,
      );
      return { growth: each(quotient(range, before(range, n!), NaN), (ratio) => 100 * (ratio - 1)) };
    },
  },
  'ulcer-index': {
    columns: ['ulcer'],
    lookback: ({ n }) => 2 * n! - 2,
    compute: ({ close }, { n }) => {
      const top = greatestOver(close, n!);
      const depth = each(close, (price, i) => 100 * (price / top[i]! - 1));
      return {
        ulcer: each(
          meanOver(
            each(depth, (value) => value * value),
            n!,
          ),
          Math.sqrt,
        ),
      };
    },
  },
  'historical-volatility-ratio': {
    columns: ['ratio'],
    lookback: ({ long }) => long!,
    compute: ({ close }, { short, long }) => {
      const returns = logReturns(close);
      return { ratio: quotient(deviationOver(returns, short!, 'n - 1'), deviationOver(returns, long!, 'n - 1'), NaN) };
    },
  },
  'rolling-max-drawdown': {
    columns: ['drawdown'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close }, { n }) => ({ drawdown: windowed(close, n!, (from, to) => deepest(close, from, to)) }),
  },
  'expected-shortfall': {
    columns: ['shortfall'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n, a }) => {
      const returns = logReturns(close);
      const worst = Math.ceil(a! * n!);
      return {
        shortfall: windowed(returns, n!, (from, to) => {
          const sorted = returns.slice(from, to + 1).sort();
          return -sorted.subarray(0, worst).reduce((sum, r) => sum + r / worst, 0);
        }),
      };
    },
  },
};
