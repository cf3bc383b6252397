/** GET /coins/category-groups: curated groups of coins, resolved against the table. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { coinsIn, tableFields, type CoinsView, type OfTable } from './envelope.ts';
import { CATEGORY_GROUPS_V1, type CategoryGroup } from './groups.ts';
import { coinRow, type CoinRowWire } from './row.ts';
import { coinsOperation } from './table.ts';

/** Group with its coins. */
export interface ResolvedGroup {
  readonly group: CategoryGroup;
  /** By rank. */
  readonly coins: readonly CoinRowWire[];
  /** Members missing in the table, ascending. */
  readonly unresolved: readonly string[];
}

/** The first coin of each ticker, by rank. */
function byTicker(view: CoinsView): ReadonlyMap<string, CoinRowWire> {
  const first = new Map<string, CoinRowWire>();
  for (const coin of coinsIn(view)) if (!first.has(coin.symbol)) first.set(coin.symbol, coin);
  return first;
}

/**
 * Every group with its coins by rank; empty when its members are unknown.
 *
 * @example
 * const coin = { id: 'bitcoin', symbol: 'BTC', name: 'Bitcoin', rank: 1, price: 90_000, perp: 'BTC' };
 * const supply = { marketCap: 1.8e12, circulating: 2e7, total: null, max: 2.1e7, change24h: null, change7d: null };
 * const row = coinRow.encode({ ...coin, ...supply, categories: [], contracts: [] });
 * const head = { coins_as_of: 0, categories: [], faults: {} };
 * const records = [{ value: row, json: JSON.stringify(row) }];
 * const view = { asOf: 0, head, records, dataSource: 'simulated', universeSize: 1 } as const;
 * const majors = { id: 'majors', name: 'Majors', description: 'The largest.', members: ['BTC', 'ETH'] };
 * const [group] = resolvedGroups(view, [majors]);
 * [group.coins[0].id, group.unresolved]; // → [ 'bitcoin', [ 'ETH' ] ]
 */
export function resolvedGroups(
  view: CoinsView,
  groups: readonly CategoryGroup[] = CATEGORY_GROUPS_V1.groups,
): readonly ResolvedGroup[] {
  const known = byTicker(view);
  const order = new Map([...known.values()].map(({ id }, i) => [id, i]));
  return groups.map((group) => ({
    group,
    coins: group.members
      .flatMap((ticker) => known.get(ticker) ?? [])
      .sort((a, b) => order.get(a.id)! - order.get(b.id)!),
    unresolved: group.members.filter((ticker) => !known.has(ticker)).toSorted(),
  }));
}

interface Cut extends ResolvedGroup {
  readonly limit: number;
}
const { id, symbol, name, rank, price, market_cap, change_24h, change_7d, pd_symbol } = coinRow.schema.properties;
const coin = Type.Object(
  { id, symbol, name, rank, price, market_cap, change_24h, change_7d, pd_symbol },
  { title: 'CategoryGroupCoin' },
);
const cutField = fieldsOf<Cut>();
const group = record('CategoryGroup', {
  id: cutField.text('Stable name of the group.', ({ group }) => group.id),
  name: cutField.text('Name for people.', ({ group }) => group.name),
  description: cutField.text('What its coins have in common.', ({ group }) => group.description),
  coins: cutField.custom(
    Type.Array(coin, { description: 'By rank, at most limit; prices are those of the table.' }),
    (g) =>
      g.coins.slice(0, g.limit).map((row) => ({
        id: row.id,
        symbol: row.symbol,
        name: row.name,
        rank: row.rank,
        price: row.price,
        market_cap: row.market_cap,
        change_24h: row.change_24h,
        change_7d: row.change_7d,
        pd_symbol: row.pd_symbol,
      })),
  ),
  total: cutField.integer('Members that the table has.', ({ coins }) => coins.length, { minimum: 0 }),
  unresolved: cutField.list(Type.String(), 'Tickers of members that the table does not have.', (g) => g.unresolved),
});

interface Groups {
  readonly groups: readonly Cut[];
  readonly limit: number;
}
const field = fieldsOf<Groups & OfTable>();
const reply = record('CategoryGroups', {
  groups: field.items(group, 'Every group, also an empty one, in a fixed order.', ({ groups }) => groups),
  count: field.integer('Groups.', ({ groups }) => groups.length, { minimum: 0 }),
  limit: field.integer('Most coins of a group, as asked.', ({ limit }) => limit, { minimum: 1 }),
  groups_version: field.text('Version of the groups.', () => CATEGORY_GROUPS_V1.version),
  ...tableFields,
});

export const coinsCategoryGroups = coinsOperation('coins.category_groups', {
  path: '/coins/category-groups',
  summary: 'Curated groups of coins, each with its coins by rank.',
  description:
    'Groups are written by this service and resolved against the table when an answer is made: a ticker that several coins have is that of the largest. limit cuts the coins of each group, not the groups.',
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Most coins of each group.' }),
  }),
  reply,
  find: (view, { query: { limit } }) =>
    ok({ groups: resolvedGroups(view).map((resolved) => ({ ...resolved, limit })), limit }),
});
