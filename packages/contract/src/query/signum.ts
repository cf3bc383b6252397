/** The SIGNUM_RGG queries as the host works with them. */

import type { SignumColor } from '@barograph/indicators';
import type { QueryIn } from '../endpoint.ts';
import type { indicators } from '../endpoints/indicators.ts';
import type { SignumItemWire } from '../wire/signum-row.ts';
import { bySymbol, byValue } from '../shapes/order.ts';

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

const SORT_VALUE: Readonly<Record<Exclude<SignumListQuery['sort'], 'symbol'>, (row: SignumItemWire) => number | null>> =
  {
    days_in_color: (row) => row.days_in_color,
    pct_change: (row) => row.pct_change_24h,
    adx: (row) => row.adx,
  };

/** The order of a query: rows without the value last in both directions, ties by symbol ascending. */
export function signumOrder({
  sort,
  order,
}: Pick<SignumListQuery, 'sort' | 'order'>): (a: SignumItemWire, b: SignumItemWire) => number {
  return sort === 'symbol' ? bySymbol(order) : byValue(order, SORT_VALUE[sort]);
}
