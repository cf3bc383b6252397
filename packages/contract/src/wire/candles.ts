/** Candles on the wire. */

import type { Candles, Interval } from '@barograph/core';
import { atrSettledAfter } from '@barograph/indicators';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, IntervalSchema, type DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';

/** One bar. `timestamp` is its open; the bar of `forming_bar_timestamp` has not closed. */
export const CandleWire = Type.Object(
  {
    timestamp: EpochMsSchema,
    open: Type.Number(),
    high: Type.Number(),
    low: Type.Number(),
    close: Type.Number(),
    volume: Type.Number({ minimum: 0, description: 'base units' }),
    atr: Type.Optional(nullable(Type.Number({ minimum: 0, description: 'null for the first N bars' }))),
  },
  { title: 'Candle' },
);
export type CandleWire = Static<typeof CandleWire>;

/** Open of the bar that is still forming. */
export const FormingSchema = nullable(
  Type.Integer({
    minimum: 0,
    description: 'Open of the last bar while it has not closed, epoch ms; null once it has.',
  }),
);

const Status = Type.Optional(
  Type.Literal('unavailable', { description: 'The source has no bars of this interval; candles are empty.' }),
);

/** The answer of single candles. */
export const CandlesWire = Type.Object(
  {
    coin: Type.String(),
    symbol: Type.String(),
    interval: IntervalSchema,
    candles: Type.Array(CandleWire),
    count: Type.Integer({ minimum: 0 }),
    start: nullable(EpochMsSchema),
    end: nullable(EpochMsSchema),
    forming_bar_timestamp: FormingSchema,
    atr_period: Type.Optional(Type.Integer()),
    atr_settled_from: Type.Optional(
      nullable(Type.Integer({ description: 'First bar on which the seed of the ATR weighs less than 1 %.' })),
    ),
    status: Status,
    reason: Type.Optional(Type.String()),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'Candles' },
);
export type CandlesWire = Static<typeof CandlesWire>;

/** ATR of the bars of an answer, one value per bar, NaN for the first `period`. */
export interface AtrColumn {
  readonly period: number;
  readonly values: Float64Array;
}

/** The parts of a candle answer as the host has them. */
export interface CandlesAnswer {
  readonly coin: string;
  readonly interval: Interval;
  /** Oldest first; the last may still be forming. */
  readonly bars: Candles;
  readonly forming: number | null;
  readonly atr: AtrColumn | undefined;
  readonly range: { readonly start: number; readonly end: number } | undefined;
  /** Why there are no bars of this interval; undefined when there are. */
  readonly unavailable: string | undefined;
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** Bars on the wire; each carries `atr` when a column of it is given. */
export function encodeBars(bars: Candles, atr: AtrColumn | undefined): CandleWire[] {
  const rows: CandleWire[] = [];
  for (let i = 0; i < bars.length; i++) {
    rows.push({
      timestamp: bars.time[i]!,
      open: bars.open[i]!,
      high: bars.high[i]!,
      low: bars.low[i]!,
      close: bars.close[i]!,
      volume: bars.volume[i]!,
      ...(atr === undefined ? {} : { atr: num(atr.values[i]) }),
    });
  }
  return rows;
}

/** An answer on the wire. */
export function encodeCandles(answer: CandlesAnswer): CandlesWire {
  const { bars, atr } = answer;
  return {
    coin: answer.coin,
    symbol: answer.coin,
    interval: answer.interval,
    candles: encodeBars(bars, atr),
    count: bars.length,
    start: answer.range?.start ?? null,
    end: answer.range?.end ?? null,
    forming_bar_timestamp: answer.forming,
    ...(atr === undefined
      ? {}
      : { atr_period: atr.period, atr_settled_from: num(bars.time[atrSettledAfter({ period: atr.period })]) }),
    ...(answer.unavailable === undefined ? {} : { status: 'unavailable', reason: answer.unavailable }),
    as_of: answer.asOf,
    data_source: answer.dataSource,
    source: answer.dataSource,
  };
}
