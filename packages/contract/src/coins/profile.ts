/** GET /coins/{symbol}: a coin by ticker or id. */

import { coinNamed, err, ok, type Result } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf, record, within } from '../fields.ts';
import { problem, type Problem } from '../problem.ts';
import { coinsIn, tableFields, type CoinsView, type OfTable } from './envelope.ts';
import { resolvedGroups } from './category-groups.ts';
import { coinRow, type CoinRowWire } from './row.ts';
import { ANY_SPELLING } from '../parameters.ts';
import { coinsOperation } from './table.ts';

/** Maximum suggestions of a 404. */
const SUGGESTIONS = 5;

interface Profile {
  readonly coin: CoinRowWire;
  /** Other coins of the same ticker, by rank. */
  readonly also: readonly CoinRowWire[];
  /** Ids of its groups. */
  readonly groups: readonly string[];
}
const other = fieldsOf<CoinRowWire>();
const alsoCoin = record(null, {
  id: other.text('Id: /coins/{id} is its profile.', ({ id }) => id),
  symbol: other.text('Ticker.', ({ symbol }) => symbol),
  name: other.text('Name.', ({ name }) => name),
  rank: other.integerOrNull('Rank by market cap; null of an unranked coin.', ({ rank }) => rank, { minimum: 1 }),
});
const field = fieldsOf<Profile & OfTable>();
/** The published row, field by field. */
const coinFields = within(
  ({ coin }: Profile & OfTable) => coin,
  Object.fromEntries(
    Object.entries(coinRow.schema.properties).map(([name, schema]) => [
      name,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a field of that row
      { schema, read: (coin: CoinRowWire) => coin[name as keyof CoinRowWire] as never },
    ]),
  ),
);
const reply = record('CoinProfile', {
  ...coinFields,
  groups: field.list(Type.String(), 'Ids of the category groups that it is in.', ({ groups }) => groups),
  also: field.items(alsoCoin, 'Other coins of that ticker or name, best rank first.', ({ also }) => also),
  ...tableFields,
});

/** Largest coins with the longest common prefix of a name. */
function near(coins: readonly CoinRowWire[], wanted: string): readonly CoinRowWire[] {
  for (let length = wanted.length; length > 0; length--) {
    const start = wanted.slice(0, length);
    const found = coins.filter(({ id, symbol, name }) =>
      [id, symbol, name].some((text) => text.toLowerCase().startsWith(start)),
    );
    if (found.length > 0) return found.slice(0, SUGGESTIONS);
  }
  return coins.slice(0, SUGGESTIONS);
}

/** Finds a coin by id or ticker, with others of the same ticker. */
function found(view: CoinsView, name: string): Result<Profile, Problem> {
  const coins = coinsIn(view);
  const wanted = name.toLowerCase();
  const byName = coins.filter(({ id, symbol }) => symbol.toLowerCase() === wanted || id.toLowerCase() === wanted);
  // The ticker of a coin may be the id of another; the better rank wins.
  const named = byName.length > 0 ? byName : coins.filter(({ symbol }) => symbol.toUpperCase() === coinNamed(name));
  const [coin] = named;
  if (coin === undefined) {
    const suggestions = near(coins, wanted).map(({ id }) => id);
    return err(problem('unknown_symbol', 'No coin has that ticker or id.', { suggestions }));
  }
  const ticker = coin.symbol.toLowerCase();
  const also = coins.filter(
    (other) => other !== coin && (other.symbol.toLowerCase() === ticker || named.includes(other)),
  );
  const groups = resolvedGroups(view)
    .filter(({ coins: members }) => members.some(({ id }) => id === coin.id))
    .map(({ group }) => group.id);
  return ok({ coin, also, groups });
}

export const coinsGet = coinsOperation('coins.get', {
  path: '/coins/{symbol}',
  summary: 'One coin, by ticker or id.',
  description:
    'Without regard to case. Of several coins with that ticker or id the one of the best rank is shown, and also names the others.',
  pathParameters: Type.Object({
    symbol: Type.String({
      minLength: 1,
      maxLength: 80,
      description: `A ticker or an id. ${ANY_SPELLING}`,
      examples: ['BTC'],
    }),
  }),
  query: Type.Object({}),
  errors: [{ code: 'unknown_symbol', when: 'No coin has that ticker or id; suggestions name ids that exist.' }],
  reply,
  find: (view, { path: { symbol } }) => found(view, symbol),
});
