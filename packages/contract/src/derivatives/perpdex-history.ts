/** GET /derivatives/perpdex/history: days of a perp of the perp venue, from samples of every five minutes. */

import { DAY_MS, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { availableIfEmpty, type Available } from '../shapes/available.ts';
import { withProvenance } from '../shapes/provenance.ts';
import { OTHER_VENUES, type PerpDay, type PerpDays } from '../venues-port.ts';
import { askedCoin, coinParameter, UNKNOWN_COIN, VENUES_AWAY } from './asked.ts';
import { madeFields, madeOf, type Made } from './block.ts';
import { ANY_SPELLING } from '../parameters.ts';
import { archiveExtent, dayFields } from './day-row.ts';

/** Samples of a whole day. */
const SAMPLES_A_DAY = 288;
const DAY_FRESH_MS = 300_000;

const day = fieldsOf<PerpDay>();
const dayRow = record(null, {
  ...dayFields,
  funding_rate: day.numberOrNull('Mean hourly rate of the samples, fraction of the notional per hour.', ({ funding }) =>
    funding === null ? null : funding / 24,
  ),
  samples: day.integer('Samples of the day.', ({ fundingCount }) => fundingCount, { minimum: 0 }),
  samples_expected: day.integer('Samples of a day without a gap.', () => SAMPLES_A_DAY, { minimum: 0 }),
});

interface Found extends Made, PerpDays {
  readonly coin: string;
  readonly available: Available | undefined;
}
const field = fieldsOf<Found>();
/** The answer. */
export const perpdexHistoryReply = record('PerpdexHistory', {
  symbol: field.text('The perp, as its venue names it.', ({ coin }) => coin),
  coin: field.text('The same as symbol.', ({ coin }) => coin),
  days: field.items(dayRow, 'UTC days, oldest first, the running one last; days without a sample are left out.', (f) => f.days), // prettier-ignore
  count: field.integer('Rows in days.', ({ days }) => days.length, { minimum: 0 }),
  archive_start: field.momentOrNull('First sample of the archive; nothing earlier exists. Null before it.', (f) => f.archiveStart), // prettier-ignore
  available: availableIfEmpty,
  ...madeFields,
});

export const perpdexHistory = operation('derivatives.perpdex.history', {
  path: '/derivatives/perpdex/history',
  family: 'derivatives',
  dataset: 'perp_history',
  ports: [OTHER_VENUES],
  summary: 'Funding and open interest of a perp of the perp venue by UTC day.',
  description:
    'From the samples that this service takes every five minutes. samples says how many of the 288 of a day there are: a day with a gap is shown with what it has.',
  query: Type.Object({
    symbol: Type.String({ ...coinParameter.coin, description: `A perp. ${ANY_SPELLING}` }),
    days: Type.Integer({ minimum: 1, maximum: 180, default: 30, description: 'UTC days, the running one among them.' }),
  }), // prettier-ignore
  reply: withProvenance(perpdexHistoryReply.schema),
  errors: [UNKNOWN_COIN, VENUES_AWAY],
  answer: async (context, { query }) => {
    const venues = context.use(OTHER_VENUES);
    const lookup = await askedCoin(venues, query.symbol);
    if (!lookup.ok) return lookup;
    const { coin, reached } = lookup.value;
    const today = Math.floor(context.now() / DAY_MS) * DAY_MS;
    const from = today - (query.days - 1) * DAY_MS;
    const key = `perpdex-history/1 ${coin} ${query.days}`;
    const archived = await context.atMostEvery(DAY_FRESH_MS, key, async () => venues.perpdexDays(coin, from));
    const available = archiveExtent(archived, context.now());
    const found: Found = { coin, ...archived, available, ...madeOf(context, [reached.perpdex]) };
    return ok(value(perpdexHistoryReply.encode(found)));
  },
});
