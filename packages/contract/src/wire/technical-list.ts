/** The technical list on the wire. */

import type { BreadthRank, SqueezeBreadth } from '@barograph/indicators';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, ORDERS, TECHNICAL_SORTS, type DataSource } from '../parameters.ts';
import type { TechnicalListQuery } from '../query/technical.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';
import { TechnicalItemWire } from './technical-row.ts';
import { joinItems } from './ready-items.ts';

const Count = Type.Integer({ minimum: 0 });

/** Squeezes over the whole universe, whatever the filters; pegged and stale rows are outside. */
export const TechnicalBreadthWire = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: 'Rows whose squeeze is known.' }),
    in_squeeze: Count,
    pct_in_squeeze: nullable(Type.Number({ minimum: 0, maximum: 100 })),
    pct_in_squeeze_pctile_30d: nullable(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'Rank of pct_in_squeeze among the archived days and itself; null until 10 days are archived.',
      }),
    ),
    history_days: Type.Integer({ minimum: 0, maximum: 30, description: 'Archived UTC days of the last 30.' }),
  },
  { title: 'TechnicalBreadth' },
);
export type TechnicalBreadthWire = Static<typeof TechnicalBreadthWire>;

/** The answer of the list. */
export const TechnicalListWire = Type.Object(
  {
    items: Type.Array(TechnicalItemWire),
    count: Type.Integer({ minimum: 0, description: 'Rows in items.' }),
    total: Type.Integer({ minimum: 0, description: 'Rows that pass the filters, before limit.' }),
    universe_size: Type.Integer({ minimum: 0, description: 'All rows, before filters.' }),
    limit: Type.Integer({ minimum: 1 }),
    sort: Type.Enum([...TECHNICAL_SORTS], { type: 'string' }),
    order: Type.Enum([...ORDERS], { type: 'string' }),
    breadth: TechnicalBreadthWire,
    warming: Type.Array(Type.String(), { description: 'Symbols without a completed day.' }),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'TechnicalList' },
);
export type TechnicalListWire = Static<typeof TechnicalListWire>;

/** Breadth and its rank on the wire. */
export function encodeTechnicalBreadth(breadth: SqueezeBreadth, rank: BreadthRank): TechnicalBreadthWire {
  return {
    total: breadth.total,
    in_squeeze: breadth.inSqueeze,
    pct_in_squeeze: num(breadth.pctInSqueeze),
    pct_in_squeeze_pctile_30d: num(rank.percentile),
    history_days: rank.historyDays,
  };
}

/** Everything of a list but its rows, as the host has it. */
export interface TechnicalListHead {
  readonly count: number;
  readonly total: number;
  readonly universeSize: number;
  readonly query: Pick<TechnicalListQuery, 'limit' | 'sort' | 'order'>;
  readonly breadth: TechnicalBreadthWire;
  readonly warming: readonly string[];
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** The JSON text of a list whose rows are JSON texts already: rows are encoded once, lists only join them. */
export function joinTechnicalList(items: readonly string[], head: TechnicalListHead): string {
  const rest: Omit<TechnicalListWire, 'items'> = {
    count: head.count,
    total: head.total,
    universe_size: head.universeSize,
    limit: head.query.limit,
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
