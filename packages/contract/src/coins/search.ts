/** GET /coins/search: coins whose ticker or name contains a text. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { coinsIn, rowsField, tableFields, type OfTable } from './envelope.ts';
import { coinRow, type CoinRowWire } from './row.ts';
import { coinsOperation } from './table.ts';

/** Maximum coins of an answer. */
const MOST = 50;
/** Maximum length of the text, characters. */
const LONGEST = 80;

interface Matches {
  readonly rows: readonly CoinRowWire[];
  readonly total: number;
  readonly q: string;
}
const field = fieldsOf<Matches & OfTable>();
const reply = record('CoinSearch', {
  items: rowsField<CoinRowWire, typeof coinRow.schema.properties>(coinRow.schema, `Best rank first, at most ${MOST}.`),
  count: field.integer('Coins in items.', ({ rows }) => rows.length, { minimum: 0, maximum: MOST }),
  total: field.integer('Coins that match.', ({ total }) => total, { minimum: 0 }),
  q: field.text('As asked.', ({ q }) => q),
  ...tableFields,
});

export const coinsSearch = coinsOperation('coins.search', {
  path: '/coins/search',
  summary: 'Coins whose ticker or name has a text in it, best rank first.',
  description: `Without regard to case. At most ${MOST} coins; total counts all that match.`,
  query: Type.Object({ q: Type.String({ minLength: 1, maxLength: LONGEST, examples: ['arb'] }) }),
  reply,
  find: (view, { query: { q } }) => {
    const wanted = q.toLowerCase();
    const rows = coinsIn(view).filter(
      ({ symbol, name }) => symbol.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
    );
    return ok({ rows: rows.slice(0, MOST), total: rows.length, q });
  },
});
