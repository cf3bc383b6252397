/** Condition of feeds, and its report by a host with several sources. */

import { DAY_MS, err, HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { BarsRequest } from '../../../sources/src/market/bars.ts';
import { SourceError } from '../../../sources/src/market/feed.ts';
import { ASKED_WITHIN_MS } from '../../../sources/src/market/feed-watch.ts';
import { FEED_NAMES } from '../../../sources/src/market/feeds.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { marketReader, type MarketReader } from '../../../runtime/src/market-reader.ts';
import { recordProvenance } from '../../../runtime/src/record-provenance.ts';
import { AS_OF, smallSeries, testHost } from '../test-support.ts';
import { toySource } from '../../../sources/test/market/toy-source.ts';

const files = createFilesSource(smallSeries());
const simulated = createSimulatedSource(SIMULATOR_V2);

function ask(symbol: string, asOf = AS_OF): BarsRequest {
  return { symbol, venue: 'perpdex_perp', interval: '1h', window: { kind: 'last', count: 1 }, asOf };
}

describe('the state of a feed', () => {
  it('is that of the source until a pull fails; then since when, why, and the newest data before it', async () => {
    let isDown = false;
    const venue = toySource(files, {
      wait: async () => {
        if (isDown) throw new SourceError('secret detail');
      },
    });
    const market = openMarket([venue]);
    const bars = () => market.state(AS_OF + 3 * HOUR_MS)[0]!.feeds[0]!;
    expect(bars()).toMatchObject({ feed: 'bars', status: 'ok', since: null, reason: null });
    await market.read('bars', ask('BTC'));
    isDown = true;
    await expect(market.read('bars', ask('BTC', AS_OF + HOUR_MS))).rejects.toThrow(SourceError);
    await expect(market.read('bars', ask('BTC', AS_OF + 2 * HOUR_MS))).rejects.toThrow(SourceError);
    const failed = { status: 'stale', since: AS_OF + HOUR_MS, reason: 'SourceError', asOf: AS_OF };
    expect(bars()).toMatchObject(failed);
    isDown = false;
    await market.read('bars', ask('BTC', AS_OF + 3 * HOUR_MS));
    expect(bars()).toMatchObject({ status: 'ok', since: null, reason: null });
  });

  it('of books, which only callers ask for, is as it was some minutes after the last failure', async () => {
    const book = { pull: async () => err({ code: 'stale_source', reason: 'down' } as const) };
    const toy = toySource(files);
    const state = () => [{ feed: 'book', status: 'ok', since: null, reason: null, asOf: null } as const];
    const market = openMarket([{ ...toy, feeds: { ...toy.feeds, book }, state }]);
    const status = (after: number) => market.state(AS_OF + after)[0]!.feeds[0]!.status;
    await market.read('book', { symbol: 'BTC', asOf: AS_OF });
    expect([status(0), status(ASKED_WITHIN_MS), status(ASKED_WITHIN_MS + 1)]).toEqual([
      'unavailable',
      'unavailable',
      'ok',
    ]);
  });

  it('is unavailable when nothing ever came, and unaffected by what is not listed', async () => {
    const venue = toySource(files, {
      listings: async () => {
        throw new TypeError('down');
      },
    });
    const market = openMarket([venue, simulated]);
    await market.read('bars', ask('NO-SUCH'));
    expect(market.state(AS_OF)[0]!.feeds[0]!.status).toBe('ok');
    await market.listings(AS_OF);
    const [first, second] = market.state(AS_OF);
    expect(first!.feeds[0]).toMatchObject({ status: 'unavailable', since: AS_OF, reason: 'TypeError', asOf: null });
    expect(second!.feeds.map(({ feed, status }) => [feed, status])).toEqual(FEED_NAMES.map((feed) => [feed, 'ok']));
  });
});

describe('recorded provenance', () => {
  const venueWith = (late: (symbol: string) => 'now' | 'late' | 'never') => {
    const venue = toySource(simulated, { id: 'venue' });
    const { bars } = venue.feeds;
    const pull = async (request: BarsRequest) => {
      if (late(request.symbol) === 'never') throw new SourceError('down');
      const answer = await bars!.pull(request);
      if (!answer.ok || late(request.symbol) === 'now') return answer;
      return { ok: true, value: { ...answer.value, asOf: AS_OF - HOUR_MS, isStale: true } } as const;
    };
    return marketReader(openMarket([files, { ...venue, feeds: { ...venue.feeds, bars: { ...bars!, pull } } }]));
  };
  const read = async (reader: MarketReader, symbol: string) =>
    reader.closedBars({ symbol, venue: 'perpdex_perp' }, '1h', AS_OF - DAY_MS, AS_OF);
  const fromFiles = { feed: 'bars', source: 'files', kind: 'files', asOf: AS_OF, isFresh: true } as const;

  it('is one block for each feed and source: the oldest moment, and whether all of it is fresh', async () => {
    const { market, provenance } = recordProvenance(venueWith((symbol) => (symbol === 'SOL' ? 'late' : 'now')));
    expect(provenance()).toEqual([]);
    await market.read('funding', { symbol: 'BTC', from: AS_OF - HOUR_MS, to: AS_OF });
    for (const symbol of ['BTC', 'ETH', 'SOL', 'XRP']) await read(market, symbol);
    expect(provenance()).toEqual([
      fromFiles,
      { feed: 'bars', source: 'venue', kind: 'live', asOf: AS_OF - HOUR_MS, isFresh: false },
      { feed: 'funding', source: 'venue', kind: 'live', asOf: AS_OF, isFresh: true },
    ]);
  });

  it('is not fresh of a source that failed for one symbol, and names no other source', async () => {
    const { market, provenance } = recordProvenance(venueWith((symbol) => (symbol === 'SOL' ? 'never' : 'now')));
    for (const symbol of ['BTC', 'XRP']) await read(market, symbol);
    await expect(read(market, 'SOL')).rejects.toThrow(SourceError);
    expect(provenance().map(({ source, isFresh }) => [source, isFresh])).toEqual([
      ['files', true],
      ['venue', false],
    ]);
  });

  it('keeps the blocks of the run before where nothing was read, and adds those of snapshots that were', async () => {
    const { market, provenance, include } = recordProvenance(venueWith(() => 'now'));
    const before = { feed: 'bars', source: 'venue', kind: 'live', asOf: 1, isFresh: true } as const;
    await read(market, 'BTC');
    expect(provenance([before, { ...fromFiles, asOf: 2 }])).toEqual([before, fromFiles]);
    include([{ ...fromFiles, asOf: 3, isFresh: false }]);
    expect(provenance()).toEqual([{ ...fromFiles, asOf: 3, isFresh: false }]);
  });
});

describe('a host with files for bars and a venue for funding', () => {
  let isDown = false;
  const funding = simulated.feeds.funding!;
  const venue = {
    ...toySource(simulated),
    feeds: {
      funding: {
        // By the hour: the detectors of minutes leave it alone.
        every: HOUR_MS,
        pull: async (range: Parameters<typeof funding.pull>[0]) => {
          if (isDown) throw new SourceError('secret detail');
          return funding.pull(range);
        },
      },
    },
    state: (asOf: number) => simulated.state(asOf).filter(({ feed }) => feed === 'funding'),
  };
  const market = openMarket([files, venue]);
  let host: Awaited<ReturnType<typeof testHost>>;
  beforeAll(async () => {
    host = await testHost(market, createManualClock(AS_OF));
    await host.start();
  });
  afterAll(async () => host.stop());
  const get = async (url: string) => host.server.inject(url);

  it('lists the kinds in order, and stamps what is made of bars with the kind of the bars', async () => {
    const reply = await get('/api/v1/indicators/signum-rgg');
    expect(reply.headers['x-data-source']).toBe('files, live');
    expect(reply.json()).toMatchObject({ data_source: 'files' });
    expect((await get('/api/v1/nowhere')).headers['x-data-source']).toBe('files, live');
  });

  it('names every source and feed in health and metrics, and is degraded while one fails', async () => {
    const feeds = async () => (await get('/api/v1/health')).json<{ status: string; feeds: unknown }>();
    const ok = { status: 'ok', since: null, reason: null, as_of: AS_OF };
    expect((await feeds()).feeds).toEqual([
      { source: 'files', kind: 'files', feed: 'bars', ...ok },
      { source: 'files', kind: 'files', feed: 'spot_tickers', ...ok },
      { source: 'files', kind: 'files', feed: 'pair_bars', ...ok },
      { source: 'toy', kind: 'live', feed: 'funding', ...ok },
    ]);
    expect((await get('/metrics')).body).toContain(
      'barograph_feed_status{source="toy",kind="live",feed="funding",status="ok"} 1',
    );
    isDown = true;
    await expect(market.read('funding', { symbol: 'BTC', from: AS_OF - HOUR_MS, to: AS_OF })).rejects.toThrow(
      SourceError,
    );
    const failing = await feeds();
    expect(failing.status).toBe('degraded');
    expect(failing.feeds).toContainEqual({
      source: 'toy',
      kind: 'live',
      feed: 'funding',
      status: 'stale',
      since: AS_OF,
      reason: 'SourceError',
      as_of: AS_OF,
    });
    const text = (await get('/metrics')).body;
    expect(text).toContain('barograph_feed_status{source="toy",kind="live",feed="funding",status="stale"} 1');
    const since = `barograph_feed_status_since_seconds{source="toy",kind="live",feed="funding"} ${AS_OF / 1000}`;
    expect(text).toContain(since);
    expect(text).not.toContain('secret');
  });
});

describe('a host of one settled source', () => {
  it('has no feeds in health', async () => {
    const host = await testHost(openMarket([files]), createManualClock(AS_OF));
    expect((await host.server.inject('/api/v1/health')).json()).not.toHaveProperty('feeds');
    await host.stop();
  });
});
