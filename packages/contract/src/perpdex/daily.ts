/** GET /daily/perpdex: the perp venue in one answer. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import type { View } from '../published.ts';
import { withProvenance } from '../shapes/provenance.ts';
import { WARMING_UP } from '../shapes/warming.ts';
import { encoded } from '../shapes/encoded.ts';
import { perpRow, type PerpRowWire } from './perp-row.ts';
import {
  midRow,
  midsPublication,
  perpsPublication,
  type MidRowWire,
  type MidsHead,
  type PerpsHead,
} from './publication.ts';
import { builtFields, coverageFields, NO_SOURCE, oncePerView, published, type Built } from './snapshot.ts';

const row = record(
  'DailyPerp',
  encoded(
    perpRow.fields,
    'coin',
    'symbol',
    'funding_rate',
    'open_interest',
    'open_interest_usd',
    'mark_price',
    'oracle_price',
    'day_ntl_vlm',
    'as_of',
  ),
);
const coverage = record(null, coverageFields, 'Perps that the answer has and leaves out.');

interface Both {
  readonly perps: View<PerpRowWire, PerpsHead>;
  readonly mids: View<MidRowWire, MidsHead>;
}
const field = fieldsOf<Both & Built>();

/** The answer. */
export const dailyPerpdexReply = record('DailyPerpdex', {
  prices: field.custom(
    Type.Array(midRow.schema, { description: 'Mid prices, in the order of the venue.' }),
    ({ mids }) => mids.records.map(({ value }) => value),
  ),
  funding_oi: field.items(
    row,
    'Funding and open interest of the perps that trade, in the order of the venue.',
    ({ perps }) => perps.records.map(({ value }) => value),
  ),
  coverage: field.inner(coverage, ({ perps }) => perps.head),
  prices_as_of: field.moment('When the mid prices were fetched.', ({ mids }) => mids.head.fetchedAt),
  funding_oi_as_of: field.moment('When funding and open interest were fetched.', ({ perps }) => perps.head.fetchedAt),
  ...builtFields,
});
const bodyOf = oncePerView(dailyPerpdexReply);

export const dailyPerpdex = operation('daily.perpdex', {
  path: '/daily/perpdex',
  pointInTime: true,
  family: 'daily',
  dataset: 'perp_state',
  summary: 'Mid prices, funding and open interest of every perp, refreshed each minute.',
  reply: withProvenance(dailyPerpdexReply.schema),
  errors: [WARMING_UP, NO_SOURCE],
  answer: (context) => {
    const perps = published(context, perpsPublication, 'contexts', 'perps');
    if (!perps.ok) return perps;
    const mids = published(context, midsPublication, 'mids', 'mid prices');
    if (!mids.ok) return mids;
    return ok(bodyOf(perps.value, { perps: perps.value, mids: mids.value }, mids.value));
  },
});
