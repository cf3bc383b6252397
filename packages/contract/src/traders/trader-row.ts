/** Trader of the leaderboard with a profile of its fills, on the wire. */

import {
  EDGE_DIMENSIONS,
  TRADER_CLASSES,
  TRADERS_V1,
  TRADING_STYLES,
  type Edge,
  type TraderClass,
  type TraderProfile,
} from '@barograph/positioning';
import { fieldsOf, record, type WireOf } from '../fields.ts';

/** Results of a span as reported by the venue; NaN when absent. */
export interface SpanFigures {
  readonly pnl: number;
  readonly roi: number;
  readonly volume: number;
}

/** Last fetched fills of a trader. */
export interface ProfiledFills {
  /** Null without fills. */
  readonly profile: TraderProfile | null;
  /** Time of the fetch, start of the requested span, and time since when the rows are complete; epoch ms. */
  readonly fetchedAt: number;
  readonly from: number;
  readonly since: number;
}

/** Profile and positions of one trader. */
export interface Trader {
  readonly address: string;
  readonly displayName: string | null;
  /** Null below 100,000 USD of positions. */
  readonly traderClass: TraderClass | null;
  /** USD; NaN when unknown. */
  readonly accountValue: number;
  /** Rank by account value, from 1. */
  readonly valueRank: number;
  readonly windows: Readonly<Record<'day' | 'week' | 'month' | 'allTime', SpanFigures>>;
  /** Undefined before the first fetch. */
  readonly fills: ProfiledFills | undefined;
}

const POSITIVE = { minimum: 0 };
const SHARE = { minimum: 0, maximum: 1 };

const figures = fieldsOf<SpanFigures>();
const span = record('TraderSpan', {
  pnl_usd: figures.numberOrNull('Result, USD; null where the venue does not say.', (f) => f.pnl),
  roi: figures.numberOrNull('Return on the value of the account, a fraction.', (f) => f.roi),
  volume_usd: figures.numberOrNull('Notional traded, USD.', (f) => f.volume, POSITIVE),
});
const spans = fieldsOf<Trader['windows']>();
const windows = record(
  null,
  {
    day: spans.inner(span, (w) => w.day),
    week: spans.inner(span, (w) => w.week),
    month: spans.inner(span, (w) => w.month),
    all_time: spans.inner(span, (w) => w.allTime),
  },
  'Results as the venue counts them.',
);

const profileOf = ({ fills }: Trader): TraderProfile | null => fills?.profile ?? null;
const top = fieldsOf<Trader>();
const named = {
  address: top.text('0x and 40 hexadecimal digits, lower case.', (t) => t.address),
  display_name: top.textOrNull('Name that the account gave itself.', (t) => t.displayName),
  trader_class: top.choiceOrNull(
    TRADER_CLASSES,
    'Class of the account by its positions; null below 100,000 USD of them.',
    (t) => t.traderClass,
  ),
};

/** A row of the leaderboard. */
export const topTraderRow = record('TopTrader', {
  ...named,
  account_value_usd: top.numberOrNull('As the leaderboard says it, USD.', (t) => t.accountValue),
  value_rank: top.integer('Place by account value.', (t) => t.valueRank, { minimum: 1 }),
  score: top.numberOrNull(
    `0 to 100, 50 where nothing speaks for either side; of the fills (${TRADERS_V1.version}). Null without fills, or with fewer than ${TRADERS_V1.leastTrips} whole trips.`,
    (t) => profileOf(t)?.score,
    { minimum: 0, maximum: 100 },
  ),
  n_trips: top.integerOrNull(
    'Whole round trips behind score and win rate; null without fills.',
    (t) => profileOf(t)?.trips,
    POSITIVE,
  ),
  win_rate: top.numberOrNull('Share of those with a result above 0.', (t) => profileOf(t)?.winRate?.share, SHARE),
  profit_factor: top.numberOrNull(
    'Gross profit over gross loss; null without a loss.',
    (t) => profileOf(t)?.profitFactor,
    POSITIVE,
  ),
  pnl_usd: top.numberOrNull('Closed results less fees, of the fetched fills, USD.', (t) => profileOf(t)?.pnl),
  style: top.choiceOrNull(TRADING_STYLES, 'By the median holding time.', (t) => profileOf(t)?.style ?? null),
  windows: top.inner(windows, (t) => t.windows),
  profile_as_of: top.momentOrNull('When its fills were fetched; null before that.', (t) => t.fills?.fetchedAt),
});
/** A row of the leaderboard on the wire. */
export type TopTraderWire = WireOf<typeof topTraderRow>;

