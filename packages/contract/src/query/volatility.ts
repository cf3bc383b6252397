/** The volatility list query as the host works with it. */

import type { QueryIn } from '../endpoint.ts';
import type { volatility } from '../endpoints/volatility.ts';
import type { VolatilityItemWire } from '../wire/volatility-row.ts';
import { bySymbol, byValue } from '../shapes/order.ts';

type Wire = QueryIn<(typeof volatility)['volatility.regime']>;

/** What is asked of the list; undefined filters let every row pass. */
export interface VolatilityListQuery {
  readonly source: Wire['source'];
  readonly regime: Wire['regime'];
  /** The coins that the caller may see. */
  readonly coins: readonly string[] | undefined;
  readonly sort: Wire['sort'];
  readonly order: Wire['order'];
  readonly limit: number;
}

/** The checked query under the names of the host. */
export function decodeVolatilityListQuery(query: Wire, coins: readonly string[] | undefined): VolatilityListQuery {
  const { source, regime, sort, order, limit } = query;
  return { source, regime, coins, sort, order, limit };
}

/** True when the row passes every filter of the query. */
export function matchesVolatilityQuery(row: VolatilityItemWire, query: VolatilityListQuery): boolean {
  return (
    (query.source === undefined || row.source === query.source) &&
    (query.regime === undefined || row.regime === query.regime) &&
    (query.coins === undefined || query.coins.includes(row.symbol))
  );
}

/** The order of a query: rows without the value last in both directions, ties by symbol ascending. */
export function volatilityOrder({
  sort,
  order,
}: Pick<VolatilityListQuery, 'sort' | 'order'>): (a: VolatilityItemWire, b: VolatilityItemWire) => number {
  return sort === 'symbol' ? bySymbol(order) : byValue(order, (row) => row[sort]);
}
