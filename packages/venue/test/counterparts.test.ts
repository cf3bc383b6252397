/** Every source with a counterpart on the loopback venue gets its feeds from there, by the configuration alone. */

import { DAY_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../sources/src/clock.ts';
import { askingOf, openSources } from '../../sources/src/configured.ts';
import { loopbackOf, SOURCES, type SourcesConfig } from '../../sources/src/sources.ts';
import { until } from '../../sources/test/deadlines.ts';
import { QUIET } from '../../store/test/test-support.ts';
import { openVenue } from '../src/venue.ts';

const NOW = Date.UTC(2025, 5, 18, 12);
/** Feeds of single perps and accounts, and streams of what may not happen: they have no data without a question. */
const NEEDS_MORE = new Set([
  'book',
  'trades',
  'liquidations',
  'forcedCloses',
  'accounts',
  'account',
  'accountFills',
  'pairBars',
  // asked by token; and once all pages of coins have come, minutes later
  'tokenPools',
  'categories',
]);

describe('sources with a counterpart', () => {
  it('are asked at the loopback venue alone, and each has data of it', async () => {
    const clock = createManualClock(NOW);
    const venue = openVenue({ clock, speed: 0, seed: 'counterparts', coins: 2, pairs: 2 });
    const base = (await venue.listen('127.0.0.1', 0)).replace('/perpdex', '');
    const keys = { cmcKey: 'k', fredKey: 'k', defillamaKey: 'k' };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that are left out are undefined
    const config = { positioning: false, live: false, ...loopbackOf(base), ...keys } as SourcesConfig;
    const parts = { ...askingOf(config, 'live'), clock, log: QUIET };
    const addresses = SOURCES.flatMap((source) => source.addresses(config, parts)).flatMap(([, url]) => url ?? []);
    expect(addresses.length).toBeGreaterThan(10);
    expect(addresses.filter((url) => !url.startsWith(`${base}/`))).toEqual([]);
    const opened = openSources(config, parts);
    const sources = opened.ok ? opened.value : expect.fail(opened.error);
    try {
      await Promise.all(sources.map(async (source) => source.start()));
      const { venuePerps, settlements, venueOpenInterest } = sources.find(({ id }) => id === 'dexb')!.feeds;
      const { implied, options } = sources.find(({ id }) => id === 'options')!.feeds;
      const { pools } = sources.find(({ id }) => id === 'pools')!.feeds;
      const query = { from: NOW - DAY_MS, to: NOW };
      const waiting = (): readonly string[] =>
        sources.flatMap((source) =>
          source
            .state(NOW)
            .flatMap(({ feed, status, reason }) =>
              status === 'ok' || NEEDS_MORE.has(feed) ? [] : [`${source.id} ${feed}: ${reason}`],
            ),
        );
      await until(async () => {
        await venuePerps!.pull({ venue: 'dexb', asOf: NOW });
        const perp = { ...query, venue: 'dexb', symbol: 'BTCUSDT' } as const;
        await Promise.all([settlements!.pull(perp), venueOpenInterest!.pull({ ...perp, step: '1h' })]);
        await Promise.all([
          implied!.pull({ ...query, symbol: 'BTC', step: '1h' }),
          options!.pull({ symbol: 'BTC', asOf: NOW }),
          pools!.pull({ list: 'trending', chain: 'solana', asOf: NOW }),
        ]);
        return waiting().join() === '';
      });
    } finally {
      await Promise.all(sources.map(async (source) => source.close()));
      await venue.close();
    }
  });
});
