/** Optional signals of the long-horizon regime, from market feeds. A failed feed leaves its signal unknown. */

import { bucketOpen, DAY_MS, deepFreeze, HOUR_MS } from '@barograph/core';
import { optionalInputsAt, type KnownSeries, type OptionalInputs, type OptionalSeries } from '@barograph/cycle';
import { hourlyFundingRates, type FeedName, type Listing } from '@barograph/sources';
import type { NewObservation } from '@barograph/store';
import type { MarketReader } from '../../market-reader.ts';
import type { ProducerInput } from '../../producer.ts';
import { answered, unlessAway } from '../answered.ts';
import { dominanceOf, liquidationsOf } from './kept.ts';

/** Ranges and sizes of the optional signals. */
export interface CycleInputsConfig {
  readonly version: `cycle-inputs/${string}`;
  /** Perps whose funding and open interest represent the market. */
  readonly perps: readonly string[];
  /** Quote of their names on the large exchange. */
  readonly quote: string;
  /** Hours of funding and of open interest. */
  readonly hours: number;
  /** Days of stablecoin supplies, and hours of stablecoin prices. */
  readonly supplyDays: number;
  readonly pegHours: number;
  /** Number of the largest stablecoins whose pegs count. */
  readonly stablecoins: number;
}

/** A changed number is a new constant. */
export const CYCLE_INPUTS_V1: CycleInputsConfig = deepFreeze({
  version: 'cycle-inputs/1',
  perps: ['BTC', 'ETH', 'SOL'],
  quote: 'USDT',
  hours: 7 * 24,
  supplyDays: 95,
  pegHours: 7 * 24,
  stablecoins: 3,
});

/** Feeds of the optional signals. */
export const CYCLE_OPTIONAL_FEEDS: readonly FeedName[] = [
  'coins',
  'stablecoins',
  'pegs',
  'funding',
  'openInterest',
  'venueOpenInterest',
];

/** Hourly mean funding of the large perps; a rate holds until the next one. */
async function fundingOf(market: MarketReader, last: number): Promise<KnownSeries | undefined> {
  const { perps, hours } = CYCLE_INPUTS_V1;
  const rates: Float64Array[] = [];
  for (const symbol of perps) {
    const fundingRates = await unlessAway(async () => hourlyFundingRates(market, { symbol, last, hours }));
    if (fundingRates !== null) rates.push(fundingRates);
  }
  const time: number[] = [];
  const value: number[] = [];
  for (let i = 0; i < hours; i++) {
    const known = rates.map((series) => series[i]!).filter((rate) => !Number.isNaN(rate));
    const mean = known.length === 0 ? value.at(-1) : known.reduce((sum, rate) => sum + rate, 0) / known.length;
    if (mean === undefined) continue;
    time.push(last - (hours - 2 - i) * HOUR_MS);
    value.push(mean);
  }
  return { time: Float64Array.from(time), value: Float64Array.from(value) };
}

/** Open interest observations; NaN for unknown numbers. */
interface Interest {
  /** Epoch ms, ascending. */
  readonly time: Float64Array;
  /** Units of the coin. */
  readonly contracts: Float64Array;
  /** USD per unit. */
  readonly price: Float64Array;
}

/** Values at the start and end of the week, USD. */
type Ends = readonly [then: number, now: number];

/** USD at a moment, from the newest observation of the preceding hour; NaN without one. */
function usdAt({ time, contracts, price }: Interest, at: number, close: number | undefined): number {
  const i = time.findLastIndex((moment) => moment <= at);
  if (i < 0 || at - time[i]! >= HOUR_MS) return NaN;
  return contracts[i]! * (Number.isNaN(price[i]!) ? (close ?? NaN) : price[i]!);
}

/** Open interest of a perp at the start and end of the week, priced at hourly closes when the source has no prices. */
async function endsOf(market: MarketReader, listing: Listing, rows: Interest, last: number): Promise<Ends> {
  const first = last - CYCLE_INPUTS_V1.hours * HOUR_MS;
  const ends = [first + HOUR_MS, last + HOUR_MS] as const;
  const [then, now] = [usdAt(rows, ends[0], 1), usdAt(rows, ends[1], 1)];
  if (Number.isNaN(then + now) || !Number.isNaN(rows.price[0]!)) return [then, now];
  const bars = await unlessAway(async () => market.closedBars(listing, '1h', first, last + HOUR_MS));
  const closes = bars?.time[0] === first && bars.time[bars.length - 1] === last ? bars.close : [];
  return [usdAt(rows, ends[0], closes[0]), usdAt(rows, ends[1], closes[closes.length - 1])];
}

