/** The second perp exchange as a source: its perps, settlements, open interest and forced closes. */

import { DAY_MS, err, ok, type Result } from '@barograph/core';
import type { FeedProblem } from '../market/feed.ts';
import type { Feeds } from '../market/feeds.ts';
import { createForcedFeed } from '../forced/feed.ts';
import { feedProblem, type VenueSourceOptions } from '../forced/source-parts.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import { startPolling } from '../perpdex/polling.ts';
import type { Source } from '../market/source.ts';
import { createLastGood } from '../last-good.ts';
import { reopenedUpstream } from '../upstream/reopened.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { reachedBy } from '../upstream/venue-time.ts';
import type { OtherVenue, VenuePerp } from '../market/venues.ts';
import { createDexbClient } from './client.ts';
import { DEXB_V2, type DexbConfig } from './config.ts';
import { createFrameReader, PING } from './liquidations.ts';
import { intervalsOf, parseTickers, type Instrument } from './payloads.ts';
import { createTopics, tradesSubscription } from './stream.ts';

const VENUE = 'dexb';
type Asked = 'venuePerps' | 'settlements' | 'venueOpenInterest';
type Refusal = { readonly ok: false; readonly error: FeedProblem };

const notOurs = (venue: OtherVenue): Refusal =>
  err({ code: 'unavailable', reason: `the second perp exchange is not ${venue}` });
const unlisted = (symbol: string): Refusal =>
  err({ code: 'unknown_symbol', reason: `the second perp exchange does not list ${symbol}` });

/** Instruments of the venue: the newest that came. */
function createInstruments(ask: () => Promise<Answered<Parsed<readonly Instrument[]>>>) {
  let known: ReadonlyMap<string, Instrument> = new Map();
  let underWay: Promise<FeedProblem | undefined> | undefined;
  const once = async (): Promise<FeedProblem | undefined> => {
    const answer = await ask();
    if (!answer.ok) return feedProblem(answer.error);
    known = new Map(answer.value.value.rows.map((one) => [one.symbol, one]));
    return undefined;
  };
  const poll = async (): Promise<FeedProblem | undefined> => {
    underWay ??= once().finally(() => (underWay = undefined));
    return underWay;
  };
  return {
    poll,
    all: () => [...known.values()],
    of: (symbol: string) => known.get(symbol),
    /** Asks where nothing is known yet. */
    ready: async (): Promise<FeedProblem | undefined> => (known.size > 0 ? undefined : poll()),
  };
}

