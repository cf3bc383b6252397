/** GET /coins: the table of coins, page by page. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { coinsIn, rowsField, tableFields, type OfTable } from './envelope.ts';
import { coinRow, type CoinRowWire } from './row.ts';
import { coinsOperation } from './table.ts';

interface Page {
  readonly rows: readonly CoinRowWire[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
}
const field = fieldsOf<Page & OfTable>();
const NONE_LESS = { minimum: 0 };
const reply = record('CoinPage', {
  items: rowsField<CoinRowWire, typeof coinRow.schema.properties>(coinRow.schema, 'By rank, unranked coins last.'),
  count: field.integer('Coins in items; 0 beyond the last page.', ({ rows }) => rows.length, NONE_LESS),
  total: field.integer('Coins of the table.', ({ total }) => total, NONE_LESS),
  page: field.integer('As asked.', ({ page }) => page, { minimum: 1 }),
  per_page: field.integer('As asked.', ({ perPage }) => perPage, { minimum: 1 }),
  pages: field.integer('Pages of that size.', ({ total, perPage }) => Math.ceil(total / perPage), NONE_LESS),
  ...tableFields,
});

export const coinsList = coinsOperation('coins.list', {
  path: '/coins',
  summary: 'Coins by rank of market cap, page by page.',
  description:
    'Names, prices and supplies are those of the source; a number that cannot be is null. A page beyond the end is empty. Tickers are not unique: id is.',
  query: Type.Object({
    page: Type.Integer({ minimum: 1, default: 1 }),
    per_page: Type.Integer({ minimum: 1, maximum: 250, default: 50 }),
  }),
  reply,
  find: (view, { query: { page, per_page: perPage } }) => {
    const coins = coinsIn(view);
    const first = (page - 1) * perPage;
    return ok({ rows: coins.slice(first, first + perPage), total: coins.length, page, perPage });
  },
});
