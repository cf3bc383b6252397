/**
 * Perps of the other venues: funding, open interest, prices and account ratios, from the market's own and from random
 * series. The market does not depend on them, and a later end appends values without changing earlier ones.
 */

import { bucketOpen, HOUR_MS, integerAtLeast, MINUTE_MS, shown, UsageError } from '@barograph/core';
import { createDerivatives } from './derivatives.ts';
import type { ListingConfig } from './listings.ts';
import type { Market } from './market.ts';
import { revertingSeries } from './reverting.ts';
import { checkVenues, VENUES_V1, type PerpVenue, type VenuesConfig } from './venues-config.ts';

/** Perp of a venue at a moment. */
export interface VenuePerpState {
  /** Perp of the market that it follows, or spot listing. */
  readonly coin: string;
  readonly mark: number;
  readonly index: number;
  /** Funding, fraction of the notional per interval, from the hours since the previous settlement. */
  readonly fundingRate: number;
  readonly intervalHours: 1 | 4 | 8;
  /** Time of the next settlement, epoch ms. */
  readonly nextFundingAt: number;
  /** Open interest, units of the coin. */
  readonly openInterest: number;
  /** Notional of the last 24 whole hours. */
  readonly dayNotional: number;
}

/** Values by time, oldest first. Values are in the unit of their series. */
export interface TimedColumns {
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/**
 * Perps of the venues. Times are epoch ms. All methods throw {@link UsageError} for a coin that the venue does not
 * list.
 */
export interface VenuePerps {
  /** Coins that a venue lists at any time. */
  coins(venue: PerpVenue): readonly string[];
  /** Hours between settlements. */
  intervalHours(venue: PerpVenue, coin: string): 1 | 4 | 8;
  /** Perp at a moment; undefined before its first hour has closed and after its last. */
  perp(venue: PerpVenue, coin: string, time: number): VenuePerpState | undefined;
  /** Settlements after `from` and by `to`: fractions of the notional per interval. */
  settlements(venue: PerpVenue, coin: string, from: number, to: number): TimedColumns;
  /** Open interest at every multiple of `step` ms after `from` and by `to`, units of the coin. */
  openInterest(venue: PerpVenue, coin: string, step: number, from: number, to: number): TimedColumns;
  /** Price of the coin at the end of a traded hour or minute. */
  priceAt(venue: PerpVenue, coin: string, time: number): number;
  /** Share of long accounts at every multiple of `step` ms after `from` and by `to`; `cexa` only. */
  longShare(coin: string, step: number, from: number, to: number): TimedColumns;
}

/** Perp of one venue. */
interface Opened {
  readonly coin: string;
  readonly listing: ListingConfig;
  readonly intervalHours: 1 | 4 | 8;
  /** Open of the first hour and end of the last one, epoch ms. */
  readonly first: number;
  readonly end: number;
  /** Funding of an hour, counted from the first, fraction per hour. */
  readonly rate: (hour: number) => number;
  /** Log of open interest at the end of an hour. */
  readonly level: (hour: number) => number;
  readonly basis: (hour: number) => number;
  readonly accounts: (hour: number) => number;
}

const CACHED_STEP = 512;

/** Blocks that are kept: the newest. */
const CACHED_BLOCKS = 4;

/** Values by index, computed in blocks. */
function blocks(make: (from: number, count: number) => Float64Array): (index: number) => number {
  const cache = new Map<number, Float64Array>();
  return (index) => {
    const block = Math.floor(index / CACHED_STEP);
    let values = cache.get(block);
    if (values === undefined || values.length <= index % CACHED_STEP) {
      values = make(block * CACHED_STEP, (index % CACHED_STEP) + 1);
      cache.delete(block);
      cache.set(block, values);
      if (cache.size > CACHED_BLOCKS) cache.delete(cache.keys().next().value!);
    }
    return values[index % CACHED_STEP]!;
  };
}

/**
 * Creates the perps of the venues. Cheap: hours are computed on demand.
 *
 * @param config parameters. @default VENUES_V1
 * @throws {UsageError} when the config is invalid; the message names the field.
 * @example
 * const { start } = SIMULATOR_V2;
 * const { time } = createVenuePerps(createMarket()).settlements('cexa', 'BTC', start, start + 2 * DAY_MS);
 * time.length; // → 6
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- parameters of one perp, and its queries
export function createVenuePerps(market: Market, config: VenuesConfig = VENUES_V1): VenuePerps {
  const { perps: laws, accounts } = checkVenues(config);
  const { seed, start, listings, coins } = market.config;
  const derivatives = createDerivatives(market.config);
  const prices = new Map(coins.map(({ coin, price }) => [coin, price]));
  const opened = new Map<string, Opened>();

  const listed = (venue: PerpVenue): readonly ListingConfig[] =>
    listings.filter(({ venue: on, symbol }) =>
      on === 'perpdex_perp' ? !laws[venue].unlisted.includes(symbol) : laws[venue].extra.includes(symbol),
    );

  const open = (venue: PerpVenue, listing: ListingConfig): Opened => {
    const { symbol: coin, venue: on, listedAfter, delistedAfter } = listing;
    const { funding, openInterest, basis, intervalHours } = laws[venue];
    const key = `${seed}|${venue}:${coin}`;
    const first = start + listedAfter;
    const own = {
      funding: revertingSeries(`${key}|funding`, funding),
      openInterest: revertingSeries(`${key}|open interest`, openInterest),
    };
    const isPerp = on === 'perpdex_perp';
    const ofMarket = (name: 'fundingRate' | 'openInterest') =>
      blocks((from, count) => derivatives(coin, first + from * HOUR_MS, first + (from + count) * HOUR_MS)[name]);
    const marketRate = isPerp ? ofMarket('fundingRate') : (): number => funding.mean;
    const units = listing.quoteVolume / (prices.get(listing.coin)! * listing.multiplier);
    const marketLevel = isPerp ? ofMarket('openInterest') : (): number => units;
    return {
      coin,
      listing,
      intervalHours: intervalHours[coin] ?? 8,
      first,
      end: delistedAfter === null ? Infinity : start + delistedAfter,
      rate: (hour) => funding.mean + funding.shared * (marketRate(hour) - funding.mean) + own.funding(hour),
      level: (hour) => Math.log(openInterest.share * marketLevel(hour)) + own.openInterest(hour),
      basis: revertingSeries(`${key}|basis`, basis),
      accounts: revertingSeries(`${key}|accounts`, accounts),
    };
  };

  const perpOf = (venue: PerpVenue, coin: string): Opened => {
    const key = `${venue}:${coin}`;
    const known = opened.get(key);
    if (known !== undefined) return known;
    const listing = listed(venue).find(({ symbol }) => symbol === coin);
    if (listing === undefined) throw new UsageError(`"coin" expected one that ${venue} lists, got ${shown(coin)}`);
    const perp = open(venue, listing);
    opened.set(key, perp);
    return perp;
  };

  /** Hours that have closed by a moment. */
  const closed = ({ first, end }: Opened, time: number): number =>
    Math.max(0, Math.floor((Math.min(time, end) - first) / HOUR_MS));

