/** Perp market of the loopback venue over its clock. */

import {
  bucketOpen,
  candleColumns,
  CANDLE_COLUMNS,
  HOUR_MS,
  MINUTE_MS,
  resample,
  stepMs,
  unsafeCandles,
  type Bar,
  type Candles,
  type Interval,
} from '@barograph/core';
import {
  createDerivatives,
  createFlow,
  createMarket,
  createObservations,
  type BookColumns,
  type DerivativesColumns,
  type FillColumns,
  type Flow,
  type ForcedClose,
  type ListingConfig,
  type Market,
  type Observations,
  type PerpState,
  type PriceDigits,
  type SimulatorConfig,
} from '@barograph/simulator';
import { minutesOf, openHour, openMinute } from './open-bar.ts';
import { listedConfig } from './universe.ts';

/** Bars that the venue keeps per interval. */
export const KEPT_BARS = 5000;

/** Perp with its 24-hour volume. */
export interface VenuePerp extends PerpState {
  /** Volume of the last 24 closed hours, units of the listing. */
  readonly dayVolume: number;
}

/** Perps of the venue. Times are epoch ms of its clock. */
export interface VenuePerps {
  /** Market of the initial perps. */
  readonly simulated: { readonly market: Market; readonly observations: Observations };
  /** Whether the perp trades. */
  trades(symbol: string, now: number): boolean;
  /** Whether the universe contains the perp, delisted or not. */
  has(symbol: string, now: number): boolean;
  count(now: number): number;
  /** Every perp of the universe in order, including delisted perps. */
  all(now: number): readonly VenuePerp[];
  one(symbol: string, now: number): VenuePerp | undefined;
  /** Bars that end at or after `from` and open by `to`, among the newest {@link KEPT_BARS}; the last may be open. */
  bars(symbol: string, interval: Interval, from: number, to: number, now: number): Candles;
  /** Funding of ended hours. */
  funding(symbol: string, from: number, to: number, now: number): DerivativesColumns;
  /** Order book; undefined for a perp that does not trade. @param digits outward rounding of prices. @default exact */
  book(symbol: string, now: number, digits?: PriceDigits): BookColumns | undefined;
  /** Fills within `(from, to]`, oldest first. */
  fills(symbol: string, from: number, to: number): FillColumns;
  /** Forced closes of all perps within `(from, to]`, oldest first. */
  forcedCloses(from: number, to: number): readonly ForcedClose[];
  /** Lists a new perp, which trades since the hour of `now`. @returns its symbol; undefined when already listed. */
  list(symbol: string | undefined, now: number): string | undefined;
  /** Delists a perp at the minute of `now`. @returns false when no such perp trades. */
  delist(symbol: string, now: number): boolean;
}

/** Perp with its market. */
interface Perp {
  readonly listing: ListingConfig;
  readonly market: Market;
  readonly observations: Observations;
  readonly derivatives: ReturnType<typeof createDerivatives>;
  readonly flow: Flow;
  /** Cached fills of the last queried minute. */
  minute: { readonly open: number; readonly fills: FillColumns } | undefined;
  /** Time of its first observation. */
  readonly since: number;
  /** End of its last minute. */
  until: number;
}

function simulatedOf(config: SimulatorConfig): VenuePerps['simulated'] {
  const market = createMarket(config);
  return { market, observations: createObservations(market) };
}

function perpsOf(config: SimulatorConfig, { market, observations } = simulatedOf(config)): readonly Perp[] {
  const derivatives = createDerivatives(config);
  const flow = createFlow(market);
  return config.listings.map((listing) => ({
    listing,
    market,
    observations,
    derivatives,
    flow,
    minute: undefined,
    since: config.start + listing.listedAfter + MINUTE_MS,
    until: listing.delistedAfter === null ? Infinity : config.start + listing.delistedAfter,
  }));
}

/** Appends the open bar. */
function extended(bars: Candles, open: Bar | undefined): Candles {
  if (open === undefined) return bars;
  const columns = candleColumns(bars.length + 1);
  for (const name of CANDLE_COLUMNS) {
    columns[name].set(bars[name]);
    columns[name][bars.length] = open[name];
  }
  return unsafeCandles(columns);
}

function barsOf(perp: Perp, interval: Interval, from: number, to: number, now: number): Candles {
  const { market, listing } = perp;
  const at = Math.min(now, perp.until);
  const step = stepMs(interval);
  const first = Math.max(0, bucketOpen(from, step), bucketOpen(at, step) - (KEPT_BARS - 1) * step);
  const last = Math.min(to, at);
  if (last < first) return unsafeCandles(candleColumns(0));
  const minutes = minutesOf(market, listing.symbol);
  const isFine = step < HOUR_MS;
  const end = Math.min(at, bucketOpen(last, step) + step);
  const closed = isFine
    ? minutes(first, end)
    : market.candles(listing.symbol, 'perpdex_perp', '1h', first, Math.max(first, end));
  const isRunning = end === at && at < perp.until;
  const open = isFine
    ? isRunning
      ? openMinute(minutes, at)
      : undefined
    : end === at
      ? openHour(minutes, at)
      : undefined;
  return resample(extended(closed, open), isFine ? '1m' : '1h', interval, { incomplete: 'keep' }).bars;
}

