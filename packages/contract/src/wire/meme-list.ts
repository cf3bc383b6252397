/** The meme list on the wire. */

import { Type, type Static } from 'typebox';
import { DataSourceSchema, MEME_SORTS, ORDERS } from '../parameters.ts';
import type { MemeListQuery } from '../query/meme.ts';
import { EpochMsSchema } from '../scalar.ts';
import { MemeRowWire } from './meme-row.ts';
import { encodeSortedListHead, joinItems, type SortedListHead } from './ready-items.ts';

/** The answer of the list. */
export const MemeListWire = Type.Object(
  {
    items: Type.Array(MemeRowWire),
    count: Type.Integer({ minimum: 0, description: 'Rows in items.' }),
    total: Type.Integer({ minimum: 0, description: 'Rows that pass the filters, before the limit.' }),
    universe_size: Type.Integer({ minimum: 0, description: 'All rows, before filters.' }),
    limit: Type.Integer({ minimum: 1 }),
    sort: Type.Enum([...MEME_SORTS], { type: 'string' }),
    order: Type.Enum([...ORDERS], { type: 'string' }),
    warming: Type.Array(Type.String(), { description: 'Symbols with too few completed days for a regime.' }),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'MemeList' },
);
export type MemeListWire = Static<typeof MemeListWire>;

/** Everything of a list but its rows, as the host has it. */
export type MemeListHead = SortedListHead<MemeListQuery>;

/** The JSON text of a list whose rows are JSON texts already: rows are encoded once, lists only join them. */
export function joinMemeList(items: readonly string[], head: MemeListHead): string {
  const rest: Omit<MemeListWire, 'items'> = encodeSortedListHead(head);
  return joinItems(items, rest);
}
