/** GET /coins/top: the largest coins. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { coinsIn, rowsField, tableFields, type OfTable } from './envelope.ts';
import { coinRow, type CoinRowWire } from './row.ts';
import { coinsOperation } from './table.ts';

interface Top {
  readonly rows: readonly CoinRowWire[];
  readonly limit: number;
}
const field = fieldsOf<Top & OfTable>();
const reply = record('CoinTop', {
  items: rowsField<CoinRowWire, typeof coinRow.schema.properties>(coinRow.schema, 'Largest first.'),
  count: field.integer('Coins in items.', ({ rows }) => rows.length, { minimum: 0 }),
  limit: field.integer('As asked.', ({ limit }) => limit, { minimum: 1 }),
  ...tableFields,
});

export const coinsTop = coinsOperation('coins.top', {
  path: '/coins/top',
  summary: 'The largest coins by market cap.',
  description: 'By the rank of the source. Coins without a rank are never among them.',
  query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }) }),
  reply,
  find: (view, { query: { limit } }) =>
    ok({
      rows: coinsIn(view)
        .filter(({ rank }) => rank !== null)
        .slice(0, limit),
      limit,
    }),
});
