/** Bar lengths of the spot exchange: those of the contract, and those that are made of shorter bars. */

import { bucketOpen, DAY_MS, HOUR_MS, INTERVALS, MINUTE_MS, stepMs, type Bar, type Interval } from '@barograph/core';

/** A bar of a pair, with what its source says of its trades. */
export interface Kline extends Bar {
  readonly takerBuy: number;
  readonly quoteVolume: number;
  readonly trades: number;
}

interface Made {
  readonly from: Interval;
  /** Bars of `from` in the longest bar. */
  readonly most: number;
  /** Open of the bar that holds a moment. */
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

/** Every length that is answered, shortest first; a month is `1M`, a minute `1m`. */
export const KLINE_INTERVALS = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h', '1d', '3d', '1w', '1M'] as const; // prettier-ignore

/** The bars to ask for, so that `limit` bars of a length can be made; undefined: the length is unknown. */
export function askedFor(name: string, limit: number): { interval: Interval; count: number } | undefined {
  const interval = INTERVALS.find((one) => one === name);
  if (interval !== undefined) return { interval, count: limit };
  const made = Object.hasOwn(MADE, name) ? MADE[name]! : undefined;
  return made === undefined ? undefined : { interval: made.from, count: limit * made.most };
}

function joined(open: number, bars: readonly Kline[]): Kline {
  const sum = (of: (bar: Kline) => number): number => bars.reduce((total, bar) => total + of(bar), 0);
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
 * Bars of a length from the bars that `askedFor` names, oldest first. A first bar whose beginning is not among them is
 * left out, so the first month of a young pair can be missing.
 */
export function barsOf(name: string, bars: readonly Kline[]): readonly Kline[] {
  const made = MADE[name];
  if (made === undefined) return bars;
  const groups = new Map<number, Kline[]>();
  for (const bar of bars) {
    const open = made.openOf(bar.time);
    const rows = groups.get(open);
    if (rows === undefined) groups.set(open, [bar]);
    else rows.push(bar);
  }
  return [...groups]
    .filter(([open, [first]], i) => i > 0 || first!.time === open)
    .map(([open, rows]) => joined(open, rows));
}

/** Whether a length is made of shorter bars and its last bar has not closed, though the last of the shorter ones has. */
export function isOpenAfter(name: string, time: number): boolean {
  const made = MADE[name];
  return made !== undefined && made.openOf(time + stepMs(made.from)) === made.openOf(time);
}
