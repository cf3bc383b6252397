/** Joining of ready rows for lists, and the fields of the plainest lists. */

import type { DataSource } from '../parameters.ts';

/** Everything of a sorted list but its rows, as the host has it. */
export interface SortedListHead<Query extends SortedQuery> {
  readonly count: number;
  readonly total: number;
  readonly universeSize: number;
  readonly query: Pick<Query, keyof SortedQuery>;
  readonly warming: readonly string[];
  readonly asOf: number;
  readonly dataSource: DataSource;
}

interface SortedQuery {
  readonly limit: number;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
}

/** That head on the wire. */
export function encodeSortedListHead<Query extends SortedQuery>(head: SortedListHead<Query>) {
  const sort: Query['sort'] = head.query.sort;
  const order: Query['order'] = head.query.order;
  return {
    count: head.count,
    total: head.total,
    universe_size: head.universeSize,
    limit: head.query.limit,
    sort,
    order,
    warming: [...head.warming],
    as_of: head.asOf,
    data_source: head.dataSource,
    source: head.dataSource,
  };
}

/** The JSON text of a list whose rows are JSON texts already: rows are encoded once, lists only join them. */
export function joinItems(items: readonly string[], rest: object): string {
  return `{"items":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`;
}
