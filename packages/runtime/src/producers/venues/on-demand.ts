/** Venue comparison on demand: answers are cached for seconds, and unavailable venues are reported. */

import {
  createRecent,
  type Answered,
  type ListedPerp,
  type NotAnswered,
  type OtherVenues,
  type PerpNames,
  type PerpVenueName,
  type Reached,
} from '@barograph/contract';
import { bucketOpen, HOUR_MS, stepMs } from '@barograph/core';
import {
  type Clock,
  within,
  type PerpContexts,
  type FeedName,
  type Market,
  type Pulled,
  shownField,
  type VenuePerps,
} from '@barograph/sources';
import { createVenueArchive, type VenueArchiveStore } from './archived-days.ts';
import { OTHER_VENUES_V1, type OtherVenuesConfig } from './config.ts';
import { createFundingHistories, type FundingHistoryParts } from './funding-history.ts';

/** Dependencies of the service. */
export interface OtherVenuesParts extends Omit<FundingHistoryParts, 'market'> {
  readonly market: Market;
  readonly store: VenueArchiveStore;
  readonly config?: OtherVenuesConfig;
}

/** Request with the key and lifetime of its cached answer. */
interface Question<Rows> {
  readonly feed: FeedName;
  /** Key of the request within its feed; the newest moment of an answer is stored under it. */
  readonly key: string;
  /** 0 disables the cache. */
  readonly keptMs: number;
  readonly pull: (now: number) => Promise<Pulled<Rows>>;
}

interface Kept {
  /** Moment of the answer, epoch ms; undefined while the request is running. */
  at: number | undefined;
  readonly reached: Promise<Reached<unknown>>;
}

/** Requests from the market with a cache; failures are not cached. */
function createAsking(market: Market, clock: Clock, report: (error: unknown) => void, config: OtherVenuesConfig) {
  const kept = createRecent<Kept>(config.kept);
  const last = new Map<string, number>();
  const away = (reason: string, key: string): NotAnswered => {
    return { ok: false, why: 'away', reason, asOf: last.get(key) ?? null };
  };

  const lookup = async <Rows>({ feed, key, pull }: Question<Rows>): Promise<Reached<Rows>> => {
    try {
      const answer = await pull(clock.now());
      if (answer.ok) {
        const { provenance, ...rows } = answer.value;
        const { asOf, kind, isFresh } = provenance;
        last.set(key, asOf);
        const origin = shownField(market, [{ feed, ...provenance }]);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows without what the market added to them
        return { ok: true, rows: rows as unknown as Rows, asOf, isFresh, dataSource: kind, ...origin };
      }
      const { code, reason } = answer.error;
      if (code === 'stale_source') return away(reason, key);
      const why = code === 'unknown_symbol' ? 'unlisted' : 'no_source';
      return { ok: false, why, reason, asOf: last.get(key) ?? null };
    } catch (error) {
      report(error);
      return away('the source failed', key);
    }
  };

  /** Running or recent answer; a clock that was set back repeats the request. */
  const isGood = ({ at }: Kept, keptMs: number): boolean => {
    const now = clock.now();
    return at === undefined || (at <= now && now - at < keptMs);
  };

  const answering = <Rows>(question: Question<Rows>, key: string): Promise<Reached<unknown>> => {
    const { keptMs } = question;
    const known = keptMs > 0 ? kept.get(key) : undefined;
    if (known !== undefined && isGood(known, keptMs)) return known.reached;
    const mine: Kept = { at: undefined, reached: lookup(question) };
    if (keptMs === 0) return mine.reached;
    kept.set(key, mine);
    void mine.reached.then(({ ok }) => {
      mine.at = clock.now();
      if (!ok && kept.get(key) === mine) kept.delete(key);
      return ok;
    });
    return mine.reached;
  };

  // An answer after the timeout of its caller serves the next caller.
  return async <Rows>(question: Question<Rows>, name: string): Promise<Reached<Rows>> => {
    const reached = await within(config.waitMs, answering(question, `${question.feed} ${name}`));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key names one type of rows
    return (reached ?? away('the source did not answer in time', question.key)) as Reached<Rows>;
  };
}

/** Answer with other rows; the same object for the same answer, so that derived values can be cached. */
function mapping<From, To>(make: (rows: From) => To): (reached: Reached<From>) => Reached<To> {
  const mapped = new WeakMap<object, Answered<To>>();
  return (reached) => {
    if (!reached.ok) return reached;
    let answer = mapped.get(reached);
    if (answer === undefined) mapped.set(reached, (answer = { ...reached, rows: make(reached.rows) }));
    return answer;
  };
}

/** Trading perps of the perp venue, with hourly funding settled at the end of the hour. */
function perpdexPerps({ perps }: PerpContexts, now: number): readonly ListedPerp[] {
  return perps
    .filter(({ isDelisted }) => !isDelisted)
    .map(({ symbol, mark, oracle, fundingRate1h, openInterest, dayNotional }) => ({
      symbol,
      coin: symbol,
      mark,
      index: oracle,
      fundingRate: fundingRate1h,
      intervalHours: 1,
      nextFundingAt: bucketOpen(now, HOUR_MS) + HOUR_MS,
      openInterest,
      dayNotional,
    }));
}

