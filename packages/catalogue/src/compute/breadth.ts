/** Computations: breadth. They use the bars of other coins, not those of the coin itself. */

import { isStill } from '@barograph/core';
import type { Computation, PeerBars } from './computation.ts';
import { covariance, eigenvalues } from './covariance.ts';
import { pointAndFigure } from './point-and-figure.ts';
import { columnOf, correlationOver, each, exponential, logReturns, meanOver } from './series.ts';
import { benchmarkOf } from './statistics.ts';
import { solved } from './variances.ts';

const NOBODY: PeerBars = { symbols: [], close: [], high: [], low: [], volume: [] };

/** Advances and declines of a bar, and their quote volumes. */
interface Movers {
  readonly up: number;
  readonly down: number;
  readonly upVolume: number;
  readonly downVolume: number;
}

function moversAt({ close, volume }: PeerBars, i: number): Movers {
  const movers = { up: 0, down: 0, upVolume: 0, downVolume: 0 };
  close.forEach((prices, k) => {
    const change = i === 0 ? NaN : prices[i]! - prices[i - 1]!;
    const turnover = prices[i]! * volume[k]![i]!;
    if (change > 0) {
      movers.up++;
      movers.upVolume += turnover;
    } else if (change < 0) {
      movers.down++;
      movers.downVolume += turnover;
    }
  });
  return movers;
}

/** Share of advances among all moves, from the second bar; a half when nothing moved. */
function shares(length: number, beside: PeerBars): Float64Array {
  return columnOf(length, (i) => {
    const { up, down } = moversAt(beside, i);
    if (i === 0) return NaN;
    return up + down === 0 ? 0.5 : up / (up + down);
  });
}

function mcclellan(length: number, beside: PeerBars, fast: number, slow: number): Float64Array {
  const net = each(shares(length, beside), (share) => 1000 * (2 * share - 1));
  const slowly = exponential(net, slow);
  return each(exponential(net, fast), (value, i) => value - slowly[i]!);
}

/** Log returns of the peers within a window, a row each; undefined when one is missing. */
function returnsOf(returns: readonly Float64Array[], from: number, to: number): readonly Float64Array[] | undefined {
  const rows = returns.map((column) => column.subarray(from, to));
  return rows.some((row) => row.some(Number.isNaN)) ? undefined : rows;
}

