/** The SIGNUM_RGG list on the wire. */

import type { SignumBreadth } from '@barograph/indicators';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, ORDERS, SIGNUM_SORTS, type DataSource } from '../parameters.ts';
import type { SignumListQuery } from '../query/signum.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';
import { SignumItemWire } from './signum-row.ts';
import { joinItems } from './ready-items.ts';

const Count = Type.Integer({ minimum: 0 });
const Share = nullable(Type.Number({ minimum: 0, maximum: 100 }));

/** Colours over the whole universe, whatever the filters; pegged and stale rows are outside. */
export const SignumBreadthWire = Type.Object(
  {
    total: Count,
    green: Count,
    grey: Count,
    red: Count,
    pct_green: Share,
    pct_grey: Share,
    pct_red: Share,
  },
  { title: 'SignumBreadth' },
);
export type SignumBreadthWire = Static<typeof SignumBreadthWire>;

/** The answer of the list. */
export const SignumListWire = Type.Object(
  {
    items: Type.Array(SignumItemWire),
    count: Type.Integer({ minimum: 0, description: 'Rows in items.' }),
    total: Type.Integer({ minimum: 0, description: 'Rows that pass the filters, before limit and offset.' }),
    universe_size: Type.Integer({ minimum: 0, description: 'All rows, before filters.' }),
    limit: Type.Integer({ minimum: 1 }),
    offset: Count,
    sort: Type.Enum([...SIGNUM_SORTS], { type: 'string' }),
    order: Type.Enum([...ORDERS], { type: 'string' }),
    breadth: SignumBreadthWire,
    warming: Type.Array(Type.String(), { description: 'Symbols with too few completed days for a color.' }),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'SignumList' },
);
export type SignumListWire = Static<typeof SignumListWire>;

/** Breadth on the wire; shares are null when nothing counts. */
export function encodeSignumBreadth(breadth: SignumBreadth): SignumBreadthWire {
  return {
    total: breadth.total,
    green: breadth.green,
    grey: breadth.grey,
    red: breadth.red,
    pct_green: num(breadth.pctGreen),
    pct_grey: num(breadth.pctGrey),
    pct_red: num(breadth.pctRed),
  };
}

/** Everything of a list but its rows, as the host has it. */
export interface SignumListHead {
  readonly count: number;
  readonly total: number;
  readonly universeSize: number;
  readonly query: Pick<SignumListQuery, 'limit' | 'offset' | 'sort' | 'order'>;
  readonly breadth: SignumBreadthWire;
  readonly warming: readonly string[];
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** The JSON text of a list whose rows are JSON texts already: rows are encoded once, lists only join them. */
export function joinSignumList(items: readonly string[], head: SignumListHead): string {
  const rest: Omit<SignumListWire, 'items'> = {
    count: head.count,
    total: head.total,
    universe_size: head.universeSize,
    limit: head.query.limit,
    offset: head.query.offset,
    sort: head.query.sort,
    order: head.query.order,
    breadth: head.breadth,
    warming: [...head.warming],
    as_of: head.asOf,
    data_source: head.dataSource,
    source: head.dataSource,
  };
  return joinItems(items, rest);
}
