/** Answers of a host with several sources: which source each kind of data came from, when, and whether it is fresh. */

import { HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { SourceError } from '../../../sources/src/market/feed.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { toySource } from '../../../sources/test/market/toy-source.ts';
import { testModel } from '../services/quant/test-support.ts';
import { AS_OF, OPEN_GATE, smallSeries, testHost } from '../test-support.ts';

interface Block {
  readonly feed: string;
  readonly source: string;
  readonly kind: string;
  readonly as_of: number;
  readonly fresh: boolean;
}
interface Reply {
  readonly provenance?: readonly Block[];
  readonly data_source?: string;
}

const LISTS = ['/indicators/signum-rgg', '/volatility/regime'];
const OF_BARS = [...LISTS, '/indicators/signum-rgg/BTC', '/volatility/regime/BTC', '/volatility/index'];
/** Answers computed from a series itself, not from a publication. */
const OF_SERIES = [
  '/perpdex/candles?coin=BTC&interval=1h',
  '/perpdex/candles?coin=BTC&interval=1h&start=2025-04-30',
  '/perpdex/candles/batch?coins=BTC,ETH&interval=1h',
  '/quant/timeline',
  '/quant/history?start=2025-04-30',
  '/quant/history?start=2025-04-30&scope=BTC',
  '/quant/regimes/history?format=csv',
];
const OF_STREAM = ['/stream/recent', '/stream/delayed'];
const OF_ALL = [
  '/meme/regime',
  '/regimes',
  '/regimes/history',
  '/quant/model',
  '/quant/market',
  '/quant/coins',
  '/quant/coins/risk',
  '/quant/coins/BTC',
];

describe('a host with bars of files and funding of a venue', () => {
  let areBarsDown = false;
  let isFundingDown = false;
  const down = (isDown: boolean): void => {
    if (isDown) throw new SourceError('secret detail');
  };
  const files = createFilesSource(smallSeries());
  const bars = files.feeds.bars!;
  const disk = {
    ...files,
    feeds: {
      bars: {
        ...bars,
        pull: async (...query: Parameters<typeof bars.pull>) => {
          down(areBarsDown);
          return bars.pull(...query);
        },
      },
    },
  };
  const simulated = createSimulatedSource(SIMULATOR_V2);
  const funding = simulated.feeds.funding!;
  const venue = {
    ...toySource(simulated, { id: 'venue' }),
    feeds: {
      funding: {
        ...funding,
        pull: async (...query: Parameters<typeof funding.pull>) => {
          down(isFundingDown);
          return funding.pull(...query);
        },
      },
    },
    state: (asOf: number) => simulated.state(asOf).filter(({ feed }) => feed === 'funding'),
  };
  const market = openMarket([disk, venue]);
  const clock = createManualClock(AS_OF);
  let host: Awaited<ReturnType<typeof testHost>>;
  beforeAll(async () => {
    host = await testHost(market, clock, OPEN_GATE, testModel());
    await host.start();
  });
  afterAll(async () => host.stop());
  const get = async (path: string): Promise<Reply> => {
    const reply = await host.server.inject(`/api/v1${path}`);
    expect(reply.statusCode, `${path} ${reply.body}`).toBe(200);
    return reply.json<Reply>();
  };
  const fromFiles = { feed: 'bars', source: 'files', kind: 'files', as_of: AS_OF, fresh: true };
  const fromVenue = { feed: 'funding', source: 'venue', kind: 'live', fresh: true };

  it.each(OF_BARS)('%s names the source of its bars, of which data_source is the kind', async (path) => {
    expect(await get(path)).toMatchObject({ provenance: [fromFiles], data_source: 'files' });
  });

  it.each(OF_ALL)('%s names the source of its bars and that of its funding', async (path) => {
    const reply = await get(path);
    expect(reply).toMatchObject({ provenance: [fromFiles, fromVenue], data_source: 'files' });
    expect(reply.provenance).toHaveLength(2);
  });

  it.each(OF_SERIES)('%s names the source of its own bars', async (path) => {
    const block = { feed: 'bars', source: 'files', kind: 'files', fresh: true };
    expect(await get(path)).toMatchObject({ provenance: [block], data_source: 'files' });
  });

  it.each(OF_STREAM)('%s names the sources of events', async (path) => {
    expect(await get(path)).toMatchObject({ provenance: [fromFiles, { ...fromVenue, as_of: AS_OF }] });
  });

  it('says of bars that are kept for a minute that their source fails now, and that it is back', async () => {
    const ofBars = async (): Promise<unknown> =>
      Promise.all(
        [...OF_SERIES, ...OF_STREAM].map(async (path) => (await get(path)).provenance!.map(({ fresh }) => fresh)[0]),
      );
    const range = { kind: 'last', count: 2 } as const;
    const query = { symbol: 'ETH', venue: 'perpdex_perp', interval: '4h', window: range, asOf: AS_OF } as const;
    const ranges = 1; // asked for each time
    await ofBars();
    areBarsDown = true;
    await expect(market.read('bars', query)).rejects.toThrow(SourceError);
    const kept = [...OF_SERIES.filter((_, i) => i !== ranges), ...OF_STREAM];
    for (const path of kept) expect([path, (await get(path)).provenance![0]!.fresh]).toEqual([path, false]);
    areBarsDown = false;
    await market.read('bars', query);
    expect(await ofBars()).toEqual([...OF_SERIES, ...OF_STREAM].map(() => true));
  });

  it('goes stale when a source fails, for the data of that source only, and is fresh again when it has answered', async () => {
    const freshOf = async (path: string) => (await get(path)).provenance!.map(({ feed, fresh }) => [feed, fresh]);
    isFundingDown = true;
    await expect(market.read('funding', { symbol: 'BTC', from: AS_OF - HOUR_MS, to: AS_OF })).rejects.toThrow(
      SourceError,
    );
    for (const path of OF_ALL) {
      expect(await freshOf(path)).toEqual([
        ['bars', true],
        ['funding', false],
      ]);
    }
    for (const path of LISTS) expect(await freshOf(path)).toEqual([['bars', true]]);
    isFundingDown = false;
    await market.read('funding', { symbol: 'BTC', from: AS_OF - HOUR_MS, to: AS_OF });
    expect(await freshOf('/quant/market')).toEqual([
      ['bars', true],
      ['funding', true],
    ]);
  });

  it('keeps the rows of bars that fail, and says since when the source knew them', async () => {
    areBarsDown = true;
    clock.moveTo(AS_OF + HOUR_MS);
    const refreshed = await host.server.inject({ method: 'POST', url: '/api/v1/indicators/signum-rgg/refresh' });
    expect(refreshed.statusCode).toBe(503);
    for (const path of LISTS) {
      expect((await get(path)).provenance).toEqual([{ ...fromFiles, fresh: false }]);
    }
    areBarsDown = false;
    await host.server.inject({ method: 'POST', url: '/api/v1/indicators/signum-rgg/refresh' });
    expect((await get(LISTS[0]!)).provenance).toEqual([{ ...fromFiles, as_of: AS_OF + HOUR_MS }]);
  });
});

describe('a host with one source', () => {
  it('does not say where its answers came from', async () => {
    const market = openMarket([createFilesSource(smallSeries())]);
    const host = await testHost(market, createManualClock(AS_OF), OPEN_GATE, testModel());
    await host.start();
    for (const path of [...OF_BARS, ...OF_ALL, ...OF_SERIES, ...OF_STREAM]) {
      const reply = await host.server.inject(`/api/v1${path}`);
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).not.toHaveProperty('provenance');
      expect(reply.json()).not.toHaveProperty('coin_sources');
    }
    await host.stop();
  });
});