/** Computations by slug. */
export const BREADTH: Readonly<Record<string, Computation>> = {
  'advance-decline-line': {
    columns: ['line'],
    lookback: () => 0,
    compute: ({ close }, _, beside = NOBODY) => {
      let line = 0;
      return {
        line: each(close, (__, i) => {
          const { up, down } = moversAt(beside, i);
          line += up - down;
          return line;
        }),
      };
    },
  },
  'arms-index': {
    columns: ['trin'],
    lookback: () => 1,
    compute: ({ close }, { least, most }, beside = NOBODY) => ({
      trin: each(close, (_, i) => {
        if (i === 0) return NaN;
        const { up, down, upVolume, downVolume } = moversAt(beside, i);
        if (up === 0 || down === 0 || upVolume === 0 || downVolume === 0) return 1;
        return Math.max(least!, Math.min(most!, up / down / (upVolume / downVolume)));
      }),
    }),
  },
  'mcclellan-oscillator': {
    columns: ['oscillator'],
    lookback: ({ slow }) => slow!,
    compute: ({ close }, { fast, slow }, beside = NOBODY) => ({
      oscillator: mcclellan(close.length, beside, fast!, slow!),
    }),
  },
  'mcclellan-summation-index': {
    columns: ['index'],
    lookback: ({ slow }) => slow!,
    compute: ({ close }, { fast, slow }, beside = NOBODY) => {
      let sum = 0;
      return {
        index: each(mcclellan(close.length, beside, fast!, slow!), (value) => {
          if (Number.isNaN(value)) return NaN;
          sum += value;
          return sum;
        }),
      };
    },
  },
  'percent-above-moving-average': {
    columns: ['percent'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close }, { n }, beside = NOBODY) => {
      const means = beside.close.map((prices) => meanOver(prices, n!));
      return {
        percent: each(close, (_, i) => {
          let [above, known] = [0, 0];
          means.forEach((mean, k) => {
            if (Number.isNaN(mean[i]!)) return;
            known++;
            const off = beside.close[k]![i]! - mean[i]!;
            if (off > 0 && !isStill(off, mean[i]!, n)) above++;
          });
          return known === 0 ? NaN : (100 * above) / known;
        }),
      };
    },
  },
  'zweig-breadth-thrust': {
    columns: ['share', 'thrust'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n, low, high }, beside = NOBODY) => {
      const share = exponential(shares(close.length, beside), n!);
      const thrust = each(share, (value, i) => {
        if (Number.isNaN(value)) return NaN;
        const isLow = share.subarray(Math.max(0, i - n!), i).some((earlier) => earlier < low!);
        return value > high! && isLow ? 1 : 0;
      });
      return { share, thrust };
    },
  },
  'bullish-percent-index': {
    columns: ['percent'],
    lookback: () => 0,
    compute: ({ close }, { box, reversal }, beside = NOBODY) => {
      const signals = beside.close.map((prices) => pointAndFigure(prices, box! / 100, reversal!));
      return {
        percent: each(close, (_, i) => {
          const known = signals.filter((signal) => signal[i] !== 0);
          return known.length === 0 ? 50 : (100 * known.filter((signal) => signal[i] === 1).length) / known.length;
        }),
      };
    },
  },
  'average-pairwise-correlation': {
    columns: ['correlation'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n }, beside = NOBODY) => {
      const returns = beside.close.map(logReturns);
      const pairs = returns.flatMap((column, i) =>
        returns.slice(i + 1).map((other) => correlationOver(column, other, n!)),
      );
      return {
        correlation: each(close, (_, i) => {
          const known = pairs.map((pair) => pair[i]!).filter((value) => !Number.isNaN(value));
          return known.length === 0 ? NaN : known.reduce((sum, value) => sum + value / known.length, 0);
        }),
      };
    },
  },
  'absorption-ratio': {
    columns: ['ratio'],
    lookback: ({ n }) => n!,
    compute: ({ close }, { n, share }, beside = NOBODY) => {
      const returns = beside.close.map(logReturns);
      const greatest = Math.ceil(share! * returns.length);
      return {
        ratio: each(close, (_, i) => {
          const rows = i < n! ? undefined : returnsOf(returns, i - n! + 1, i + 1);
          if (rows === undefined || rows.length === 0) return NaN;
          const values = [...eigenvalues(covariance(rows))].sort((a, b) => b - a);
          const total = values.reduce((sum, value) => sum + value, 0);
          return total === 0 ? NaN : values.slice(0, greatest).reduce((sum, value) => sum + value, 0) / total;
        }),
      };
    },
  },
  'turbulence-index': {
    columns: ['turbulence'],
    lookback: ({ n }) => n! + 1,
    compute: ({ close }, { n }, beside = NOBODY) => {
      const returns = beside.close.map(logReturns);
      return {
        turbulence: each(close, (_, i) => {
          const rows = i < n! + 1 ? undefined : returnsOf(returns, i - n!, i);
          if (rows === undefined || rows.length === 0) return NaN;
          const off = returns.map((column, k) => column[i]! - rows[k]!.reduce((sum, r) => sum + r / n!, 0));
          const weights = solved(covariance(rows), off);
          if (weights === undefined) return NaN;
          return Math.max(0, off.reduce((sum, value, k) => sum + value * weights[k]!, 0) / off.length);
        }),
      };
    },
  },
  'price-relative': {
    columns: ['relative'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close }, { n }, beside) => {
      const benchmark = benchmarkOf(close, beside);
      const ratio = each(close, (price, i) => price / benchmark[i]!);
      const mean = meanOver(ratio, n!);
      return { relative: each(ratio, (value, i) => value / mean[i]!) };
    },
  },
};
