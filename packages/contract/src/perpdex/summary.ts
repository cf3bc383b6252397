/** GET /perpdex/summary: all data of one perp. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record, within } from '../fields.ts';
import { operation } from '../operation.ts';
import { num } from '../scalar.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { WARMING_UP } from '../shapes/warming.ts';
import { coinParameter, listedPerp } from './coin.ts';
import { UNKNOWN_COIN } from '../unknown-coin.ts';
import { encoded } from '../shapes/encoded.ts';
import { perpRow, type PerpRowWire } from './perp-row.ts';
import { midsPublication, perpsPublication } from './publication.ts';
import { builtFields, NO_SOURCE, published, type Built } from './snapshot.ts';

interface Found extends Built {
  readonly row: PerpRowWire;
  readonly mid: number | null;
  readonly priceAsOf: number;
}

/** 24-hour change of the mark, or of the mid without a mark. */
function changeOf({ row: { mark_price: mark, prev_day_price: before } }: Found): number | null {
  return mark === null || before === null ? null : num((mark / before - 1) * 100);
}
const field = fieldsOf<Found>();

/** The answer. */
export const summaryReply = record('PerpSummary', {
  ...within(
    ({ row }: Found) => row,
    encoded(
      perpRow.fields,
      'coin',
      'symbol',
      'mark_price',
      'oracle_price',
      'premium',
      'funding_rate',
      'open_interest',
      'open_interest_usd',
      'day_ntl_vlm',
      'volume_multiplier',
      'prev_day_price',
      'max_leverage',
      'sz_decimals',
      'only_isolated',
      'as_of',
    ),
  ),
  mid_price: field.numberOrNull('Mean of the best bid and the best ask, USD; null without a book.', ({ mid }) => mid, {
    minimum: 0,
  }),
  change_24h_pct: field.numberOrNull('mark_price against prev_day_price, percent.', changeOf),
  price_as_of: field.moment('When the mid price was fetched: a poll of its own.', ({ priceAsOf }) => priceAsOf),
  ...builtFields,
});

export const perpSummary = operation('perpdex.summary', {
  path: '/perpdex/summary',
  pointInTime: true,
  family: 'perpdex',
  dataset: 'perp_state',
  summary: 'Everything of one perp: prices, funding, open interest, volume and how unusual it is.',
  query: Type.Object(coinParameter),
  reply: withProvenance(summaryReply.schema),
  errors: [UNKNOWN_COIN, WARMING_UP, NO_SOURCE],
  answer: (context, { query }) => {
    const perps = published(context, perpsPublication, 'contexts', 'perps');
    if (!perps.ok) return perps;
    const mids = published(context, midsPublication, 'mids', 'mid prices');
    if (!mids.ok) return mids;
    const listed = listedPerp(perps.value, query.coin);
    if (!listed.ok) return listed;
    const row = listed.value;
    const mid = mids.value.records.find((record) => record.value.coin === row.coin)?.value.mid_price ?? null;
    const { dataSource } = perps.value;
    const found = { row, mid, priceAsOf: mids.value.head.fetchedAt, generatedAt: context.now(), dataSource };
    return ok(value(provenanced(summaryReply.encode(found), perps.value)));
  },
});
