/** The volatility list on the wire. */

import { Type, type Static } from 'typebox';
import { DataSourceSchema, ORDERS, VOLATILITY_SORTS, type DataSource } from '../parameters.ts';
import type { VolatilityListQuery } from '../query/volatility.ts';
import { EpochMsSchema } from '../scalar.ts';
import { VolatilityItemWire } from './volatility-row.ts';

/** The answer of the list. */
export const VolatilityListWire = Type.Object(
  {
    items: Type.Array(VolatilityItemWire),
    count: Type.Integer({ minimum: 0, description: 'Rows in items.' }),
    total: Type.Integer({ minimum: 0, description: 'Rows that pass the filters, before the limit.' }),
    universe_size: Type.Integer({ minimum: 0, description: 'All rows, before filters.' }),
    limit: Type.Integer({ minimum: 1 }),
    sort: Type.Enum([...VOLATILITY_SORTS], { type: 'string' }),
    order: Type.Enum([...ORDERS], { type: 'string' }),
    warming: Type.Array(Type.String(), { description: 'Symbols with too few completed days for a regime.' }),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'VolatilityList' },
);
export type VolatilityListWire = Static<typeof VolatilityListWire>;

/** Everything of a list but its rows, as the host has it. */
export interface VolatilityListHead {
  readonly count: number;
  readonly total: number;
  readonly universeSize: number;
  readonly query: Pick<VolatilityListQuery, 'limit' | 'sort' | 'order'>;
  readonly warming: readonly string[];
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** The JSON text of a list whose rows are JSON texts already: rows are encoded once, lists only join them. */
export function joinVolatilityList(items: readonly string[], head: VolatilityListHead): string {
  const rest: Omit<VolatilityListWire, 'items'> = {
    count: head.count,
    total: head.total,
    universe_size: head.universeSize,
    limit: head.query.limit,
    sort: head.query.sort,
    order: head.query.order,
    warming: [...head.warming],
    as_of: head.asOf,
    data_source: head.dataSource,
    source: head.dataSource,
  };
  return `{"items":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`;
}