  /** Log level between the ends of two hours; the first hour has its end level. */
  const between = (level: (hour: number) => number, perp: Opened, time: number): number => {
    const hours = Math.max(1, (time - perp.first) / HOUR_MS);
    const whole = Math.floor(hours);
    const rest = hours - whole;
    const before = level(whole - 1);
    return rest === 0 ? before : before + rest * (level(whole) - before);
  };

  /** Multiples of a step after `from` and by `to` at which a perp trades. */
  const moments = (perp: Opened, step: number, from: number, to: number): Float64Array => {
    const begin = Math.max(integerAtLeast('from', from, 0), perp.first);
    const last = Math.floor(Math.min(integerAtLeast('to', to, from), perp.end) / step);
    const skipped = Math.floor(begin / step);
    return Float64Array.from({ length: Math.max(0, last - skipped) }, (_, i) => (skipped + 1 + i) * step);
  };

  /** Accrued funding of the interval that began at `from`, from its hours closed by `to`, as a fraction. */
  const accrued = (perp: Opened, from: number, to: number): number => {
    const begin = Math.max(0, Math.floor((from - perp.first) / HOUR_MS));
    const end = closed(perp, to);
    let sum = 0;
    for (let hour = begin; hour < end; hour++) sum += perp.rate(hour);
    return end > begin ? (sum / (end - begin)) * perp.intervalHours : perp.rate(begin) * perp.intervalHours;
  };

