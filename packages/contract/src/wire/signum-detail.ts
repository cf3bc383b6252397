/** The SIGNUM_RGG detail on the wire: the row at the top level, and its histories. */

import type { SignumHistoryPoint } from '@barograph/indicators';
import { Type, type Static } from 'typebox';
import { ColorSchema, DataSourceSchema } from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';
import { SignumItemWire } from './signum-row.ts';

const shared = {
  timestamp: EpochMsSchema,
  close: Type.Number(),
  color: nullable(ColorSchema),
  adx: nullable(Type.Number()),
  plus_di: nullable(Type.Number()),
  minus_di: nullable(Type.Number()),
};
const Age = nullable(Type.Integer({ minimum: 1 }));

/** One completed day. */
export const SignumDayWire = Type.Object({ ...shared, days_in_color: Age }, { title: 'SignumDay' });
export type SignumDayWire = Static<typeof SignumDayWire>;

/** One closed bar of 1h or 4h. */
export const SignumBarWire = Type.Object({ ...shared, bars_in_color: Age }, { title: 'SignumBar' });
export type SignumBarWire = Static<typeof SignumBarWire>;

/** The answer of a detail. */
export const SignumDetailWire = Type.Object(
  {
    ...SignumItemWire.properties,
    history: Type.Array(SignumDayWire, { maxItems: 60, description: 'The last 60 completed days, oldest first.' }),
    intraday_history: Type.Optional(
      Type.Array(SignumBarWire, { description: 'With intraday=true: closed 1h bars of about 60 days.' }),
    ),
    intraday_as_of: Type.Optional(EpochMsSchema),
    h4_history: Type.Optional(
      Type.Array(SignumBarWire, { maxItems: 90, description: 'With h4=true: the last 90 completed 4h bars.' }),
    ),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
  },
  { title: 'SignumDetail' },
);
export type SignumDetailWire = Static<typeof SignumDetailWire>;

function encodeShared(point: SignumHistoryPoint): Omit<SignumDayWire, 'days_in_color'> {
  return {
    timestamp: point.time,
    close: point.close,
    color: point.color,
    adx: num(point.adx),
    plus_di: num(point.plusDi),
    minus_di: num(point.minusDi),
  };
}

/** A completed day on the wire. */
export function encodeSignumDay(point: SignumHistoryPoint): SignumDayWire {
  return { ...encodeShared(point), days_in_color: num(point.barsInColor) };
}

/** A closed bar of 1h or 4h on the wire. */
export function encodeSignumBar(point: SignumHistoryPoint): SignumBarWire {
  return { ...encodeShared(point), bars_in_color: num(point.barsInColor) };
}

/** The parts of a detail as the host has them. */
export interface SignumDetail {
  readonly row: SignumItemWire;
  readonly history: readonly SignumHistoryPoint[];
  readonly intraday: { readonly asOf: number; readonly history: readonly SignumHistoryPoint[] } | undefined;
  readonly h4: readonly SignumHistoryPoint[] | undefined;
  readonly asOf: number;
  readonly dataSource: SignumDetailWire['data_source'];
}

/** A detail on the wire; histories that were not asked for are not there. */
export function encodeSignumDetail(detail: SignumDetail): SignumDetailWire {
  return {
    ...detail.row,
    history: detail.history.map(encodeSignumDay),
    ...(detail.intraday === undefined
      ? {}
      : { intraday_history: detail.intraday.history.map(encodeSignumBar), intraday_as_of: detail.intraday.asOf }),
    ...(detail.h4 === undefined ? {} : { h4_history: detail.h4.map(encodeSignumBar) }),
    as_of: detail.asOf,
    data_source: detail.dataSource,
  };
}
