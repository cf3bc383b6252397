/** The SIGNUM_RGG queries as the host works with them. */

import type { SignumColor } from '@barograph/indicators';
import type { QueryIn } from '../endpoint.ts';
import type { indicators } from '../endpoints/indicators.ts';
import type { SignumItemWire } from '../wire/signum-row.ts';

/** What is asked of the list; undefined filters let every row pass. Days are completed daily bars. */
export interface SignumListQuery {
  readonly color: SignumColor | undefined;
  readonly source: 'cexa_spot' | 'perpdex_perp' | undefined;
  readonly minDays: number | undefined;
  readonly maxDays: number | undefined;
  readonly sort: 'days_in_color' | 'pct_change' | 'adx' | 'symbol';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** The checked query under the names of the host. */
export function decodeSignumListQuery(query: QueryIn<(typeof indicators)['indicators.signum']>): SignumListQuery {
  return {
    color: query.color,
    source: query.source,
    minDays: query.min_days,
    maxDays: query.max_days,
    sort: query.sort,
    order: query.order,
    limit: query.limit,
    offset: query.offset,
  };
}

/** True when the row passes every filter of the query. */
export function matchesSignumQuery(row: SignumItemWire, query: SignumListQuery): boolean {
  return (
    (query.color === undefined || row.color === query.color) &&
    (query.source === undefined || row.source === query.source) &&
    (query.minDays === undefined || row.days_in_color >= query.minDays) &&
    (query.maxDays === undefined || row.days_in_color <= query.maxDays)
  );
}

const SORT_VALUE: Readonly<Record<SignumListQuery['sort'], (row: SignumItemWire) => number | null>> = {
  days_in_color: (row) => row.days_in_color,
  pct_change: (row) => row.pct_change_24h,
  adx: (row) => row.adx,
  symbol: () => 0,
};

function bySymbol(a: SignumItemWire, b: SignumItemWire): number {
  return a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol);
}

/** The order of a query: rows without the value last in both directions, ties by symbol ascending. */
export function signumOrder(query: SignumListQuery): (a: SignumItemWire, b: SignumItemWire) => number {
  const direction = query.order === 'asc' ? 1 : -1;
  if (query.sort === 'symbol') return (a, b) => direction * bySymbol(a, b);
  const value = SORT_VALUE[query.sort];
  return (a, b) => {
    const x = value(a);
    const y = value(b);
    const by = x === null || y === null ? Number(x === null) - Number(y === null) : direction * (x - y);
    return by === 0 ? bySymbol(a, b) : by;
  };
}
