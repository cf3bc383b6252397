/** Moods, macro series and stablecoins on the wire. */

import type { Change, FearGreedReading, StablecoinReading } from '@barograph/stress';
import { fieldsOf, record, type WireOf } from '../fields.ts';

const PERCENTAGE = { minimum: 0, maximum: 100 };

/** Names of the bands of fear and greed. */
export const MOODS = ['extreme_fear', 'fear', 'neutral', 'greed', 'extreme_greed'] as const;

/** Lower edges of the bands after the first. */
export const MOOD_EDGES = [25, 45, 56, 76] as const;

/** Band of an index between 0 and 100. */
export function moodOf(value: number): (typeof MOODS)[number] {
  return MOODS[MOOD_EDGES.filter((edge) => value >= edge).length]!;
}

type SourceReading = FearGreedReading['sources'][number];
const source = fieldsOf<SourceReading>();
const sourceRow = record('FearGreedSource', {
  name: source.text('Publisher of the index.', ({ publisher }) => publisher),
  value: source.number('Its newest value.', ({ value }) => value, PERCENTAGE),
  as_of: source.moment('When that became known.', ({ time }) => time),
});

/** Fear and greed at a time, with earlier values. */
export interface FearGreedNow {
  readonly now: FearGreedReading;
  /** Values a day, a week and thirty days ago; null when no index was fresh. */
  readonly dayAgo: number | null;
  readonly weekAgo: number | null;
  readonly monthAgo: number | null;
}
const mood = fieldsOf<FearGreedNow>();
/** Fear and greed. */
export const fearGreedBlock = record('FearGreedBlock', {
  value: mood.integer(
    'Mean of the indices in sources, half up: 0 fear, 100 greed.',
    ({ now }) => now.value,
    PERCENTAGE,
  ),
  exact_value: mood.number('The mean before rounding.', ({ now }) => now.exact, PERCENTAGE),
  classification: mood.choice(
    MOODS,
    `extreme_fear below ${MOOD_EDGES[0]}, fear below ${MOOD_EDGES[1]}, neutral below ${MOOD_EDGES[2]}, greed below ${MOOD_EDGES[3]}, extreme_greed from there.`,
    ({ now }) => moodOf(now.value),
  ),
  value_24h_ago: mood.integerOrNull(
    'The same a day ago; null where no index was fresh.',
    (index) => index.dayAgo,
    PERCENTAGE,
  ),
  value_7d_ago: mood.integerOrNull('Seven days ago.', (index) => index.weekAgo, PERCENTAGE),
  value_30d_ago: mood.integerOrNull('Thirty days ago.', (index) => index.monthAgo, PERCENTAGE),
  sources: mood.items(sourceRow, 'Indices that count: those not older than 36 hours.', ({ now }) => now.sources),
});
/** Fear and greed on the wire. */
export type FearGreedWire = WireOf<typeof fearGreedBlock>;

/** Macro series by their names on the wire, in the order of answers. */
export const MACRO_NAMES = [
  'eur_usd',
  'gold_usd',
  'dollar_index',
  'broad_dollar',
  'us_3m',
  'us_2y',
  'us_5y',
  'us_10y',
  'us_30y',
  'fed_funds',
  'nasdaq100',
  'sp500',
  'vix',
] as const;
/** Name of a macro series. */
export type MacroName = (typeof MACRO_NAMES)[number];
const RATES: readonly MacroName[] = ['us_3m', 'us_2y', 'us_5y', 'us_10y', 'us_30y', 'fed_funds'];

/** Whether a series is a rate, whose changes are differences in basis points. */
export function isRate(name: string): boolean {
  return RATES.some((rate) => rate === name);
}

/** Macro series at a time. */
export interface MacroNow {
  readonly name: MacroName;
  readonly publisher: string;
  readonly isProxy: boolean;
  readonly value: number;
  /** Epoch ms. */
  readonly time: number;
  /** Whether the newest value is within the publisher's usual interval. */
  readonly isFresh: boolean;
  readonly day: Change | null;
  readonly week: Change | null;
  readonly quarter: Change | null;
}
const series = fieldsOf<MacroNow>();
/** Change in percent for a level, in basis points for a rate. */
const changeOf = ({ name }: MacroNow, change: Change | null): number | null =>
  change === null ? null : isRate(name) ? 100 * change.difference : change.percent;
const seriesRow = record('MacroSeriesNow', {
  value: series.number('Newest value: a rate in percent a year, anything else as a level.', ({ value }) => value),
  change_1d: series.numberOrNull(
    'Change from the value a day before it: percent of a level, basis points of a rate. Null where that is not known.',
    (macro) => changeOf(macro, macro.day),
  ),
  change_7d: series.numberOrNull('Within seven days.', (macro) => changeOf(macro, macro.week)),
  change_90d: series.numberOrNull('Within ninety days.', (macro) => changeOf(macro, macro.quarter)),
  change_unit: series.choice(['pct', 'bp'], 'Unit of the changes.', ({ name }) => (isRate(name) ? 'bp' : 'pct')),
  publisher: series.text('Who says so; of a stand-in what stands in, as in PAXG/USDT.', ({ publisher }) => publisher),
  proxy: series.flag('Another thing stands in for it: a token for gold.', ({ isProxy }) => isProxy),
  fresh: series.flag(
    'False: older than its publisher is ever silent; not used in any score.',
    ({ isFresh }) => isFresh,
  ),
  as_of: series.moment('When the value became known.', ({ time }) => time),
});

