/** Computations: volume. */

import { isStill } from '@barograph/core';
import type { Computation, IndicatorBars } from './computation.ts';
import { profileOver } from './volume-profile.ts';
import {
  before,
  changeOver,
  columnOf,
  deviationOver,
  each,
  exponential,
  meanOver,
  quotient,
  sumOver,
} from './series.ts';

const DAY_MS = 86_400_000;

/** Running sum; unknown values add nothing. */
function cumulated(x: Float64Array): Float64Array {
  let sum = 0;
  return each(x, (value) => (sum += Number.isNaN(value) ? 0 : value));
}

/** Position of the close in its bar, −1…1. */
function placeIn({ high, low, close }: IndicatorBars): Float64Array {
  return each(close, (price, i) => (high[i] === low[i] ? 0 : (2 * price - low[i]! - high[i]!) / (high[i]! - low[i]!)));
}

function typical({ high, low, close }: IndicatorBars): Float64Array {
  return each(close, (price, i) => (high[i]! + low[i]! + price) / 3);
}

function flowOf(bars: IndicatorBars): Float64Array {
  return each(placeIn(bars), (place, i) => place * bars.volume[i]!);
}

/** Direction of the sum of high, low and close; 0 within the rounding of a sum of three prices. */
function sideOf(price: Float64Array): Float64Array {
  return each(changeOver(price), (change, i) => (isStill(change, price[i]!, 3) ? 0 : Math.sign(change)));
}

/** Klinger's volume force: the trend of a bar and the ranges since its last turn, including the bar before it. */
function force(bars: IndicatorBars): Float64Array {
  const side = sideOf(typical(bars));
  let [trend, since] = [0, 0];
  return columnOf(side.length, (i) => {
    if (i === 0) return NaN;
    const range = bars.high[i]! - bars.low[i]!;
    const next = side[i] === 0 ? trend : side[i]!;
    since = next === trend ? since + range : range + bars.high[i - 1]! - bars.low[i - 1]!;
    trend = next;
    return since === 0 ? 0 : bars.volume[i]! * Math.abs((2 * range) / since - 1) * trend * 100;
  });
}

