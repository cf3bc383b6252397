import { bucketOpen, HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCexaSource } from '../../../sources/src/cexa/source.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { liveSource, type LiveSource } from '../../../sources/test/perpdex/test-support.ts';
import { AS_OF, slowSource, smallMarket, smallSeries } from '../test-support.ts';
import {
  feedsOfMarket,
  feedsOfSource,
  SOURCE_CASES,
  type SourceUnderTest,
} from '../../../sources/test/market/source.cases.ts';
import { QUIET } from '../../../store/test/test-support.ts';
import { NOW, testVenue } from '../../../venue/test/test-support.ts';
import { toySource } from '../../../sources/test/market/toy-source.ts';

const BTC = { symbol: 'BTC', venue: 'perpdex_perp' } as const;
const files = createFilesSource(smallSeries());
const simulated = createSimulatedSource(SIMULATOR_V2);
const slow = toySource(files, { wait: async () => setTimeout(1) });
const others = createFilesSource(smallSeries().filter(({ symbol }) => symbol !== 'BTC'));
const under = { listing: BTC, asOf: AS_OF };

const CASES: readonly (readonly [string, SourceUnderTest])[] = [
  ['the files', { source: feedsOfSource(files), ...under }],
  ['the simulator', { source: feedsOfSource(simulated), ...under }],
  ['a slow venue', { source: feedsOfSource(slow), ...under }],
  ['a market of files', { source: feedsOfMarket(smallMarket()), ...under }],
  ['a slow market', { source: feedsOfMarket(slowSource(smallMarket(), async () => setTimeout(1))), ...under }],
  ['a market of a venue before files', { source: feedsOfMarket(openMarket([others, slow])), ...under }],
];

describe.each(CASES)('%s', (_, under) => {
  it.each(SOURCE_CASES)('$name', async ({ run }) => {
    await expect(run(under)).resolves.toBeUndefined();
  });
});

/** Cases that a venue cannot meet, and why. */
const NOT_OF_A_VENUE = new Map([
  ['lists nothing before its first bar has closed', 'a venue names the perps that trade now, of no other moment'],
]);

describe('the perp venue over loopback', () => {
  let live: LiveSource;
  let venue: SourceUnderTest;
  beforeAll(async () => {
    live = await liveSource({ from: bucketOpen(NOW, HOUR_MS) + HOUR_MS - 10_000 });
    // What it observes by the minute begins with its start: a whole hour, and a little of the next.
    await live.advance(HOUR_MS + 100_000, 15_000);
    venue = { source: feedsOfSource(live.source), listing: BTC, asOf: live.clock.now() };
  });
  afterAll(async () => live.close());

  it.for(SOURCE_CASES)('$name', async ({ name, run }, { skip }) => {
    skip(NOT_OF_A_VENUE.has(name), NOT_OF_A_VENUE.get(name));
    await expect(run(venue)).resolves.toBeUndefined();
  });
});

describe('the large exchange over loopback', () => {
  let exchange: SourceUnderTest;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const { venue, clock, url } = await testVenue({ coins: 3 }, NOW + 100_000);
    const base = url.replace('/perpdex', '/cexa');
    const wsUrl = base.replace('http', 'ws');
    const source = createCexaSource({ url: base, futuresUrl: base, wsUrl, clock, log: QUIET });
    await source.start();
    ends.push(
      async () => source.close(),
      async () => venue.close(),
    );
    const listing = { symbol: 'TRX', venue: 'cexa_spot' } as const;
    exchange = { source: feedsOfSource(source), listing, asOf: clock.now() };
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  it.for(SOURCE_CASES)('$name', async ({ name, run }, { skip }) => {
    skip(NOT_OF_A_VENUE.has(name), NOT_OF_A_VENUE.get(name));
    await expect(run(exchange)).resolves.toBeUndefined();
  });
});
