/** The technical detail on the wire: the row at the top level, and its history. */

import type { TechnicalDay } from '@barograph/indicators';
import { Type, type Static } from 'typebox';
import { DataSourceSchema } from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';
import { TechnicalItemWire } from './technical-row.ts';

/** One completed day. */
export const TechnicalDayWire = Type.Object(
  {
    timestamp: EpochMsSchema,
    close: Type.Number(),
    rsi: nullable(Type.Number({ minimum: 0, maximum: 100 })),
    bb_bandwidth: nullable(Type.Number({ minimum: 0, description: 'percent of the middle band' })),
    sma_200: nullable(Type.Number()),
    above_200: nullable(Type.Boolean()),
  },
  { title: 'TechnicalDay' },
);
export type TechnicalDayWire = Static<typeof TechnicalDayWire>;

/** The answer of a detail. */
export const TechnicalDetailWire = Type.Object(
  {
    ...TechnicalItemWire.properties,
    history: Type.Array(TechnicalDayWire, { maxItems: 60, description: 'The last 60 completed days, oldest first.' }),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
  },
  { title: 'TechnicalDetail' },
);
export type TechnicalDetailWire = Static<typeof TechnicalDetailWire>;

/** A completed day on the wire. */
export function encodeTechnicalDay(day: TechnicalDay): TechnicalDayWire {
  return {
    timestamp: day.time,
    close: day.close,
    rsi: num(day.rsi),
    bb_bandwidth: num(day.bbBandwidth),
    sma_200: num(day.sma200),
    above_200: day.above200,
  };
}

/** The parts of a detail as the host has them. */
export interface TechnicalDetail {
  readonly row: TechnicalItemWire;
  readonly history: readonly TechnicalDay[];
  readonly asOf: number;
  readonly dataSource: TechnicalDetailWire['data_source'];
}

/** A detail on the wire. */
export function encodeTechnicalDetail({ row, history, asOf, dataSource }: TechnicalDetail): TechnicalDetailWire {
  return { ...row, history: history.map(encodeTechnicalDay), as_of: asOf, data_source: dataSource };
}
