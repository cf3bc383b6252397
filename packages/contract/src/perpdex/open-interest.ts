/** GET /perpdex/open-interest: open interest and funding of every perp. */

import { ok } from '@barograph/core';
import { fieldsOf, record, within } from '../fields.ts';
import { operation } from '../operation.ts';
import type { View } from '../published.ts';
import { withProvenance } from '../shapes/provenance.ts';
import { WARMING_UP } from '../shapes/warming.ts';
import { encoded } from '../shapes/encoded.ts';
import { perpRow, type PerpRowWire } from './perp-row.ts';
import { perpArchivePublication, perpsPublication, type PerpsHead } from './publication.ts';
import { builtFields, coverageFields, NO_SOURCE, oncePerView, published, type Built } from './snapshot.ts';

/** One perp. */
const asset = record(
  'PerpAsset',
  encoded(
    perpRow.fields,
    'coin',
    'symbol',
    'funding_rate',
    'open_interest',
    'open_interest_usd',
    'mark_price',
    'oracle_price',
    'premium',
    'day_ntl_vlm',
  ),
);
const coverage = record(null, coverageFields, 'Perps that the answer has and leaves out.');

interface Perps extends Pick<View<PerpRowWire, PerpsHead>, 'head' | 'records'> {
  readonly archiveStart: number | null;
}
const field = fieldsOf<Perps & Built>();

/** The answer. */
export const openInterestReply = record('PerpOpenInterest', {
  assets: field.items(asset, 'Perps that trade, in the order of the venue.', ({ records }) =>
    records.map(({ value }) => value),
  ),
  coverage: field.inner(coverage, ({ head }) => head),
  archive_start: field.momentOrNull(
    'First sample of the archive of funding and open interest; null before it.',
    ({ archiveStart }) => archiveStart,
  ),
  ...within(({ head }: Perps & Built) => head, {
    as_of: fieldsOf<PerpsHead>().moment('When the venue was asked.', ({ fetchedAt }) => fetchedAt),
  }),
  ...builtFields,
});
const bodyOf = oncePerView(openInterestReply);

export const perpOpenInterest = operation('perpdex.open_interest', {
  path: '/perpdex/open-interest',
  pointInTime: true,
  family: 'perpdex',
  dataset: 'perp_state',
  summary: 'Open interest, funding and premium of every perp that trades.',
  reply: withProvenance(openInterestReply.schema),
  errors: [WARMING_UP, NO_SOURCE],
  answer: (context) => {
    const perps = published(context, perpsPublication, 'contexts', 'perps');
    if (!perps.ok) return perps;
    const archive = context.latest(perpArchivePublication);
    const archiveStart = archive?.head.archiveStart ?? null;
    return ok(bodyOf(perps.value, { ...perps.value, archiveStart }, archive ?? perps.value));
  },
});