const edgeFields = fieldsOf<Edge>();
const edge = record('TraderEdge', {
  dimension: edgeFields.choice(EDGE_DIMENSIONS, 'hour: of the day of the opening, UTC.', (e) => e.dimension),
  group: edgeFields.text('A coin, a side, or an hour.', (e) => e.group),
  n: edgeFields.integer('Whole trips of the group.', (e) => e.trips, { minimum: 1 }),
  mean_return: edgeFields.number('Mean result over the notional that was opened, a fraction.', (e) => e.meanReturn),
  low: edgeFields.number('Lower end of its interval.', (e) => e.low),
  high: edgeFields.number('Upper end.', (e) => e.high),
  significant: edgeFields.flag('Whether the interval leaves out 0.', (e) => e.isSignificant),
});

interface WinRate {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}
const win = fieldsOf<WinRate>();
const winRate = record(null, {
  share: win.number('Trips with a result above 0, fees included.', (w) => w.share, SHARE),
  low: win.number('Lower end of the 95 % interval.', (w) => w.low, SHARE),
  high: win.number('Upper end.', (w) => w.high, SHARE),
});

const p = fieldsOf<TraderProfile>();
const profile = record('TraderProfileOfFills', {
  config_version: p.text('Version of the numbers.', (f) => f.version),
  n_fills: p.integer('Fills that were read.', (f) => f.fills, POSITIVE),
  first_fill_ts: p.moment('First fill.', (f) => f.firstFill),
  last_fill_ts: p.moment('Last fill.', (f) => f.lastFill),
  n_trips: p.integer(
    'Whole round trips: the sample of everything without a count of its own.',
    (f) => f.trips,
    POSITIVE,
  ),
  n_partial_trips: p.integer(
    'Trips whose opening is not among the fills: they count in the sums alone.',
    (f) => f.partialTrips,
    POSITIVE,
  ),
  n_open_trips: p.integer('Trips that are still open.', (f) => f.openTrips, POSITIVE),
  n_liquidations: p.integer('Trips that were closed by force, in part or whole.', (f) => f.liquidations, POSITIVE),
  gaps: p.integer('Places at which fills are missing.', (f) => f.gaps, POSITIVE),
  dropped_fills: p.integer('Fills that could not be read.', (f) => f.dropped, POSITIVE),
  pnl_usd: p.number('Closed results less fees, of all fills, USD.', (f) => f.pnl),
  closed_pnl_usd: p.number('Closed results, without fees, USD.', (f) => f.closedPnl),
  fees_usd: p.number('Fees; negative where the venue paid more than it took.', (f) => f.fees),
  volume_usd: p.number('Notional of the fills, USD.', (f) => f.volume, POSITIVE),
  win_rate: p.innerOrNull(winRate, 'Null without whole trips.', (f) => f.winRate),
  profit_factor: p.numberOrNull('Gross profit over gross loss; null without a loss.', (f) => f.profitFactor, POSITIVE),
  mean_return: p.numberOrNull(
    'Mean result of a trip over the notional that it opened; null below two trips.',
    (f) => f.meanReturn?.mean,
  ),
  t_stat: p.numberOrNull('mean_return over its standard error.', (f) => f.meanReturn?.t),
  median_hold_s: p.numberOrNull(
    'Median time from first to last fill of a trip, seconds.',
    (f) => f.medianHoldSeconds,
    POSITIVE,
  ),
  style: p.choiceOrNull(TRADING_STYLES, 'By median_hold_s: below an hour, a day, a week, and beyond.', (f) => f.style),
  score: p.numberOrNull(`Null with fewer than ${TRADERS_V1.leastTrips} trips.`, (f) => f.score, {
    minimum: 0,
    maximum: 100,
  }),
  edges: p.items(
    edge,
    `Groups of ${TRADERS_V1.leastEdgeTrips} trips or more, by coin, side and hour. The intervals of a dimension hold together at 95 %.`,
    (f) => f.edges,
  ),
});

/** The profile of a trader. */
export const traderProfileRow = record('TraderProfile', {
  ...named,
  profile: top.innerOrNull(
    profile,
    'Null without fills: before its turn has come, or where there are none.',
    profileOf,
  ),
  fills_as_of: top.momentOrNull('When its fills were fetched; null before that.', (t) => t.fills?.fetchedAt),
  fills_from: top.momentOrNull('Start of the span of fills that was asked for.', (t) => t.fills?.from),
  fills_since: top.momentOrNull(
    'The fills are whole after this moment: later than fills_from where the venue gives no more.',
    (t) => t.fills?.since,
  ),
});
/** A profile on the wire. */
export type TraderProfileWire = WireOf<typeof traderProfileRow>;
