/** GET /perpdex/meta: the perps of the venue, and its fees. */

import { ok } from '@barograph/core';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import type { View } from '../published.ts';
import { withProvenance } from '../shapes/provenance.ts';
import { WARMING_UP } from '../shapes/warming.ts';
import { encoded } from '../shapes/encoded.ts';
import { perpFees, PERP_FEES_V1 } from './fees.ts';
import { perpRow, type PerpRowWire } from './perp-row.ts';
import { perpsPublication, type PerpsHead } from './publication.ts';
import { builtFields, coverageFields, NO_SOURCE, oncePerView, published, type Built } from './snapshot.ts';

const asset = record(
  'PerpSpecification',
  encoded(perpRow.fields, 'coin', 'symbol', 'max_leverage', 'sz_decimals', 'only_isolated'),
);
const coverage = record(null, coverageFields, 'Perps that the answer has and leaves out.');

type Perps = Pick<View<PerpRowWire, PerpsHead>, 'head' | 'records'>;
const field = fieldsOf<Perps & Built>();

/** The answer. */
export const metaReply = record('PerpMeta', {
  assets: field.items(asset, 'Perps that trade, in the order of the venue.', ({ records }) =>
    records.map(({ value }) => value),
  ),
  fees: field.inner(perpFees, () => PERP_FEES_V1),
  coverage: field.inner(coverage, ({ head }) => head),
  as_of: field.moment('When the venue was asked.', ({ head }) => head.fetchedAt),
  ...builtFields,
});
const bodyOf = oncePerView(metaReply);

export const perpMeta = operation('perpdex.meta', {
  path: '/perpdex/meta',
  pointInTime: true,
  family: 'perpdex',
  dataset: 'perp_market',
  summary: 'The perps of the venue with their largest leverage and size decimals, and its fees.',
  description:
    'Fees are fractions of the notional, venue-wide and static. Taker applies to market orders and triggered exits, maker to resting limits; funding is separate.',
  reply: withProvenance(metaReply.schema),
  errors: [WARMING_UP, NO_SOURCE],
  answer: (context) => {
    const view = published(context, perpsPublication, 'contexts', 'perps');
    return view.ok ? ok(bodyOf(view.value, view.value)) : view;
  },
});
