/** Bar lengths of the spot exchange: those of the contract, and lengths aggregated from shorter bars. */

import { bucketOpen, DAY_MS, HOUR_MS, INTERVALS, MINUTE_MS, stepMs, type Bar, type Interval } from '@barograph/core';

/** Bar of a pair with trade figures. */
export interface Kline extends Bar {
  readonly takerBuy: number;
  readonly quoteVolume: number;
  readonly trades: number;
}

interface Made {
  readonly from: Interval;
  /** Number of `from` bars in the longest bar. */
  readonly most: number;
  /** Open of the bar that contains a time. */
  readonly openOf: (time: number) => number;
}

function steps(from: Interval, step: number, most: number): Made {
  return { from, most, openOf: (time) => bucketOpen(time, step) };
}

const MADE: Readonly<Record<string, Made>> = {
  '3m': steps('1m', 3 * MINUTE_MS, 3),
  '2h': steps('1h', 2 * HOUR_MS, 2),
  '6h': steps('1h', 6 * HOUR_MS, 6),
  '8h': steps('4h', 8 * HOUR_MS, 2),
  '12h': steps('4h', 12 * HOUR_MS, 3),
  '3d': steps('1d', 3 * DAY_MS, 3),
  '1M': {
    from: '1d',
    most: 31,
    openOf: (time) => {
      const date = new Date(time);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
    },
  },
};

/** Every supported length, shortest first; a month is `1M`, a minute `1m`. */
export const KLINE_INTERVALS = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h', '1d', '3d', '1w', '1M'] as const; // prettier-ignore

/** Bars to request for `limit` bars of a length; undefined for an unknown length. */
export function askedFor(name: string, limit: number): { interval: Interval; count: number } | undefined {
  const interval = INTERVALS.find((interval) => interval === name);
  if (interval !== undefined) return { interval, count: limit };
  const derived = Object.hasOwn(MADE, name) ? MADE[name]! : undefined;
  return derived === undefined ? undefined : { interval: derived.from, count: limit * derived.most };
}

function joined(open: number, bars: readonly Kline[]): Kline {
  const sum = (figure: (bar: Kline) => number): number => bars.reduce((total, bar) => total + figure(bar), 0);
  return {
    time: open,
    open: bars[0]!.open,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: bars.at(-1)!.close,
    volume: sum(({ volume }) => volume),
    quoteVolume: sum(({ quoteVolume }) => quoteVolume),
    trades: sum(({ trades }) => trades),
    takerBuy: sum(({ takerBuy }) => takerBuy),
  };
}

/**
 * Aggregates the bars that `askedFor` names, oldest first. A first bar with a missing start is dropped, so the first month of a
 * young pair can be absent.
 */
export function barsOf(name: string, bars: readonly Kline[]): readonly Kline[] {
  const derived = MADE[name];
  if (derived === undefined) return bars;
  const groups = new Map<number, Kline[]>();
  for (const bar of bars) {
    const open = derived.openOf(bar.time);
    const rows = groups.get(open);
    if (rows === undefined) groups.set(open, [bar]);
    else rows.push(bar);
  }
  return [...groups]
    .filter(([open, [first]], i) => i > 0 || first!.time === open)
    .map(([open, rows]) => joined(open, rows));
}

/** Whether the last bar of an aggregated length is still open although its last shorter bar has closed. */
export function isOpenAfter(name: string, time: number): boolean {
  const derived = MADE[name];
  return derived !== undefined && derived.openOf(time + stepMs(derived.from)) === derived.openOf(time);
}
