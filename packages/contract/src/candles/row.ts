/** Candles on the wire. */

import { barAt, candlesOf, firstAtOrAfter, INTERVALS, sliceCandles, type Bar, type Candles } from '@barograph/core';
import { atr, atrSettledAfter } from '@barograph/indicators';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { nullable, num } from '../scalar.ts';
import type { PulledBars } from './pulls.ts';

/** Bars of an answer, oldest first; the last may still be forming. */
export interface ShownBars {
  readonly bars: Candles;
  /** ATR by bar, computed with bars before the first, so that it does not depend on the limit; NaN for the first `period`. */
  readonly atr:
    | {
        readonly period: number;
        readonly values: Float64Array;
        /** Open of the first bar on which the seed weighs less than 1 %, epoch ms; NaN before it. */
        readonly settledFrom: number;
      }
    | undefined;
}
interface BarOf extends ShownBars {
  readonly i: number;
}
const bar = fieldsOf<BarOf>();

/** One bar. `timestamp` is its open; the bar of `forming_bar_timestamp` has not closed. */
export const candle = record('Candle', {
  timestamp: bar.moment('Open of the bar.', ({ bars, i }) => bars.time[i]!),
  open: bar.number('First price, quote units.', ({ bars, i }) => bars.open[i]!),
  high: bar.number('Highest price, quote units.', ({ bars, i }) => bars.high[i]!),
  low: bar.number('Lowest price, quote units.', ({ bars, i }) => bars.low[i]!),
  close: bar.number('Last price, quote units.', ({ bars, i }) => bars.close[i]!),
  volume: bar.number('Base units.', ({ bars, i }) => bars.volume[i]!, { minimum: 0 }),
  atr: bar.ifKnown(
    nullable(Type.Number({ minimum: 0 }), 'Wilder ATR, when it was asked for; null for the first bars of its period.'),
    ({ atr: column, i }) => (column === undefined ? undefined : num(column.values[i])),
  ),
});
/** A bar on the wire. */
export type CandleWire = WireOf<typeof candle>;

/** Bars on the wire; each carries `atr` when a column of it is given. */
export function encodeBars({ bars, atr: column }: ShownBars): CandleWire[] {
  return Array.from({ length: bars.length }, (_, i) => candle.encode({ bars, i, atr: column }));
}

/** Options that select the bars to show. */
interface Shown {
  /** Maximum bars. */
  readonly limit: number;
  /** Open of the first bar to show, epoch ms; earlier bars warm up the ATR. */
  readonly from?: number | undefined;
  /** Whether to omit the forming bar. */
  readonly closedOnly: boolean;
  /** Period of the ATR; undefined without ATR. */
  readonly atr: number | undefined;
}

/** Selects the last received bars: closed bars, then the forming bar if wanted. */
export function shownBars({ closed, forming }: PulledBars, request: Shown): ShownBars {
  const { limit, closedOnly, from = -Infinity, atr: period } = request;
  const all = closedOnly || forming === undefined ? closed : withBar(closed, forming);
  const first = Math.max(firstAtOrAfter(all, from), all.length - limit, 0);
  const bars = sliceCandles(all, first);
  if (period === undefined) return { bars, atr: undefined };
  const values = atr(all, { period }).slice(first).fill(NaN, 0, period);
  const settled = Math.max(atrSettledAfter({ period }) - first, period);
  return { bars, atr: { period, values, settledFrom: bars.time[settled] ?? NaN } };
}

function withBar(closed: Candles, forming: Bar): Candles {
  return candlesOf([...Array.from({ length: closed.length }, (_, i) => barAt(closed, i)), forming]);
}

/** Fields common to single and batch answers. */
export interface CandlesFound {
  /** Open of the forming bar, epoch ms. */
  readonly forming: number | null;
  readonly interval: (typeof INTERVALS)[number];
  /** Reason for missing bars of this interval; undefined otherwise. */
  readonly unavailable: string | undefined;
}
const found = fieldsOf<CandlesFound>();
export const intervalField = {
  interval: found.choice(INTERVALS, 'Length of a bar.', (candles) => candles.interval),
};
export const formingField = {
  forming_bar_timestamp: found.momentOrNull(
    'Open of the last bar while it has not closed; null once it has.',
    (candles) => candles.forming,
  ),
};
export const statusFields = {
  status: found.ifKnown(
    Type.Literal('unavailable', { description: 'The source has no bars of this interval; candles are empty.' }),
    (candles) => (candles.unavailable === undefined ? undefined : 'unavailable'),
  ),
  reason: found.ifKnown(
    Type.String({ description: 'Why there are none, in words.' }),
    (candles) => candles.unavailable,
  ),
};
