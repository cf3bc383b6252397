/** Candles on the wire. */

import { barAt, candlesOf, INTERVALS, sliceCandles, type Bar, type Candles } from '@barograph/core';
import { atr } from '@barograph/indicators';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { nullable, num } from '../scalar.ts';
import type { PulledBars } from './pulls.ts';

/** Bars of an answer, oldest first; the last may still be forming. */
export interface ShownBars {
  readonly bars: Candles;
  /** ATR of these bars and of no others, so that an answer explains itself: one value per bar, NaN for the first `period`. */
  readonly atr: { readonly period: number; readonly values: Float64Array } | undefined;
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

/** Parts of a query that say which of the bars that arrived are shown. */
interface Shown {
  /** Most bars. */
  readonly limit: number;
  /** Leaves out the bar that is still forming. */
  readonly closedOnly: boolean;
  /** Period of the ATR; undefined: none is wanted. */
  readonly atr: number | undefined;
}

/** The last bars of what arrived: closed ones, then the forming one unless it is not wanted. */
export function shownBars({ closed, forming }: PulledBars, { limit, closedOnly, atr: period }: Shown): ShownBars {
  const all = closedOnly || forming === undefined ? closed : withBar(closed, forming);
  const bars = sliceCandles(all, Math.max(0, all.length - limit));
  return { bars, atr: period === undefined ? undefined : { period, values: atr(bars, { period }) } };
}

function withBar(closed: Candles, forming: Bar): Candles {
  return candlesOf([...Array.from({ length: closed.length }, (_, i) => barAt(closed, i)), forming]);
}

/** Fields common to single and batch answers. */
export interface CandlesFound {
  /** Open of the bar that is still forming, epoch ms. */
  readonly forming: number | null;
  readonly interval: (typeof INTERVALS)[number];
  /** Reason why there are no bars of this interval; undefined when there are. */
  readonly unavailable: string | undefined;
}
const found = fieldsOf<CandlesFound>();
export const intervalField = {
  interval: found.choice(INTERVALS, 'Length of a bar.', (of) => of.interval),
};
export const formingField = {
  forming_bar_timestamp: found.momentOrNull(
    'Open of the last bar while it has not closed; null once it has.',
    (of) => of.forming,
  ),
};
export const statusFields = {
  status: found.ifKnown(
    Type.Literal('unavailable', { description: 'The source has no bars of this interval; candles are empty.' }),
    (of) => (of.unavailable === undefined ? undefined : 'unavailable'),
  ),
  reason: found.ifKnown(Type.String({ description: 'Why there are none, in words.' }), (of) => of.unavailable),
};