  /** Close of the minute or the hour that ends at a moment. */
  const closeAt = ({ listing: { symbol, venue } }: Opened, time: number): number => {
    const [interval, step] = time % HOUR_MS === 0 ? (['1h', HOUR_MS] as const) : (['1m', MINUTE_MS] as const);
    return market.candles(symbol, venue, interval, time - step, time).close[0] ?? NaN;
  };

  const dayReturn = (perp: Opened, time: number): number => {
    const hour = bucketOpen(time, HOUR_MS);
    const { symbol, venue } = perp.listing;
    const { close, length } = market.candles(symbol, venue, '1h', hour - 25 * HOUR_MS, hour);
    return length < 2 ? 0 : Math.log(close[length - 1]! / close[0]!);
  };

  return {
    coins: (venue) => listed(venue).map(({ symbol }) => symbol),
    intervalHours: (venue, coin) => perpOf(venue, coin).intervalHours,
    priceAt: (venue, coin, time) => closeAt(perpOf(venue, coin), bucketOpen(time, MINUTE_MS)),
    perp: (venue, coin, time) => {
      const perp = perpOf(venue, coin);
      const minute = bucketOpen(integerAtLeast('time', time, 0), MINUTE_MS);
      const hours = closed(perp, minute);
      if (hours === 0 || minute >= perp.end) return undefined;
      const index = closeAt(perp, minute);
      const interval = perp.intervalHours * HOUR_MS;
      const settled = bucketOpen(minute, interval);
      const { symbol, venue: on } = perp.listing;
      const end = bucketOpen(minute, HOUR_MS);
      const { close, volume } = market.candles(symbol, on, '1h', end - 24 * HOUR_MS, end);
      return {
        coin,
        mark: index * Math.exp(perp.basis(hours - 1)),
        index,
        fundingRate: accrued(perp, settled, minute),
        intervalHours: perp.intervalHours,
        nextFundingAt: settled + interval,
        openInterest: Math.exp(between(perp.level, perp, minute)),
        dayNotional: laws[venue].notional * close.reduce((sum, price, i) => sum + price * volume[i]!, 0),
      };
    },
    settlements: (venue, coin, from, to) => {
      const perp = perpOf(venue, coin);
      const interval = perp.intervalHours * HOUR_MS;
      const time = moments(perp, interval, from, to);
      return { time, value: time.map((at) => accrued(perp, at - interval, at)) };
    },
    openInterest: (venue, coin, step, from, to) => {
      const perp = perpOf(venue, coin);
      const time = moments(perp, step, from, to);
      return { time, value: time.map((at) => Math.exp(between(perp.level, perp, at))) };
    },
    longShare: (coin, step, from, to) => {
      const perp = perpOf('cexa', coin);
      const time = moments(perp, step, from, to);
      const value = time.map((at) => {
        const logit = accounts.mean - accounts.lean * dayReturn(perp, at) + between(perp.accounts, perp, at);
        return 1 / (1 + Math.exp(-logit));
      });
      return { time, value };
    },
  };
}
