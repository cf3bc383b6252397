/** The volatility list on the wire. */

import { Type, type Static } from 'typebox';
import { DataSourceSchema, ORDERS, VOLATILITY_SORTS } from '../parameters.ts';
import type { VolatilityListQuery } from '../query/volatility.ts';
import { EpochMsSchema } from '../scalar.ts';
import { VolatilityItemWire } from './volatility-row.ts';
import { encodeSortedListHead, joinItems, type SortedListHead } from './ready-items.ts';

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
export type VolatilityListHead = SortedListHead<VolatilityListQuery>;

/** The JSON text of a list whose rows are JSON texts already: rows are encoded once, lists only join them. */
export function joinVolatilityList(items: readonly string[], head: VolatilityListHead): string {
  const rest: Omit<VolatilityListWire, 'items'> = encodeSortedListHead(head);
  return joinItems(items, rest);
}
