/** Computations: statistics. */

import { isStill } from '@barograph/core';
import type { Computation, PeerBars } from './computation.ts';
import { changePoint, cusum, kalman, switching } from './sequential.ts';
import { dickeyFuller, hurst, permutationEntropy, varianceRatio } from './window-tests.ts';
import {
  before,
  correlationOver,
  deviationOver,
  each,
  logReturns,
  meanOver,
  quotient,
  sumOver,
  windowed,
} from './series.ts';

/** Closes of the benchmark, the first of the other series; NaN without any. */
export function benchmarkOf(close: Float64Array, beside: PeerBars | undefined): Float64Array {
  return beside?.close[0] ?? new Float64Array(close.length).fill(NaN);
}

/** Slope and constant of `y` on `x` over each window. */
export function lineOver(
  y: Float64Array,
  x: Float64Array,
  n: number,
): readonly [slope: Float64Array, constant: Float64Array] {
  const both = each(y, (value, i) => value + x[i]!);
  const constant = new Float64Array(y.length).fill(NaN);
  const slope = windowed(both, n, (from, to) => {
    let [meanX, meanY, xx, xy] = [0, 0, 0, 0];
    for (let i = from; i <= to; i++) {
      meanX += x[i]! / n;
      meanY += y[i]! / n;
    }
    for (let i = from; i <= to; i++) {
      xx += (x[i]! - meanX) ** 2;
      xy += (x[i]! - meanX) * (y[i]! - meanY);
    }
    const b = isStill(Math.sqrt(xx / n), meanX, n) ? NaN : xy / xx;
    constant[to] = meanY - b * meanX;
    return b;
  });
  return [slope, constant];
}

/** Computations by slug. */
export const STATISTICS: Readonly<Record<string, Computation>> = {
  'z-score': {
    columns: ['z'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close }, { n }) => {
      const mean = meanOver(close, n!);
      return {
        z: quotient(
          each(close, (price, i) => price - mean[i]!),
          deviationOver(close, n!, 'n - 1'),
          NaN,
        ),
      };
    },
  },
  'rolling-correlation': {
    columns: ['correlation'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n }, beside) => ({
      correlation: correlationOver(logReturns(close), logReturns(benchmarkOf(close, beside)), n!),
    }),
  },
  'rolling-beta': {
    columns: ['beta'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n }, beside) => ({
      beta: lineOver(logReturns(close), logReturns(benchmarkOf(close, beside)), n!)[0],
    }),
  },
  'hurst-exponent': {
    columns: ['hurst'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n }) => {
      const returns = logReturns(close);
      return { hurst: windowed(returns, n!, (from, to) => hurst(returns.subarray(from, to + 1))) };
    },
  },
  'variance-ratio': {
    columns: ['ratio'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n, q }) => {
      const returns = logReturns(close);
      return { ratio: windowed(returns, n!, (from, to) => varianceRatio(returns.subarray(from, to + 1), q!)) };
    },
  },
  'return-autocorrelation': {
    columns: ['autocorrelation'],
    lookback: ({ n, k }) => n! + k!,
    compute: ({ close }, { n, k }) => {
      const returns = logReturns(close);
      return { autocorrelation: correlationOver(returns, before(returns, k!), n!) };
    },
  },
  'unit-root-statistic': {
    columns: ['statistic'],
    lookback: ({ n }) => n! + 1,
    compute: ({ close }, { n }) => {
      const logs = each(close, Math.log);
      return { statistic: windowed(logs, n! + 2, (from, to) => dickeyFuller(logs.subarray(from, to + 1), true)) };
    },
  },
  'cointegration-residual': {
    columns: ['residual', 'beta'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close }, { n }, beside) => {
      const [own, other] = [each(close, Math.log), each(benchmarkOf(close, beside), Math.log)];
      const [beta, alpha] = lineOver(own, other, n!);
      return { residual: each(own, (x, i) => x - (alpha[i]! + beta[i]! * other[i]!)), beta };
    },
  },
  'mean-reversion-half-life': {
    columns: ['half_life'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n, most }) => {
      const logs = each(close, Math.log);
      const [pull] = lineOver(logReturns(close), before(logs, 1), n!);
      return {
        half_life: each(pull, (b) => {
          if (Number.isNaN(b)) return NaN;
          return b >= 0 ? most! : b <= -1 || isStill(1 + b, 1, n) ? 0 : Math.min(most!, Math.LN2 / -Math.log1p(b));
        }),
      };
    },
  },
  'permutation-entropy': {
    columns: ['entropy'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close }, { n, m }) => ({
      entropy: windowed(close, n!, (from, to) => permutationEntropy(close.subarray(from, to + 1), m!)),
    }),
  },
  'realized-skewness': {
    columns: ['skewness'],
    lookback: ({ m }) => m!,
    compute: ({ close }, { m }) => {
      const returns = logReturns(close);
      const squares = sumOver(
        each(returns, (r) => r * r),
        m!,
      );
      const cubes = sumOver(
        each(returns, (r) => r ** 3),
        m!,
      );
      return {
        skewness: each(cubes, (sum, i) => (squares[i] === 0 ? NaN : (Math.sqrt(m!) * sum) / squares[i]! ** 1.5)),
      };
    },
  },
  'cusum-filter': {
    columns: ['event'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n, h }) => {
      const returns = logReturns(close);
      return { event: cusum(returns, deviationOver(returns, n!, 'n - 1'), h!) };
    },
  },
  'bubble-statistic': {
    columns: ['statistic'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n, least }) => {
      const logs = each(close, Math.log);
      return {
        statistic: windowed(logs, n! + 1, (from, to) => {
          let most = -Infinity;
          for (let begin = from; to - begin >= least!; begin++) {
            most = Math.max(most, dickeyFuller(logs.subarray(begin, to + 1), false));
          }
          return most;
        }),
      };
    },
  },
  'regime-probability': {
    columns: ['wild'],
    lookback: ({ n }) => n! + 1,
    compute: ({ close }, { n, calm, wild, stay }) => {
      const returns = logReturns(close);
      return { wild: switching(returns, before(deviationOver(returns, n!, 'n - 1'), 1), [calm!, wild!], stay!) };
    },
  },
  'run-length-probability': {
    columns: ['expected', 'fresh'],
    lookback: () => 1,
    compute: ({ close }, { h, longest, prior }) => changePoint(logReturns(close), 1 / h!, longest!, prior!),
  },
  'kalman-level': {
    columns: ['level'],
    lookback: () => 0,
    compute: ({ close }, { ratio }) => ({ level: kalman(close, ratio!) }),
  },
};