/**
 * Creates the service behind the contract's port.
 *
 * @example
 * const venues = createOtherVenues({ market, clock, states, store, timeline, report });
 * const perps = await venues.perps('cexa');
 */
export function createOtherVenues(parts: OtherVenuesParts): OtherVenues {
  const { market, clock, report, store, timeline, config = OTHER_VENUES_V1 } = parts;
  const { keptMs } = config;
  const ask = createAsking(market, clock, report, config);
  const listed = new Map<PerpVenueName, readonly PerpNames[]>();

  const contexts = mapping((rows: PerpContexts) => perpdexPerps(rows, clock.now()));
  const ofVenue = mapping(({ perps }: VenuePerps): readonly ListedPerp[] => perps);
  const perpsOf = async (venue: PerpVenueName): Promise<Reached<readonly ListedPerp[]>> => {
    if (venue === 'perpdex') {
      const pull = async (asOf: number) => market.read('contexts', { asOf });
      return contexts(await ask({ feed: 'contexts', key: venue, keptMs: keptMs.perps, pull }, venue));
    }
    const pull = async (asOf: number) => market.read('venuePerps', { venue, asOf });
    return ofVenue(await ask({ feed: 'venuePerps', key: venue, keptMs: keptMs.perps, pull }, venue));
  };

  return {
    has: (feed) => market.has(feed),
    perps: async (venue) => {
      const reached = await perpsOf(venue);
      if (!reached.ok) return { ...reached, known: listed.get(venue) ?? [] };
      listed.set(venue, reached.rows);
      return reached;
    },
    settlements: async (venue, symbol, from) => {
      const key = `settlements ${venue} ${symbol}`;
      const pull = async (to: number) => market.read('settlements', { venue, symbol, from: Math.max(0, from), to });
      const reached = await ask({ feed: 'settlements', key, keptMs: keptMs.rows, pull }, `${venue} ${symbol} ${dayed(from)}`); // prettier-ignore
      return mapped(reached, ({ time, rate, intervalHours }) =>
        Array.from(time, (at, i) => ({ time: at, rate: rate[i]!, intervalHours: intervalHours[i]! })).filter(
          ({ time: at }) => at > from,
        ),
      );
    },
    openInterest: async (venue, symbol, step, from) => {
      const key = `open interest ${venue} ${symbol}`;
      const pull = async (to: number) =>
        market.read('venueOpenInterest', { venue, symbol, step, from: Math.max(0, from), to });
      const reached = await ask({ feed: 'venueOpenInterest', key, keptMs: keptMs.rows, pull }, `${venue} ${symbol} ${step} ${dayed(from)}`); // prettier-ignore
      return mapped(reached, ({ time, contracts, notional }) =>
        Array.from(time, (at, i) => ({ time: at, contracts: contracts[i]!, notional: notional[i]! })),
      );
    },
    longShare: async (symbol, step, from) => {
      const key = `long short ${symbol}`;
      const pull = async (to: number) =>
        market.read('longShort', { venue: 'cexa', symbol, step, from: Math.max(0, from), to });
      const reached = await ask({ feed: 'longShort', key, keptMs: keptMs.rows, pull }, `${symbol} ${step} ${dayed(from)}`); // prettier-ignore
      return mapped(reached, ({ time, long }) => Array.from(time, (at, i) => ({ time: at, long: long[i]! })));
    },
    tickers: async () => {
      const pull = async (asOf: number) => market.read('spotTickers', { asOf });
      return ask({ feed: 'spotTickers', key: 'tickers', keptMs: keptMs.tickers, pull }, '');
    },
    pairs: async () => {
      const pull = async (asOf: number) => market.read('spotPairs', { asOf });
      return mapped(await ask({ feed: 'spotPairs', key: 'pairs', keptMs: keptMs.pairs, pull }, ''), ({ pairs }) => pairs); // prettier-ignore
    },
    pairBars: async ({ symbol, interval, count, isAnew }) => {
      const key = `bars ${symbol}`;
      const pull = async (asOf: number) => {
        // A range comes from the source itself; the last bars come from the pulls that replicas share for a minute.
        const step = stepMs(interval);
        const window =
          isAnew === true
            ? ({ kind: 'range', from: Math.max(0, bucketOpen(asOf, step) - count * step), to: asOf } as const)
            : ({ kind: 'last', count } as const);
        return market.read('pairBars', { symbol, interval, window, asOf });
      };
      const ms = isAnew === true ? 0 : keptMs.rows;
      return ask({ feed: 'pairBars', key, keptMs: ms, pull }, `${symbol} ${interval} ${count}`);
    },
    fundingHistory: createFundingHistories(parts),
    ...createVenueArchive(store, clock, timeline),
  };
}

/** Start rounded to the hour, so that requests within an hour share an answer. */
function dayed(from: number): number {
  return Math.floor(from / HOUR_MS);
}

function mapped<From, To>(reached: Reached<From>, make: (rows: From) => To): Reached<To> {
  return reached.ok ? { ...reached, rows: make(reached.rows) } : reached;
}
