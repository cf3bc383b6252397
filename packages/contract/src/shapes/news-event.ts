/** Qualified news event on the wire, as in the tape and the archive, with the market's reaction. */

import {
  MATCH_MODES,
  NEWS_CATEGORIES,
  newsOutcome,
  type MarketResponse,
  type NewsEvent,
  type NewsOutcomeColumns,
} from '@barograph/stress/news';
import { fieldsOf, record, within } from '../fields.ts';

/** Event with its matured reaction. */
export interface KnownNews {
  readonly event: NewsEvent;
  readonly response: MarketResponse;
}

const UNIT = { minimum: 0, maximum: 1 };
const field = fieldsOf<NewsEvent>();
/** Fields of an event, without its identity. */
export const newsEventFields = {
  published_at: field.moment('Publication of the first report.', ({ time }) => time),
  symbol: field.text('Perp, or MARKET.', ({ symbol }) => symbol),
  category: field.choice(
    NEWS_CATEGORIES,
    'Kind of the catalyst. listing and delisting come from the difference of two universes of the venue, never from a text.',
    ({ category }) => category,
  ),
  impact_score: field.number('Impact; nothing below the threshold is kept.', ({ impactScore }) => impactScore, UNIT),
  bias: field.number('−1 risk off to +1 risk on.', ({ bias }) => bias, { minimum: -1, maximum: 1 }),
  corroboration: field.integer(
    'Independent sources within 6 hours, the first included: registrable domains, near-duplicates left out.',
    ({ corroboration }) => corroboration,
    { minimum: 1 },
  ),
  match_mode: field.choice(
    MATCH_MODES,
    'How the symbol was found: by cashtag, full name or ticker; universe: of a listing, which no title named; market: words about the whole market. A ticker that is an ordinary word matches by cashtag or full name only.',
    ({ matchMode }) => matchMode,
  ),
  source: field.text('Domain that was first to report it.', ({ source }) => source),
  title: field.text('Title of the first report; text of the source.', ({ title }) => title),
};
/** Identity of an event, and the time of this knowledge. */
export const newsIdentityFields = {
  known_at: field.moment('When this became known here.', ({ knownAt }) => knownAt),
  url: field.textOrNull('First report; null where it has no address.', ({ url }) => url),
  id: field.text('Identifier of the story.', ({ id }) => id),
  revision: field.integer(
    'Rows of the story so far, this one included: more sources make a new row.',
    ({ revision }) => revision,
    { minimum: 1 },
  ),
};

const NOT_MATURED = 'null: not matured, or not known';
const outcome = fieldsOf<NewsOutcomeColumns>();
/** Reaction under the archive's names. */
const newsOutcomeFields = {
  ret_15m: outcome.numberOrNull(
    `Percent, 15 minutes after publication from the last close before it; ${NOT_MATURED}.`,
    ({ ret15m }) => ret15m,
  ),
  ret_1h: outcome.numberOrNull(`The same after an hour; ${NOT_MATURED}.`, ({ ret1h }) => ret1h),
  ret_4h: outcome.numberOrNull(`The same after four hours; ${NOT_MATURED}.`, ({ ret4h }) => ret4h),
  vol_mult: outcome.numberOrNull(
    `Volume of the hour over the mean of the same clock hour of 14 days; ${NOT_MATURED}.`,
    ({ volMult }) => volMult,
    { minimum: 0 },
  ),
  oi_change_pct: outcome.numberOrNull(
    `Open interest in units of the coin, percent over the hour; ${NOT_MATURED}.`,
    ({ oiChangePct }) => oiChangePct,
  ),
  funding_shift: outcome.numberOrNull(
    `Difference of the funding rates of an hour, over the hour; ${NOT_MATURED}.`,
    ({ fundingShift }) => fundingShift,
  ),
  abnormality: outcome.numberOrNull(
    `Absolute return of the hour in deviations of an hour, of the day before; ${NOT_MATURED}.`,
    ({ abnormality }) => abnormality,
    { minimum: 0 },
  ),
};

/** Row of the archive: an event in one known state, with columns of its reaction. */
export const archivedNewsRow = record('ArchivedNewsEvent', {
  ...within(({ event }: KnownNews) => event, newsEventFields),
  ...within(({ response }: KnownNews) => newsOutcome(response), newsOutcomeFields),
  ...within(({ event }: KnownNews) => event, newsIdentityFields),
});