/** Open interest of a perp at the start and end of the week: from the perp venue, else from the large exchange. */
async function interestOf(market: MarketReader, listing: Listing, last: number): Promise<Ends | undefined> {
  const { hours, quote } = CYCLE_INPUTS_V1;
  const { symbol } = listing;
  const range = { from: last - hours * HOUR_MS, to: last + HOUR_MS };
  const own = await answered(market.read('openInterest', { symbol, ...range }));
  if (own !== null) {
    const ends = await endsOf(market, listing, { ...own, price: own.mark }, last);
    if (!Number.isNaN(ends[0] + ends[1])) return ends;
  }
  const query = { venue: 'cexa', symbol: `${symbol}${quote}`, step: '1h', ...range } as const;
  const other = await answered(market.read('venueOpenInterest', query));
  if (other === null) return undefined;
  const price = other.notional.map((usd, i) => usd / other.contracts[i]!);
  const ends = await endsOf(market, listing, { ...other, price }, last);
  return Number.isNaN(ends[0] + ends[1]) ? undefined : ends;
}

/** Total open interest of the large perps at the start and end of the week, USD; the same perps at both. */
async function openInterestOf(
  market: MarketReader,
  listings: readonly Listing[],
  last: number,
): Promise<KnownSeries | undefined> {
  let [then, now] = [0, 0];
  for (const symbol of CYCLE_INPUTS_V1.perps) {
    const listing = listings.find((listing) => listing.symbol === symbol);
    const ends = listing === undefined ? undefined : await interestOf(market, listing, last);
    then += ends?.[0] ?? 0;
    now += ends?.[1] ?? 0;
  }
  if (then === 0) return undefined;
  const end = last + HOUR_MS;
  return { time: Float64Array.of(end - CYCLE_INPUTS_V1.hours * HOUR_MS, end), value: Float64Array.of(then, now) };
}

/** Market value of all stablecoins, and prices of the largest. */
async function stablecoinsOf(
  market: MarketReader,
  asOf: number,
): Promise<Pick<OptionalSeries, 'stablecoins' | 'pegs'>> {
  const { supplyDays, pegHours, stablecoins: count } = CYCLE_INPUTS_V1;
  const supplies = await answered(market.read('stablecoins', { from: Math.max(0, asOf - supplyDays * DAY_MS), asOf }));
  if (supplies === null) return {};
  const prices = await answered(market.read('pegs', { from: Math.max(0, asOf - pegHours * HOUR_MS), asOf }));
  const largest = supplies.coins
    .flatMap(({ symbol, value }) => (value.length === 0 ? [] : [{ symbol, usd: value.at(-1)! }]))
    .sort((a, b) => b.usd - a.usd)
    .slice(0, count);
  const pegs = largest.map(({ symbol }) => prices?.coins.filter((pegSeries) => pegSeries.symbol === symbol) ?? []);
  return { stablecoins: supplies.total, pegs };
}

/** Optional signals of a run, and the values to store for later runs. */
export interface CycleInputs {
  readonly inputs: OptionalInputs;
  readonly observations: readonly NewObservation[];
}

/**
 * Reads the optional signals of a moment from feeds and stored observations.
 * @param timeline market name in the store.
 */
export async function optionalInputs(timeline: string, input: ProducerInput): Promise<CycleInputs> {
  const { market, asOf } = input;
  const last = bucketOpen(asOf, HOUR_MS) - HOUR_MS;
  const listings = (await unlessAway(async () => market.listings(asOf))) ?? [];
  const dominance = await dominanceOf(timeline, input);
  const liquidations = await liquidationsOf(timeline, input);
  const funding = await fundingOf(market, last);
  const openInterest = await openInterestOf(market, listings, last);
  const series: OptionalSeries = {
    dominance: dominance.series,
    liquidations: liquidations.series,
    ...(funding === undefined ? {} : { funding }),
    ...(openInterest === undefined ? {} : { openInterest }),
    ...(await stablecoinsOf(market, asOf)),
  };
  return {
    inputs: optionalInputsAt(series, asOf),
    observations: [...dominance.observations, ...liquidations.observations],
  };
}