function stateOf({ listing, market, observations, until }: Perp, now: number): VenuePerp | undefined {
  const at = Math.min(now, until);
  const state = observations.perp(listing.symbol, at);
  if (state === undefined) return undefined;
  const isDelisted = now >= until;
  const day = market.candles(
    listing.symbol,
    'perpdex_perp',
    '1h',
    Math.max(0, bucketOpen(at, HOUR_MS) - 24 * HOUR_MS),
    at,
  );
  if (!isDelisted) return { ...state, dayVolume: day.volume.reduce((sum, volume) => sum + volume, 0) };
  const nothing = { fundingRate: 0, openInterest: 0, dayNotional: 0, dayVolume: 0 };
  return { ...state, ...nothing, isDelisted, mid: NaN, premium: NaN };
}

const COLUMNS = ['time', 'price', 'size', 'isBuy', 'id'] as const;

/** Fills of a time span; most queries cover seconds of a single minute. */
function fillsOf(perp: Perp, from: number, to: number): FillColumns {
  const { flow, listing } = perp;
  const end = Math.min(to, perp.until - 1);
  const start = Math.min(Math.max(0, from), end);
  const open = bucketOpen(start + 1, MINUTE_MS);
  if (end >= open + MINUTE_MS) return flow.fills(listing.symbol, start, end);
  if (perp.minute?.open !== open) {
    perp.minute = { open, fills: flow.fills(listing.symbol, Math.max(0, open - 1), open + MINUTE_MS - 1) };
  }
  const { fills } = perp.minute;
  const first = fills.time.findIndex((time) => time > start);
  const last = fills.time.findLastIndex((time) => time <= end) + 1;
  const length = first === -1 ? 0 : Math.max(0, last - first);
  const part = { ...fills, length };
  for (const name of COLUMNS) part[name] = fills[name].subarray(first, first + length);
  return part;
}

/**
 * Creates the perps of the venue.
 * @param config result of `venueConfig`, whose listings are perps.
 */
export function createVenuePerps(config: SimulatorConfig): VenuePerps {
  const simulated = simulatedOf(config);
  const perps = new Map(perpsOf(config, simulated).map((perp) => [perp.listing.symbol, perp]));
  let count = 0;
  const found = (symbol: string, now: number): Perp | undefined => {
    const perp = perps.get(symbol);
    return perp !== undefined && perp.since <= now ? perp : undefined;
  };
  return {
    simulated,
    trades: (symbol, now) => now < (found(symbol, now)?.until ?? -Infinity),
    has: (symbol, now) => found(symbol, now) !== undefined,
    count: (now) => [...perps.values()].filter(({ since }) => since <= now).length,
    all: (now) => [...perps.values()].flatMap((perp) => (perp.since <= now ? [stateOf(perp, now)!] : [])),
    one: (symbol, now) => {
      const perp = found(symbol, now);
      return perp === undefined ? undefined : stateOf(perp, now);
    },
    bars: (symbol, interval, from, to, now) => {
      const perp = found(symbol, now);
      return perp === undefined ? unsafeCandles(candleColumns(0)) : barsOf(perp, interval, from, to, now);
    },
    funding: (symbol, from, to, now) => {
      const { derivatives, until } = perps.get(symbol)!;
      const first = Math.max(0, bucketOpen(from, HOUR_MS) - HOUR_MS);
      return derivatives(symbol, first, Math.max(first, Math.min(to, now, until)));
    },
    book: (symbol, now, digits) => {
      const perp = found(symbol, now);
      return perp === undefined || now >= perp.until ? undefined : perp.observations.book(symbol, now, digits);
    },
    fills: (symbol, from, to) => fillsOf(perps.get(symbol)!, from, to),
    forcedCloses: (from, to) =>
      [...perps.values()]
        .flatMap(({ flow, listing, until }) => {
          const end = Math.min(to, until - 1);
          return flow.forcedCloses(listing.symbol, Math.min(Math.max(0, from), end), end);
        })
        .sort((a, b) => a.time - b.time),
    list: (wanted, now) => {
      const symbol = wanted ?? `NEW${count + 1}`;
      if (perps.has(symbol)) return undefined;
      const [perp] = perpsOf(listedConfig(config.seed, symbol, count++, now));
      perps.set(symbol, perp!);
      return symbol;
    },
    delist: (symbol, now) => {
      const perp = found(symbol, now);
      if (perp === undefined || now >= perp.until) return false;
      perp.until = bucketOpen(now, MINUTE_MS);
      return true;
    },
  };
}
