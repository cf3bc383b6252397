/** The answer of a refresh on the wire. */

import { Type, type Static } from 'typebox';
import { DataSourceSchema, type DataSource } from '../parameters.ts';
import { EpochMsSchema } from '../scalar.ts';

export const RefreshWire = Type.Object(
  {
    status: Type.Literal('recomputed'),
    rows: Type.Integer({ minimum: 0 }),
    as_of: EpochMsSchema,
    took_ms: Type.Number({ minimum: 0 }),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'Refresh' },
);
export type RefreshWire = Static<typeof RefreshWire>;

/** What a refresh did. */
export function encodeRefresh(done: {
  readonly rows: number;
  readonly asOf: number;
  readonly tookMs: number;
  readonly dataSource: DataSource;
}): RefreshWire {
  return {
    status: 'recomputed',
    rows: done.rows,
    as_of: done.asOf,
    took_ms: Math.round(done.tookMs),
    data_source: done.dataSource,
    source: done.dataSource,
  };
}
