/** Wire format of a directory venue and its measured figures. */

import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { VENUE_KINDS, VENUE_SLUGS, type VenueEntry, type VenueSlug } from './entry.ts';

/** Measured figures of a venue; NaN when unknown. */
export interface VenueStats {
  readonly slug: VenueSlug;
  /** USD. */
  readonly openInterest: number;
  /** USD, of the last 24 hours. */
  readonly volume: number;
  /** Fraction of the notional per year. */
  readonly btcFunding: number;
  /** Number of trading perps; NaN when unknown. */
  readonly markets: number;
  readonly note: string | null;
  /** Time of the source's answer, epoch ms; null before the first. */
  readonly asOf: number | null;
}

/** Standing caveat of the second perp exchange. */
export const DEXB_NOTE =
  'Volume is what the venue itself states of all its linear perps; nobody else counts it. Open interest is not shown here.';

const AMOUNT = { minimum: 0 };
const stat = fieldsOf<VenueStats>();
/** Figures of a venue. */
export const venueStats = record(null, {
  open_interest_usd: stat.numberOrNull(
    'Open interest of all perps, USD; null where the venue states none. Always null of dexb.',
    ({ slug, openInterest }) => (slug === 'dexb' ? null : openInterest),
    AMOUNT,
  ),
  volume_24h_usd: stat.numberOrNull(
    'Notional of all perps in the last 24 hours as the venue states it, USD.',
    ({ volume }) => volume,
    AMOUNT,
  ),
  btc_funding_annualized: stat.numberOrNull(
    'Funding rate of the BTC perp times its settlements of a year of 365 days, fraction of the notional; negative: shorts pay longs.',
    ({ btcFunding }) => btcFunding,
  ),
  market_count: stat.integerOrNull('Perps that trade.', ({ markets }) => markets, AMOUNT),
  note: stat.textOrNull('A caveat that stands beside the figures; null without one.', ({ slug, note }) =>
    slug === 'dexb' ? DEXB_NOTE : note,
  ),
  as_of: stat.momentOrNull('When the venue was asked; null before it has answered.', ({ asOf }) => asOf),
});
/** Figures on the wire. */
export type VenueStatsWire = WireOf<typeof venueStats>;

const published = fieldsOf<VenueStats>();
/** Published figures. */
export const venueStatsRow = record(null, {
  slug: published.choice(VENUE_SLUGS, 'The venue.', ({ slug }) => slug),
  stats: published.inner(venueStats, (stats) => stats),
});
/** Published figures on the wire. */
export type VenueStatsRowWire = WireOf<typeof venueStatsRow>;

/** Venue with its figures; null without measurements. */
export interface VenueFound extends VenueEntry {
  readonly stats: VenueStatsWire | null;
}

const field = fieldsOf<VenueFound>();
/** One venue. */
export const venueRow = record('Exchange', {
  slug: field.choice(VENUE_SLUGS, 'Neutral name of the venue, the same in all answers.', ({ slug }) => slug),
  name: field.text('Name; a neutral one where the operator gives none.', ({ name }) => name),
  kind: field.choice(VENUE_KINDS, 'What it is.', ({ kind }) => kind),
  website: field.textOrNull('Site; null where none is given.', ({ website }) => website),
  tagline: field.text('What it is in one line.', ({ tagline }) => tagline),
  about: field.text('Its place in this service.', ({ about }) => about),
  founded: field.integerOrNull('Year of its founding; null where none is given.', ({ founded }) => founded, {
    minimum: 1900,
    maximum: 2100,
  }),
  based: field.textOrNull('Seat; null where none is given.', ({ based }) => based),
  focus: field.list(Type.String(), 'What is traded there.', ({ focus }) => focus),
  specs: field.custom(Type.Record(Type.String(), Type.String(), { description: 'Terms, by name.' }), ({ specs }) => ({
    ...specs,
  })),
  stats: field.custom(
    Type.Union([venueStats.schema, Type.Null()], {
      description: 'Figures of the venue, every 5 minutes; null of every venue but perpdex and dexb.',
    }),
    ({ stats }) => stats,
  ),
  signup_url: field.textOrNull('Link to sign up; null without one.', ({ signupUrl }) => signupUrl),
  signup_incentive: field.textOrNull(
    'What the link brings; null without any.',
    ({ signupIncentive }) => signupIncentive,
  ),
  referral_code: field.textOrNull('Code of the link; null without one.', ({ referralCode }) => referralCode),
  is_referral_link: field.flag(
    'True of a partner link: show disclosure beside signup_url.',
    ({ isReferralLink }) => isReferralLink,
  ),
});
