/** GET /perpdex/prices: the mid price of every perp. */

import { ok } from '@barograph/core';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import type { View } from '../published.ts';
import { withProvenance } from '../shapes/provenance.ts';
import { WARMING_UP } from '../shapes/warming.ts';
import { midRow, midsPublication, type MidRowWire, type MidsHead } from './publication.ts';
import { builtFields, NO_SOURCE, oncePerView, published, type Built } from './snapshot.ts';

type Mids = Pick<View<MidRowWire, MidsHead>, 'head' | 'records'>;
const field = fieldsOf<Mids & Built>();

/** The answer. */
export const pricesReply = record('PerpPrices', {
  prices: field.custom(
    field.items(midRow, 'Perps that have a mid price, in the order of the venue.', () => []).schema,
    ({ records }) => records.map(({ value }) => value),
  ),
  count: field.integer('Rows in prices.', ({ records }) => records.length, { minimum: 0 }),
  as_of: field.moment('When the mid prices were fetched.', ({ head }) => head.fetchedAt),
  ...builtFields,
});
const bodyOf = oncePerView(pricesReply);

export const perpPrices = operation('perpdex.prices', {
  path: '/perpdex/prices',
  pointInTime: true,
  family: 'perpdex',
  dataset: 'perp_market',
  summary: 'The mid price of every perp, refreshed each minute.',
  reply: withProvenance(pricesReply.schema),
  errors: [WARMING_UP, NO_SOURCE],
  answer: (context) => {
    const view = published(context, midsPublication, 'mids', 'mid prices');
    return view.ok ? ok(bodyOf(view.value, view.value)) : view;
  },
});