/**
 * The second perp exchange. Opened and asked by the leader alone: its requests count.
 *
 * @throws {UsageError} an address that is not `http` or `https`.
 * @example
 * const source = createDexbSource({ url, wsUrl: dexbStreamUrl(url), clock, log, meter });
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- the wiring of one venue: its client, feeds and stream
export function createDexbSource(options: VenueSourceOptions<DexbConfig>): Source {
  const { wsUrl, clock, log, meter, steady = createSteadyClock(), config = DEXB_V2 } = options;
  const upstream = reopenedUpstream(VENUE, options, steady, config);
  const client = createDexbClient(upstream, config);
  const instruments = createInstruments(async () => client.instruments());
  const topics = createTopics(config.topics);
  const forced = createForcedFeed({
    venue: VENUE,
    wsUrl,
    read: createFrameReader((symbol) => instruments.of(symbol)),
    proof: {
      subscription: tradesSubscription(config.provenBy),
      newest: async () => client.newestTrade(config.provenBy),
    },
    pingText: PING,
    onRefused: (key) => forced.follow(topics.refused(key)),
    clock,
    steady,
    log,
    config: config.forced,
  });
  const good: Readonly<Record<Asked, ReturnType<typeof createLastGood<null>>>> = {
    venuePerps: createLastGood(config.staleMs),
    settlements: createLastGood(),
    venueOpenInterest: createLastGood(),
  };
  /** Some rows that cannot be do not make the others wrong, but the answer is not whole. */
  const outcome = <Rows>(feed: Asked, answer: Answered<Parsed<Rows>>) => {
    good[feed].record(answer.ok ? ok({ value: null, fetchedAt: answer.value.fetchedAt }) : answer, clock.now());
    if (!answer.ok) return err(feedProblem(answer.error));
    const { value, fetchedAt } = answer.value;
    const at = reachedBy(answer.value);
    return ok({
      rows: value.rows,
      fetchedAt,
      at,
      stale: value.fault === undefined ? {} : ({ isStale: true } as const),
    });
  };
  /** The tickers serve again for some seconds. */
  let shared: { readonly at: number; readonly answer: Promise<Answered<Parsed<readonly VenuePerp[]>>> } | undefined;
  const askPerps = async (): Promise<Answered<Parsed<readonly VenuePerp[]>>> => {
    const answer = await client.tickers();
    return answer.ok ? ok({ ...answer.value, value: parseTickers(answer.value.value, instruments.all()) }) : answer;
  };
  const perps = async () => {
    const problem = await instruments.ready();
    if (problem !== undefined) return err(problem);
    const age = shared === undefined ? Infinity : clock.now() - shared.at;
    if (!(age >= 0 && age < config.sharedMs)) shared = { at: clock.now(), answer: askPerps() };
    const answer = outcome('venuePerps', await shared!.answer);
    if (!answer.ok) shared = undefined;
    return answer;
  };
  const instrument = async (venue: OtherVenue, symbol: string): Promise<Result<Instrument, FeedProblem>> => {
    if (venue !== VENUE) return notOurs(venue);
    const problem = await instruments.ready();
    if (problem !== undefined) return err(problem);
    const found = instruments.of(symbol);
    return found === undefined ? unlisted(symbol) : ok(found);
  };

  const feeds: Pick<Feeds, Asked> = {
    venuePerps: {
      pull: async ({ venue }) => {
        if (venue !== VENUE) return notOurs(venue);
        const answer = await perps();
        if (!answer.ok) return answer;
        const { rows, fetchedAt, stale } = answer.value;
        return ok({ rows: { perps: rows }, asOf: fetchedAt, ...stale });
      },
    },
    settlements: {
      pull: async ({ venue, symbol, from, to }) => {
        const listed = await instrument(venue, symbol);
        if (!listed.ok) return listed;
        // The day before tells how long before it the first one was.
        const answer = outcome('settlements', await client.settlements(symbol, Math.max(0, from - DAY_MS), to));
        if (!answer.ok) return answer;
        const { rows, at, stale } = answer.value;
        const hours = intervalsOf(rows);
        const inside = rows.flatMap(({ time }, i) => (time > from && time <= to ? [i] : []));
        const column = (of: (i: number) => number): Float64Array => Float64Array.from(inside, of);
        const settlements = {
          time: column((i) => rows[i]!.time),
          rate: column((i) => rows[i]!.value),
          intervalHours: column((i) => hours[i]!),
        };
        return ok({ rows: settlements, asOf: Math.min(to, at), ...stale });
      },
    },
    venueOpenInterest: {
      pull: async ({ venue, symbol, step, from, to }) => {
        const listed = await instrument(venue, symbol);
        if (!listed.ok) return listed;
        if (step === 'now') {
          const answer = await perps();
          if (!answer.ok) return answer;
          const { rows, fetchedAt, stale } = answer.value;
          const now = rows.filter((perp) => perp.symbol === symbol && !Number.isNaN(perp.openInterest));
          const column = (of: (perp: VenuePerp) => number): Float64Array => Float64Array.from(now, of);
          const samples = {
            time: column(() => fetchedAt),
            contracts: column(({ openInterest }) => openInterest),
            notional: column(({ openInterest, mark }) => openInterest * mark),
          };
          return ok({ rows: samples, asOf: fetchedAt, ...stale });
        }
        const answer = outcome('venueOpenInterest', await client.samples(symbol, step, Math.max(0, from), to));
        if (!answer.ok) return answer;
        const inside = answer.value.rows.filter(({ time }) => time > from && time <= to);
        const samples = {
          time: Float64Array.from(inside, ({ time }) => time),
          contracts: Float64Array.from(inside, ({ value }) => value * listed.value.factor),
          // The venue gives no price beside its samples.
          notional: new Float64Array(inside.length).fill(NaN),
        };
        return ok({ rows: samples, asOf: Math.min(to, answer.value.at), ...answer.value.stale });
      },
    },
  };
  let endPolls: (() => void) | undefined;
  const follow = async (): Promise<void> => {
    const problem = await instruments.poll();
    if (problem !== undefined || endPolls === undefined) return;
    forced.follow(topics.follow(instruments.all().map(({ symbol }) => symbol)));
  };
  return {
    id: VENUE,
    kind: 'live',
    countsRequests: true,
    feeds: { ...feeds, ...forced.feeds },
    start: async () => {
      if (endPolls !== undefined) return;
      upstream.open();
      forced.open();
      endPolls = () => undefined;
      endPolls = startPolling(follow, config.instrumentsMs, steady);
    },
    close: async () => {
      endPolls?.();
      endPolls = undefined;
      await Promise.all([forced.close(), upstream.close()]);
    },
    upstreams: () => [meter.reading(), forced.reading()],
    state: (now) => [
      good.venuePerps.state('venuePerps', now),
      good.settlements.state('settlements', now),
      good.venueOpenInterest.state('venueOpenInterest', now),
      forced.state(now),
    ],
  };
}
