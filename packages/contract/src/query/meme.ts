/** The meme list query as the host works with it. */

import type { QueryIn } from '../endpoint.ts';
import type { meme } from '../endpoints/meme.ts';
import type { MemeRowWire } from '../wire/meme-row.ts';
import { bySymbol, byValue } from './order.ts';

type Wire = QueryIn<(typeof meme)['meme.regime']>;

/** What is asked of the list; undefined filters let every row pass. */
export interface MemeListQuery {
  readonly source: Wire['source'];
  readonly regime: Wire['regime'];
  readonly sort: Wire['sort'];
  readonly order: Wire['order'];
  readonly limit: number;
}

/** The checked query under the names of the host. */
export function decodeMemeListQuery({ source, regime, sort, order, limit }: Wire): MemeListQuery {
  return { source, regime, sort, order, limit };
}

/** True when the row passes every filter of the query. */
export function matchesMemeQuery(row: MemeRowWire, query: MemeListQuery): boolean {
  return (
    (query.source === undefined || row.source === query.source) &&
    (query.regime === undefined || row.regime === query.regime)
  );
}

/** The order of a query: rows without the value last in both directions, ties by symbol ascending. */
export function memeOrder({
  sort,
  order,
}: Pick<MemeListQuery, 'sort' | 'order'>): (a: MemeRowWire, b: MemeRowWire) => number {
  return sort === 'symbol' ? bySymbol(order) : byValue(order, (row) => row[sort]);
}
