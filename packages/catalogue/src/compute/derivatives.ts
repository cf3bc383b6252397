/** Computations: derivatives. NaN for bars without funding or open interest. */

import type { Computation, IndicatorBars } from './computation.ts';
import { before, deviationOver, each, meanOver, quotient, sumOver } from './series.ts';
import { benchmarkOf } from './statistics.ts';

const HOUR_MS = 3_600_000;

const unknown = (length: number): Float64Array => new Float64Array(length).fill(NaN);
const fundingOf = ({ funding, time }: IndicatorBars): Float64Array => funding ?? unknown(time.length);
const interestOf = ({ openInterest, time }: IndicatorBars): Float64Array => openInterest ?? unknown(time.length);

/** Computations by slug. */
export const DERIVATIVES: Readonly<Record<string, Computation>> = {
  'funding-rate-annualised': {
    columns: ['percent'],
    lookback: () => 0,
    compute: (bars, { hours }) => ({ percent: each(fundingOf(bars), (rate) => ((rate * hours!) / 8) * 100) }),
  },
  'cumulative-funding': {
    columns: ['percent'],
    lookback: ({ n }) => n!,
    compute: (bars, { n }) => {
      const paid = each(fundingOf(bars), (rate, i) =>
        i === 0 ? NaN : (rate * (bars.time[i]! - bars.time[i - 1]!)) / (8 * HOUR_MS),
      );
      return { percent: each(sumOver(paid, n!), (sum) => 100 * sum) };
    },
  },
  'funding-rate-zscore': {
    columns: ['z'],
    lookback: ({ n }) => n! - 1,
    compute: (bars, { n }) => {
      const rate = fundingOf(bars);
      const mean = meanOver(rate, n!);
      return {
        z: quotient(
          each(rate, (value, i) => value - mean[i]!),
          deviationOver(rate, n!, 'n - 1'),
          NaN,
        ),
      };
    },
  },
  'premium-index': {
    columns: ['premium'],
    lookback: () => 0,
    compute: ({ close }, _, beside) => {
      const spot = benchmarkOf(close, beside);
      return { premium: each(close, (price, i) => price / spot[i]! - 1) };
    },
  },
  'open-interest-change': {
    columns: ['growth'],
    lookback: ({ n }) => n!,
    compute: (bars, { n }) => {
      const interest = interestOf(bars);
      const earlier = before(interest, n!);
      return {
        growth: each(interest, (value, i) => (value > 0 && earlier[i]! > 0 ? Math.log(value / earlier[i]!) : NaN)),
      };
    },
  },
  'open-interest-to-volume': {
    columns: ['ratio'],
    lookback: ({ n }) => n! - 1,
    compute: (bars, { n }) => ({ ratio: quotient(interestOf(bars), sumOver(bars.volume, n!), NaN) }),
  },
  'price-oi-quadrant': {
    columns: ['quadrant'],
    lookback: ({ n }) => n!,
    compute: (bars, { n }) => {
      const interest = interestOf(bars);
      const [price, interestBefore] = [before(bars.close, n!), before(interest, n!)];
      return {
        quadrant: each(bars.close, (close, i) => {
          if (Number.isNaN(price[i]! + interestBefore[i]! + interest[i]!)) return NaN;
          const isBuilt = interest[i]! > interestBefore[i]!;
          return close > price[i]! ? (isBuilt ? 1 : 2) : isBuilt ? 3 : 4;
        }),
      };
    },
  },
  'venue-premium': {
    columns: ['percent'],
    lookback: () => 0,
    compute: ({ close }, { fx }, beside) => {
      const other = benchmarkOf(close, beside);
      return { percent: each(close, (price, i) => 100 * (price / (other[i]! * fx!) - 1)) };
    },
  },
};