/** Computations by slug. */
export const VOLUME: Readonly<Record<string, Computation>> = {
  'on-balance-volume': {
    columns: ['obv'],
    lookback: () => 0,
    compute: ({ close, volume }) => ({
      obv: cumulated(each(changeOver(close), (change, i) => Math.sign(change) * volume[i]!)),
    }),
  },
  'accumulation-distribution-line': {
    columns: ['adl'],
    lookback: () => 0,
    compute: (bars) => ({ adl: cumulated(flowOf(bars)) }),
  },
  'chaikin-money-flow': {
    columns: ['cmf'],
    lookback: ({ n }) => n! - 1,
    compute: (bars, { n }) => ({ cmf: quotient(sumOver(flowOf(bars), n!), sumOver(bars.volume, n!), 0) }),
  },
  'chaikin-oscillator': {
    columns: ['oscillator'],
    lookback: ({ slow }) => slow! - 1,
    compute: (bars, { fast, slow }) => {
      const line = cumulated(flowOf(bars));
      const slowly = exponential(line, slow!);
      return { oscillator: each(exponential(line, fast!), (value, i) => value - slowly[i]!) };
    },
  },
  'force-index': {
    columns: ['force'],
    lookback: ({ n }) => n!,
    compute: ({ close, volume }, { n }) => ({
      force: exponential(
        each(changeOver(close), (change, i) => change * volume[i]!),
        n!,
      ),
    }),
  },
  'closing-location-value': { columns: ['clv'], lookback: () => 0, compute: (bars) => ({ clv: placeIn(bars) }) },
  'money-flow-index': {
    columns: ['mfi'],
    lookback: ({ n }) => n!,
    compute: (bars, { n }) => {
      const price = typical(bars);
      const side = sideOf(price);
      const flow = (sign: 1 | -1): Float64Array =>
        sumOver(
          each(side, (value, i) => (Number.isNaN(value) ? NaN : value === sign ? price[i]! * bars.volume[i]! : 0)),
          n!,
        );
      const [up, down] = [flow(1), flow(-1)];
      return { mfi: each(up, (value, i) => (value + down[i]! === 0 ? 50 : 100 * (value / (value + down[i]!)))) };
    },
  },
  'ease-of-movement': {
    columns: ['ease'],
    lookback: ({ n }) => n!,
    compute: ({ high, low, volume }, { n }) => {
      const shift = changeOver(each(high, (top, i) => (top + low[i]!) / 2));
      const ease = each(shift, (value, i) =>
        volume[i] === 0 ? (Number.isNaN(value) ? NaN : 0) : ((value * (high[i]! - low[i]!)) / volume[i]!) * 1e6,
      );
      return { ease: meanOver(ease, n!) };
    },
  },
  'negative-volume-index': {
    columns: ['nvi'],
    lookback: () => 0,
    compute: ({ close, volume }, { start }) => {
      let index = start!;
      return {
        nvi: each(close, (price, i) => {
          if (i > 0 && volume[i]! < volume[i - 1]!) index *= price / close[i - 1]!;
          return index;
        }),
      };
    },
  },
  'klinger-volume-oscillator': {
    columns: ['kvo'],
    lookback: ({ slow }) => slow!,
    compute: (bars, { fast, slow }) => {
      const flow = force(bars);
      const slowly = exponential(flow, slow!);
      return { kvo: each(exponential(flow, fast!), (value, i) => value - slowly[i]!) };
    },
  },
  'volume-weighted-average-price': {
    columns: ['vwap'],
    lookback: () => 0,
    compute: (bars) => {
      const price = typical(bars);
      let [day, turnover, traded] = [NaN, 0, 0];
      return {
        vwap: each(bars.time, (time, i) => {
          if (Math.floor(time / DAY_MS) !== day) [day, turnover, traded] = [Math.floor(time / DAY_MS), 0, 0];
          turnover += price[i]! * bars.volume[i]!;
          traded += bars.volume[i]!;
          return traded === 0 ? NaN : turnover / traded;
        }),
      };
    },
  },
  'volume-profile': {
    columns: ['poc', 'value_low', 'value_high'],
    lookback: ({ n }) => n! - 1,
    compute: (bars, { n, bins, area }) => profileOver(bars, n!, bins!, area!),
  },
  'volume-price-confirmation': {
    columns: ['vpci'],
    lookback: ({ long }) => long! - 1,
    compute: ({ close, volume }, { short, long }) => {
      const turnover = each(close, (price, i) => price * volume[i]!);
      const paid = (n: number): Float64Array => quotient(sumOver(turnover, n), sumOver(volume, n), NaN);
      const [paidLong, paidShort] = [paid(long!), paid(short!)];
      const [meanLong, meanShort] = [meanOver(close, long!), meanOver(close, short!)];
      const busy = quotient(meanOver(volume, short!), meanOver(volume, long!), NaN);
      return {
        vpci: each(paidLong, (price, i) => {
          const off = price - meanLong[i]!;
          return (isStill(off, price, long) ? 0 : off) * (paidShort[i]! / meanShort[i]!) * busy[i]!;
        }),
      };
    },
  },
  'williams-accumulation-distribution': {
    columns: ['line'],
    lookback: () => 0,
    compute: ({ high, low, close }) => {
      const earlier = before(close, 1);
      return {
        line: cumulated(
          each(close, (price, i) => {
            if (price > earlier[i]!) return price - Math.min(low[i]!, earlier[i]!);
            return price < earlier[i]! ? price - Math.max(high[i]!, earlier[i]!) : 0;
          }),
        ),
      };
    },
  },
  'abnormal-volume': {
    columns: ['z'],
    lookback: ({ n }) => n!,
    compute: ({ volume }, { n }) => {
      const logs = each(volume, (value) => (value > 0 ? Math.log(value) : NaN));
      const [mean, width] = [before(meanOver(logs, n!), 1), before(deviationOver(logs, n!, 'n - 1'), 1)];
      return { z: each(logs, (value, i) => (width[i] === 0 ? NaN : (value - mean[i]!) / width[i]!)) };
    },
  },
};
