/** Batch candles on the wire. */

import type { Candles, Interval } from '@barograph/core';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, type DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable } from '../scalar.ts';
import { CandlesWire, CandleWire, encodeBars, FormingSchema, type AtrColumn } from './candles.ts';

/** The answer of batch candles. */
export const CandlesBatchWire = Type.Object(
  {
    interval: CandlesWire.properties.interval,
    series: Type.Record(Type.String(), Type.Array(CandleWire), { description: 'coin → bars' }),
    pending: Type.Array(Type.String(), { description: 'Coins that did not arrive within wait.' }),
    retry_after_s: nullable(Type.Number({ minimum: 3, maximum: 30 })),
    complete: Type.Boolean({ description: 'Every requested coin is in series.' }),
    forming_bar_timestamp: FormingSchema,
    atr_period: Type.Optional(Type.Integer()),
    status: CandlesWire.properties.status,
    reason: CandlesWire.properties.reason,
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'CandlesBatch' },
);
export type CandlesBatchWire = Static<typeof CandlesBatchWire>;

/** The parts of a batch answer as the host has them. A coin stands in `series` or in `pending`, never in both. */
export interface CandlesBatchAnswer {
  readonly interval: Interval;
  readonly series: ReadonlyMap<string, { readonly bars: Candles; readonly atr: AtrColumn | undefined }>;
  readonly pending: readonly string[];
  /** Used only when something is pending; held within 3…30. */
  readonly retryAfterSeconds: number;
  readonly forming: number | null;
  readonly atrPeriod: number | undefined;
  readonly unavailable: string | undefined;
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** A batch on the wire; the retry is null when nothing is pending, else within 3…30 s. */
export function encodeCandlesBatch(answer: CandlesBatchAnswer): CandlesBatchWire {
  const pending = answer.pending.filter((coin) => !answer.series.has(coin));
  const complete = pending.length === 0;
  return {
    interval: answer.interval,
    series: Object.fromEntries([...answer.series].map(([coin, { bars, atr }]) => [coin, encodeBars(bars, atr)])),
    pending,
    retry_after_s: complete ? null : Math.min(30, Math.max(3, Math.ceil(answer.retryAfterSeconds))),
    complete,
    forming_bar_timestamp: answer.forming,
    ...(answer.atrPeriod === undefined ? {} : { atr_period: answer.atrPeriod }),
    ...(answer.unavailable === undefined ? {} : { status: 'unavailable', reason: answer.unavailable }),
    as_of: answer.asOf,
    data_source: answer.dataSource,
    source: answer.dataSource,
  };
}
