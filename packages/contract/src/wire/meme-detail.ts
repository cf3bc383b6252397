/** The meme detail on the wire: the row at the top level, and its last days. */

import type { MemeDay } from '@barograph/stress';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, MemeRegimeSchema, type DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';
import { memeDayFields, MemeRowWire } from './meme-row.ts';

/** One completed day; the regime is null before the twentieth. */
export const MemeDayWire = Type.Object(
  {
    timestamp: EpochMsSchema,
    close: Type.Number({ exclusiveMinimum: 0 }),
    regime: nullable(MemeRegimeSchema),
    days_in_regime: nullable(Type.Integer({ minimum: 1 })),
    ret_1d: nullable(Type.Number({ description: 'percent' })),
    ...memeDayFields,
  },
  { title: 'MemeDay' },
);
export type MemeDayWire = Static<typeof MemeDayWire>;

/** The answer of a detail. */
export const MemeDetailWire = Type.Object(
  {
    ...MemeRowWire.properties,
    history: Type.Array(MemeDayWire, { maxItems: 60, description: 'The last 60 completed days, oldest first.' }),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
  },
  { title: 'MemeDetail' },
);
export type MemeDetailWire = Static<typeof MemeDetailWire>;

/** A completed day on the wire. */
export function encodeMemeDay(day: MemeDay): MemeDayWire {
  return {
    timestamp: day.time,
    close: day.close,
    regime: day.regime,
    days_in_regime: day.daysInRegime,
    prev_regime: day.prevRegime,
    regime_changed: day.regimeChanged,
    ret_1d: num(day.ret1d),
    ret_7d: num(day.ret7d),
    ret_30d: num(day.ret30d),
    vol_spike: num(day.volSpike),
    vol_pctile_30: num(day.volPctile30),
    sma20_extension_pct: num(day.sma20ExtensionPct),
    extension_max_14d_pct: num(day.extensionMax),
    share_of_high_30d: num(day.shareOfHigh),
  };
}

/** The parts of a detail as the host has them. */
export interface MemeDetail {
  readonly row: MemeRowWire;
  readonly history: readonly MemeDay[];
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** A detail on the wire. */
export function encodeMemeDetail(detail: MemeDetail): MemeDetailWire {
  return {
    ...detail.row,
    history: detail.history.map(encodeMemeDay),
    as_of: detail.asOf,
    data_source: detail.dataSource,
  };
}
