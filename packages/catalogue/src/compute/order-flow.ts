/** Computations: order flow, as far as bars show it. */

import type { Computation } from './computation.ts';
import { edge } from './edge-spread.ts';
import {
  before,
  changeOver,
  columnOf,
  deviationOver,
  each,
  logReturns,
  meanOver,
  quotient,
  sumOver,
  windowed,
} from './series.ts';

/**
 * Normal distribution function, to 7 digits.
 *
 * @source M. Abramowitz, I. A. Stegun, Handbook of Mathematical Functions, 1964, 26.2.17.
 */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x >= 0 ? 1 - tail : tail;
}

const ROOT = 3 - 2 * Math.SQRT2;

/** Computations by slug. */
export const ORDER_FLOW: Readonly<Record<string, Computation>> = {
  'roll-spread': {
    columns: ['spread'],
    lookback: ({ n }) => n! + 1,
    compute: ({ close }, { n }) => {
      const change = changeOver(close);
      const earlier = before(change, 1);
      return {
        spread: windowed(earlier, n!, (from, to) => {
          let [mean, meanEarlier, sum] = [0, 0, 0];
          for (let i = from; i <= to; i++) {
            mean += change[i]! / n!;
            meanEarlier += earlier[i]! / n!;
          }
          for (let i = from; i <= to; i++) sum += (change[i]! - mean) * (earlier[i]! - meanEarlier);
          return 2 * Math.sqrt(Math.max(0, -sum / (n! - 1)));
        }),
      };
    },
  },
  'corwin-schultz-spread': {
    columns: ['spread'],
    lookback: ({ n }) => n!,
    compute: ({ high, low }, { n }) => {
      const pair = columnOf(high.length, (i) => {
        if (i === 0) return NaN;
        const beta = Math.log(high[i]! / low[i]!) ** 2 + Math.log(high[i - 1]! / low[i - 1]!) ** 2;
        const gamma = Math.log(Math.max(high[i]!, high[i - 1]!) / Math.min(low[i]!, low[i - 1]!)) ** 2;
        const alpha = (Math.sqrt(2 * beta) - Math.sqrt(beta)) / ROOT - Math.sqrt(gamma / ROOT);
        return Math.max(0, 2 * Math.tanh(alpha / 2));
      });
      return { spread: meanOver(pair, n!) };
    },
  },
  'abdi-ranaldo-spread': {
    columns: ['spread'],
    lookback: ({ n }) => n!,
    compute: ({ high, low, close }, { n }) => {
      const middle = each(high, (top, i) => (Math.log(top) + Math.log(low[i]!)) / 2);
      const product = columnOf(close.length, (i) => {
        if (i === 0) return NaN;
        const last = Math.log(close[i - 1]!);
        return (last - middle[i - 1]!) * (last - middle[i]!);
      });
      return { spread: each(meanOver(product, n!), (mean) => 2 * Math.sqrt(Math.max(0, mean))) };
    },
  },
  'edge-spread': {
    columns: ['spread'],
    lookback: ({ n }) => n!,
    compute: (bars, { n }) => ({ spread: windowed(bars.close, n! + 1, (from, to) => edge(bars, from, to)) }),
  },
  'amihud-illiquidity': {
    columns: ['illiquidity'],
    lookback: ({ n }) => n!,
    compute: ({ close, volume }, { n }) => {
      const returns = logReturns(close);
      const traded = each(returns, (r, i) => (Number.isNaN(r) ? NaN : volume[i]! > 0 ? 1 : 0));
      const impact = each(returns, (r, i) =>
        Number.isNaN(r) ? NaN : volume[i]! > 0 ? Math.abs(r) / (close[i]! * volume[i]!) : 0,
      );
      return { illiquidity: each(quotient(sumOver(impact, n!), sumOver(traded, n!), NaN), (mean) => 1e6 * mean) };
    },
  },
  'bulk-volume-imbalance': {
    columns: ['imbalance'],
    lookback: ({ n }) => 2 * n! - 1,
    compute: ({ close, volume }, { n }) => {
      const change = changeOver(close);
      const width = deviationOver(change, n!, 'n - 1');
      const net = each(change, (value, i) => {
        if (Number.isNaN(width[i]!)) return NaN;
        return volume[i]! * (2 * normal(width[i] === 0 ? 0 : value / width[i]!) - 1);
      });
      return { imbalance: quotient(sumOver(net, n!), sumOver(volume, n!), 0) };
    },
  },
};
