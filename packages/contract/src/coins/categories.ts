/** GET /coins/categories: raw category names of the source. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { tableFields, type OfTable } from './envelope.ts';
import { coinsOperation } from './table.ts';

interface Names {
  readonly names: readonly string[];
}
const field = fieldsOf<Names & OfTable>();
const reply = record('CoinCategories', {
  items: field.list(
    Type.String(),
    'Each once, ascending. Text of the source, never to be interpreted.',
    ({ names }) => names,
  ),
  count: field.integer('Names in items.', ({ names }) => names.length, { minimum: 0 }),
  ...tableFields,
});

export const coinsCategories = coinsOperation('coins.categories', {
  path: '/coins/categories',
  summary: 'Raw category names, each once.',
  description: 'As the source names them. The curated groups of this service are coins/category-groups.',
  query: Type.Object({}),
  reply,
  find: ({ head }) => ok({ names: head.categories }),
});
