/** GET /derivatives/cexa/history: daily history of a perp of the large exchange, from this service's archive. */

import { DAY_MS, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { availableIfEmpty, type Available } from '../shapes/available.ts';
import { withProvenance } from '../shapes/provenance.ts';
import { FIRST_RELEASE } from '../version.ts';
import { OTHER_VENUES, type PerpDay, type PerpDays } from '../venues-port.ts';
import { symbolParameter, UNKNOWN_COIN, VENUES_AWAY } from './asked.ts';
import { madeFields, madeOf, type Made } from './block.ts';
import { accountFields } from './cexa-accounts.ts';
import { cexaPerp, perpFields, type CexaPerp } from './cexa-symbol.ts';
import { archiveExtent, dayFields } from './day-row.ts';

const day = fieldsOf<PerpDay>();
const dayRow = record(null, {
  ...dayFields,
  settlements: day.integer('Settlements in funding_rate_day.', ({ fundingCount }) => fundingCount, { minimum: 0 }),
  long_account: { schema: accountFields.long_account.schema, read: ({ longShare }: PerpDay) => longShare },
  short_account: {
    schema: accountFields.short_account.schema,
    read: ({ longShare }: PerpDay) => (longShare === null ? null : 1 - longShare),
  },
  long_short_ratio: {
    schema: accountFields.long_short_ratio.schema,
    read: ({ longShare }: PerpDay) => (longShare === null ? null : accountFields.long_short_ratio.read({ long: longShare })),
  },
}); // prettier-ignore

interface Found extends Made, PerpDays, Pick<CexaPerp, 'symbol' | 'coin'> {
  readonly available: Available | undefined;
}
const field = fieldsOf<Found>();
/** The answer. */
export const cexaHistoryReply = record('CexaHistory', {
  ...perpFields,
  days: field.items(dayRow, 'Completed UTC days, oldest first; days of which nothing is known are left out.', (f) => f.days), // prettier-ignore
  count: field.integer('Rows in days.', ({ days }) => days.length, { minimum: 0 }),
  archive_start: field.momentOrNull('Open of the first day of the perp in the archive; null while there is none.', (f) => f.archiveStart), // prettier-ignore
  available: availableIfEmpty,
  ...madeFields,
});

export const cexaHistory = operation('derivatives.cexa.history', {
  path: '/derivatives/cexa/history',
  family: 'derivatives',
  dataset: 'venue_derivatives',
  ports: [OTHER_VENUES],
  summary: 'Funding, open interest and account ratios of a perp of the large exchange by UTC day.',
  description:
    'From the archive of this service, which keeps 400 days: the venue keeps 30 days of open interest and ratios, so days before 30 days ahead of the first start have funding alone. A settlement at midnight belongs to the day that ends then.',
  query: Type.Object({
    ...symbolParameter,
    days: Type.Integer({ minimum: 1, maximum: 90, default: 30, description: 'Completed UTC days.' }),
  }),
  reply: withProvenance(cexaHistoryReply.schema),
  errors: [UNKNOWN_COIN, VENUES_AWAY],
  notes: [{ date: FIRST_RELEASE, text: 'symbol says which perp; BTCUSDT when it is left out' }],
  answer: async (context, { query }) => {
    const venues = context.use(OTHER_VENUES);
    const lookup = await cexaPerp(venues, query.symbol);
    if (!lookup.ok) return lookup;
    const { symbol, coin, listing } = lookup.value;
    const today = Math.floor(context.now() / DAY_MS) * DAY_MS;
    const archived = await venues.cexaDays(symbol, today - query.days * DAY_MS);
    const found: Found = {
      symbol,
      coin,
      ...archived,
      available: archiveExtent(archived, today),
      ...madeOf(context, [listing]),
    };
    return ok(value(cexaHistoryReply.encode(found)));
  },
});
