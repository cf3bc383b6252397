/** The market of the loopback venue at moments of its clock: which perps there are, and what they trade at. */

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

/** Bars that the venue keeps of an interval. */
export const KEPT_BARS = 5000;

/** A perp with the volume of its last day. */
export interface VenuePerp extends PerpState {
  /** Units of the listing that were traded in the last 24 hours that have closed. */
  readonly dayVolume: number;
}

/** Perps of the venue. Moments are epoch ms of its clock. */
export interface VenuePerps {
  /** The market behind the perps that the venue began with. */
  readonly simulated: { readonly market: Market; readonly observations: Observations };
  /** Whether the perp trades. */
  trades(symbol: string, now: number): boolean;
  /** Whether the universe names the perp, delisted or not. */
  has(symbol: string, now: number): boolean;
  count(now: number): number;
  /** Every perp of the universe in its order, delisted ones included. */
  all(now: number): readonly VenuePerp[];
  one(symbol: string, now: number): VenuePerp | undefined;
  /** Bars that end at `from` or later and open by `to`, of the newest {@link KEPT_BARS}; the last one may be open. */
  bars(symbol: string, interval: Interval, from: number, to: number, now: number): Candles;
  /** Funding of the hours that have ended. */
  funding(symbol: string, from: number, to: number, now: number): DerivativesColumns;
  /** Undefined of a perp that does not trade. @param digits prices rounded outward; exact when left out. */
  book(symbol: string, now: number, digits?: PriceDigits): BookColumns | undefined;
  /** Fills after `from` and by `to`, oldest first. */
  fills(symbol: string, from: number, to: number): FillColumns;
  /** Positions of all perps that were closed by force after `from` and by `to`, oldest first. */
  forcedCloses(from: number, to: number): readonly ForcedClose[];
  /** Lists a new perp; it trades from the hour of `now` on. @returns its symbol, or undefined when there is one of it. */
  list(symbol: string | undefined, now: number): string | undefined;
  /** Ends a perp with the minute of `now`. @returns whether there was one that traded. */
  delist(symbol: string, now: number): boolean;
}

/** A perp and the market that makes it. */
interface Perp {
  readonly listing: ListingConfig;
  readonly market: Market;
  readonly observations: Observations;
  readonly derivatives: ReturnType<typeof createDerivatives>;
  readonly flow: Flow;
  /** Fills of the minute that was asked for last. */
  minute: { readonly open: number; readonly fills: FillColumns } | undefined;
  /** First moment that it is observed at. */
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

/** Bars and the open one behind them. */
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

/** Fills of a span; most questions are of the seconds of one minute. */
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

/** @param config as of `venueConfig`: its listings are perps. */
export function createVenuePerps(config: SimulatorConfig): VenuePerps {
  const simulated = simulatedOf(config);
  const perps = new Map(perpsOf(config, simulated).map((perp) => [perp.listing.symbol, perp]));
  let made = 0;
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
      const symbol = wanted ?? `NEW${made + 1}`;
      if (perps.has(symbol)) return undefined;
      const [perp] = perpsOf(listedConfig(config.seed, symbol, made++, now));
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
