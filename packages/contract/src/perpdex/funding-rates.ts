/** GET /perpdex/funding-rates: current and recent funding of one perp. */

import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { WARMING_UP } from '../shapes/warming.ts';
import { coinParameter, listedPerp } from './coin.ts';
import { UNKNOWN_COIN } from '../unknown-coin.ts';
import { perpArchivePublication, perpsPublication } from './publication.ts';
import { builtFields, NO_SOURCE, noSource, published, type Built } from './snapshot.ts';
import { PERP_VENUE, type SettledFunding } from './venue-port.ts';

/** Retry-After when a source does not answer, seconds. */
const RETRY_SECONDS = 3;

const hour = fieldsOf<SettledFunding>();
const settledHour = record(null, {
  timestamp: hour.moment('End of the hour.', ({ time }) => time),
  funding_rate: hour.number('Fraction of the notional per hour, as settled.', ({ rate }) => rate),
});

interface Found extends Built {
  readonly coin: string;
  readonly current: { readonly rate: number | null; readonly premium: number | null; readonly fetchedAt: number };
  readonly history: readonly SettledFunding[];
  readonly archiveStart: number | null;
}
const now = fieldsOf<Found['current']>();
const current = record(
  null,
  {
    funding_rate: now.numberOrNull(
      'Fraction of the notional per hour; negative: shorts pay longs.',
      ({ rate }) => rate,
    ),
    premium: now.numberOrNull("The venue's own field, fraction of the oracle price.", ({ premium }) => premium),
    as_of: now.moment('When the venue was asked.', ({ fetchedAt }) => fetchedAt),
  },
  'Rate of the hour that is open.',
);
const field = fieldsOf<Found>();

/** The answer. */
export const fundingRatesReply = record('PerpFundingRates', {
  coin: field.text('The perp, as its venue names it.', ({ coin }) => coin),
  symbol: field.text('The same as coin.', ({ coin }) => coin),
  current: field.inner(current, (found) => found.current),
  history: field.items(settledHour, 'Settled hours, oldest first; hours that are not known are left out.', (found) => [
    ...found.history,
  ]),
  count: field.integer('Rows in history.', ({ history }) => history.length, { minimum: 0 }),
  archive_start: field.momentOrNull(
    'First sample of the archive of funding and open interest; null before it.',
    ({ archiveStart }) => archiveStart,
  ),
  ...builtFields,
});

export const perpFundingRates = operation('perpdex.funding_rates', {
  path: '/perpdex/funding-rates',
  family: 'perpdex',
  dataset: 'perp_market',
  summary: 'Funding of one perp: the rate of the open hour, and the hours that were settled.',
  query: Type.Object({
    ...coinParameter,
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Settled hours.' }),
  }),
  reply: withProvenance(fundingRatesReply.schema),
  errors: [UNKNOWN_COIN, WARMING_UP, NO_SOURCE],
  answer: async (context, { query }) => {
    const venue = context.use(PERP_VENUE);
    if (!venue.has('funding')) return err(noSource('funding rates'));
    const perps = published(context, perpsPublication, 'contexts', 'perps');
    if (!perps.ok) return perps;
    const listed = listedPerp(perps.value, query.coin);
    if (!listed.ok) return listed;
    const { coin, funding_rate: rate, premium } = listed.value;
    const settled = await venue.funding(coin, query.limit);
    if (settled === undefined) {
      const message = `The source did not bring the funding of ${coin} in time.`;
      return err(problem('source_unavailable', message, { retryAfter: RETRY_SECONDS }));
    }
    const { head, dataSource, provenance = [] } = perps.value;
    const found: Found = {
      coin,
      current: { rate, premium, fetchedAt: head.fetchedAt },
      history: settled.hours,
      archiveStart: context.latest(perpArchivePublication)?.head.archiveStart ?? null,
      generatedAt: context.now(),
      dataSource,
    };
    const origin = settled.provenance === undefined ? {} : { provenance: [...provenance, ...settled.provenance] };
    return ok(value(provenanced(fundingRatesReply.encode(found), origin)));
  },
});
