/** A qualified event of news on the wire, as the tape and the archive have it, and what the market did after it. */

import {
  MATCH_MODES,
  NEWS_CATEGORIES,
  newsOutcome,
  type MarketResponse,
  type NewsEvent,
  type NewsOutcomeColumns,
} from '@barograph/stress/news';
import { fieldsOf, record, within } from '../fields.ts';

/** An event, and the reaction as far as it has matured. */
export interface KnownNews {
  readonly event: NewsEvent;
  readonly response: MarketResponse;
}

const UNIT = { minimum: 0, maximum: 1 };
const of = fieldsOf<NewsEvent>();
/** Fields of an event, without its identity. */
export const newsEventFields = {
  published_at: of.moment('Publication of the first report.', ({ time }) => time),
  symbol: of.text('Perp, or MARKET.', ({ symbol }) => symbol),
  category: of.choice(
    NEWS_CATEGORIES,
    'Kind of the catalyst. listing and delisting come from the difference of two universes of the venue, never from a text.',
    ({ category }) => category,
  ),
  impact_score: of.number('Impact; nothing below the threshold is kept.', ({ impactScore }) => impactScore, UNIT),
  bias: of.number('−1 risk off to +1 risk on.', ({ bias }) => bias, { minimum: -1, maximum: 1 }),
  corroboration: of.integer(
    'Independent sources within 6 hours, the first included: registrable domains, near-duplicates left out.',
    ({ corroboration }) => corroboration,
    { minimum: 1 },
  ),
  match_mode: of.choice(
    MATCH_MODES,
    'How the symbol was found: by cashtag, full name or ticker; universe: of a listing, which no title named; market: words about the whole market. A ticker that is an ordinary word matches by cashtag or full name only.',
    ({ matchMode }) => matchMode,
  ),
  source: of.text('Domain that was first to report it.', ({ source }) => source),
  title: of.text('Title of the first report; text of the source.', ({ title }) => title),
};
/** Identity of an event, and when this was known of it. */
export const newsIdentityFields = {
  known_at: of.moment('When this became known here.', ({ knownAt }) => knownAt),
  url: of.textOrNull('First report; null where it has no address.', ({ url }) => url),
  id: of.text('Identifier of the story.', ({ id }) => id),
  revision: of.integer(
    'Rows of the story so far, this one included: more sources make a new row.',
    ({ revision }) => revision,
    { minimum: 1 },
  ),
};

const NOT_MATURED = 'null: not matured, or not known';
const outcome = fieldsOf<NewsOutcomeColumns>();
/** Reaction as the archive names it. */
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

/** A row of the archive: an event as it was known, with the columns of its reaction. */
export const archivedNewsRow = record('ArchivedNewsEvent', {
  ...within(({ event }: KnownNews) => event, newsEventFields),
  ...within(({ response }: KnownNews) => newsOutcome(response), newsOutcomeFields),
  ...within(({ event }: KnownNews) => event, newsIdentityFields),
});