/** Macro series at a time, by name. */
export type MacroSeriesNow = Readonly<Partial<Record<MacroName, MacroNow>>>;
const macro = fieldsOf<MacroSeriesNow>();
/** Macro series. A name without a source is null. */
export const macroBlock = record('MacroBlock', {
  eur_usd: macro.innerOrNull(seriesRow, 'Dollars for a euro.', (all) => all.eur_usd ?? null),
  gold_usd: macro.innerOrNull(seriesRow, 'Dollars for an ounce of gold.', (all) => all.gold_usd ?? null),
  dollar_index: macro.innerOrNull(seriesRow, 'The dollar index.', (all) => all.dollar_index ?? null),
  broad_dollar: macro.innerOrNull(seriesRow, 'The broad dollar index of the Fed.', (all) => all.broad_dollar ?? null),
  treasury_yields: macro.inner(
    record(
      null,
      {
        us_3m: macro.innerOrNull(seriesRow, 'Three months.', (all) => all.us_3m ?? null),
        us_2y: macro.innerOrNull(seriesRow, 'Two years.', (all) => all.us_2y ?? null),
        us_5y: macro.innerOrNull(seriesRow, 'Five years.', (all) => all.us_5y ?? null),
        us_10y: macro.innerOrNull(seriesRow, 'Ten years.', (all) => all.us_10y ?? null),
        us_30y: macro.innerOrNull(seriesRow, 'Thirty years.', (all) => all.us_30y ?? null),
      },
      'Yields of Treasury securities, percent a year.',
    ),
    (all) => all,
  ),
  fed_funds: macro.innerOrNull(seriesRow, 'Rate of the Fed, percent a year.', (all) => all.fed_funds ?? null),
  nasdaq100: macro.innerOrNull(seriesRow, 'Nasdaq-100.', (all) => all.nasdaq100 ?? null),
  sp500: macro.innerOrNull(seriesRow, 'S&P 500.', (all) => all.sp500 ?? null),
  vix: macro.innerOrNull(seriesRow, 'Implied volatility of the S&P 500, percent a year.', (all) => all.vix ?? null),
});
/** Macro series on the wire. */
export type MacroWire = WireOf<typeof macroBlock>;

/** Stablecoins at a time. */
export interface StablecoinsNow {
  readonly total: StablecoinReading;
  readonly coins: readonly StablecoinCoin[];
}
/** Stablecoin at a time. */
export interface StablecoinCoin {
  readonly symbol: string;
  readonly reading: StablecoinReading;
}
const flow = fieldsOf<Change>();
const flowRow = record('StablecoinFlow', {
  usd: flow.number('Change of the circulating value, USD.', ({ difference }) => difference),
  pct: flow.number('The same, percent of the earlier value.', ({ percent }) => percent),
  from: flow.moment('Moment of the earlier value.', ({ from }) => from.time),
});
const coin = fieldsOf<StablecoinCoin>();
const coinRow = record('StablecoinNow', {
  symbol: coin.text('Ticker.', ({ symbol }) => symbol),
  market_cap: coin.number('Circulating value, USD.', ({ reading }) => reading.newest.value, { minimum: 0 }),
  flow_7d: coin.innerOrNull(flowRow, 'Within 7 days; null where the earlier value is not known.', ({ reading }) => reading.changes[7]), // prettier-ignore
  flow_14d: coin.innerOrNull(flowRow, 'Within 14 days.', ({ reading }) => reading.changes[14]),
  flow_90d: coin.innerOrNull(flowRow, 'Within 90 days.', ({ reading }) => reading.changes[90]),
});
const stable = fieldsOf<StablecoinsNow>();
/** Stablecoins. */
export const stablecoinsBlock = record('StablecoinsBlock', {
  market_cap: stable.number('Circulating value of all stablecoins, USD.', ({ total }) => total.newest.value, { minimum: 0 }), // prettier-ignore
  market_cap_as_of: stable.moment('When that became known.', ({ total }) => total.newest.time),
  flow_7d: stable.innerOrNull(flowRow, 'Within 7 days; null where the earlier value is not known.', ({ total }) => total.changes[7]), // prettier-ignore
  flow_14d: stable.innerOrNull(flowRow, 'Within 14 days: market health reads its pct.', ({ total }) => total.changes[14]), // prettier-ignore
  flow_90d: stable.innerOrNull(flowRow, 'Within 90 days: market health reads its pct.', ({ total }) => total.changes[90]), // prettier-ignore
  coins: stable.items(coinRow, 'Those that are known one by one, largest first.', ({ coins }) => coins),
});
/** Stablecoins on the wire. */
export type StablecoinsWire = WireOf<typeof stablecoinsBlock>;
