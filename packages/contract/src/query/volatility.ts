/** The volatility list query as the host works with it. */

import type { QueryIn } from '../endpoint.ts';
import type { volatility } from '../endpoints/volatility.ts';
import type { VolatilityItemWire } from '../wire/volatility-row.ts';

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

function bySymbol(a: VolatilityItemWire, b: VolatilityItemWire): number {
  return a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol);
}

/** The order of a query: rows without the value last in both directions, ties by symbol ascending. */
export function volatilityOrder({
  sort,
  order,
}: Pick<VolatilityListQuery, 'sort' | 'order'>): (a: VolatilityItemWire, b: VolatilityItemWire) => number {
  const direction = order === 'asc' ? 1 : -1;
  if (sort === 'symbol') return (a, b) => direction * bySymbol(a, b);
  return (a, b) => {
    const [x, y] = [a[sort], b[sort]];
    const by = x === null || y === null ? Number(x === null) - Number(y === null) : direction * (x - y);
    return by === 0 ? bySymbol(a, b) : by;
  };
}
