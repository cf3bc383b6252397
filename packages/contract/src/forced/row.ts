/** Wire format of forced close totals: by coin, by venue, and overall. */

import { forcedUsd, type ForcedCoin, type ForcedSums } from '@barograph/positioning';
import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import { FORCED_STATUSES, FORCED_VENUES, type ForcedStatus, type ForcedVenue } from './config.ts';

const AMOUNT = { minimum: 0 };
const sums = fieldsOf<ForcedSums>();

/** Sums of both sides. */
const sumFields = {
  usd: sums.number('Both sides, USD.', forcedUsd, AMOUNT),
  long_usd: sums.number('Longs that were closed by force, USD.', ({ longUsd }) => longUsd, AMOUNT),
  short_usd: sums.number('Shorts that were closed by force, USD.', ({ shortUsd }) => shortUsd, AMOUNT),
  n: sums.integer('Closes of both sides.', ({ longs, shorts }) => longs + shorts, AMOUNT),
  n_long: sums.integer('Closes of longs.', ({ longs }) => longs, AMOUNT),
  n_short: sums.integer('Closes of shorts.', ({ shorts }) => shorts, AMOUNT),
};
const restFields = {
  largest_usd: sums.numberOrNull(
    'The largest single close, USD; null without any.',
    ({ largestUsd }) => (largestUsd > 0 ? largestUsd : null),
    AMOUNT,
  ),
  last_at: sums.momentOrNull('The newest close; null without any.', ({ lastTime }) => lastTime),
};

/** Totals of everything. */
export const forcedTotalsBody = record(null, { ...sumFields, ...restFields }, 'All coins and venues together.');
/** Those totals on the wire. */
export type ForcedTotalsWire = WireOf<typeof forcedTotalsBody>;

/** Part of a coin's total from a venue. */
type Share = ForcedCoin['venues'][number];
const share = record(null, {
  venue: fieldsOf<Share>().text('The venue.', ({ venue }) => venue),
  ...within((sums: Share): ForcedSums => sums, sumFields),
});

const field = fieldsOf<ForcedCoin>();
/** One coin. */
export const forcedRow = record('LiquidationTotals', {
  symbol: field.text('Base coin, as the perp venue names it where it lists it.', ({ coin }) => coin),
  ...within((coin: ForcedCoin): ForcedSums => coin, { ...sumFields, ...restFields }),
  venues: field.items(share, 'Shares of the venues that have any.', ({ venues }) => venues),
});
/** One coin on the wire. */
export type ForcedRowWire = WireOf<typeof forcedRow>;

/** Status and sums of a venue over the window. */
export interface ForcedVenueState extends ForcedSums {
  readonly venue: ForcedVenue;
  readonly status: ForcedStatus;
  /** Cause of any status but `ok`. */
  readonly reason: string | null;
  /** `stream`: stated by the venue; `derived`: from fills of watched accounts, so other closes are missing. */
  readonly basis: 'stream' | 'derived' | null;
  /** Part of the window with complete coverage, percent. */
  readonly watchedPct: number;
}

const state = fieldsOf<ForcedVenueState>();
/** A venue. */
export const forcedVenueRow = record('LiquidationVenue', {
  venue: state.choice(FORCED_VENUES, 'The venue.', ({ venue }) => venue),
  status: state.choice(
    FORCED_STATUSES,
    'ok; warming: nothing has come yet; silent: its stream is up and has told of nothing for half an hour; down: its stream is not up, or its source fails; unavailable: this service has no source of it.',
    ({ status }) => status,
  ),
  reason: state.textOrNull('Cause of any status but ok; null with ok.', ({ reason }) => reason),
  basis: state.choiceOrNull(
    ['stream', 'derived'],
    'stream: the venue says so itself; derived: from fills of watched accounts, so others are missing; null where nothing was read.',
    ({ basis }) => basis,
  ),
  watched_pct: state.number(
    'Share of the window that was watched from end to end, percent: what happened in the rest is missing.',
    ({ watchedPct }) => watchedPct,
    { minimum: 0, maximum: 100 },
  ),
  lower_bound: state.flag(
    'True where the venue tells of some closes only: one of a symbol in a second at most on cexa and cexb, those of watched accounts where derived.',
    ({ venue, basis }) => basis === 'derived' || venue === 'cexa' || venue === 'cexb',
  ),
  ...within((state: ForcedVenueState): ForcedSums => state, { ...sumFields, ...restFields }),
});
/** A venue on the wire. */
export type ForcedVenueWire = WireOf<typeof forcedVenueRow>;
