/** Two replicas on one database: one of them seals each minute, both answer the same, and a takeover is a cut. */

import { MINUTE_MS } from '@barograph/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../../sources/src/clock.ts';
import type { Host } from '../../../src/compose.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import type { Source } from '../../../../sources/src/market/source.ts';
import type { Store } from '../../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../../store/test/test-support.ts';
import { hostOver } from '../../test-support.ts';
import { fewCoinsConfig, NOW } from '../quant/test-support.ts';
import { passMinutes } from './pass-minutes.ts';
import { seenFeeds, type LearnedFill } from '../../../../runtime/test/producers/flow/fake-trades.ts';

const BEGAN = NOW - (NOW % MINUTE_MS);
const fills = Array.from({ length: 1200 }, (_, i): LearnedFill => {
  const time = BEGAN + i * 1000;
  const side = i % 3 === 0 ? 'sell' : 'buy';
  return {
    id: String(i),
    coin: i % 4 === 0 ? 'ETH' : 'BTC',
    time,
    learned: time + 700,
    side,
    price: 9 + (i % 5),
    size: i,
  };
});
const FLOW = '/api/v1/perpdex/trade-flow?minutes=1440';
const UNIVERSE = '/api/v1/perpdex/trade-flow/universe';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server.stop());

const endOf = (minute: number): number => BEGAN + minute * MINUTE_MS;

interface Row {
  readonly time: number;
  readonly partial: boolean;
}
async function rowsOf(host: Host): Promise<readonly Row[]> {
  const reply = await host.server.inject({ url: FLOW });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of the operation
  return (JSON.parse(reply.body) as { readonly data: readonly Row[] }).data;
}

/** A store that counts the minutes that are given to it. */
function counting(store: Store, given: number[]): Store {
  const write: Store['tables']['write'] = async (one, at) => {
    if (one.table === 'takerMinutes') given.push(...one.rows.map(({ time }) => time));
    return store.tables.write(one, at);
  };
  return { ...store, tables: { ...store.tables, write } };
}

describe('two replicas over a source that remembers everything', () => {
  const clock = createManualClock(BEGAN);
  const given: number[] = [];
  let hosts: Host[] = [];
  let store: Store | undefined;
  beforeAll(async () => {
    const url = await server.database();
    store = await server.open(url);
    const stores = [store, await server.open(url)];
    hosts = stores.map((one) => {
      const simulated = createSimulatedSource(fewCoinsConfig());
      const source = { ...simulated, feeds: { ...simulated.feeds, ...seenFeeds(() => ({ fills })) } };
      return hostOver(counting(one, given), { market: openMarket([source]), clock });
    });
    for (const host of hosts) await host.start();
  });
  afterAll(async () => hosts[1]!.stop());

  // The archive begins with the first minute of this host: 2026-09-09 is the first one of another service's.
  it('seal each minute once, keep it, and give the same answers to the byte [#350~]', async () => {
    await passMinutes({ clock, store: store!, hosts }, [0, 1, 2, 3, 4, 5].map(endOf));
    for (const url of [FLOW, UNIVERSE, `${FLOW}&coin=ETH`]) {
      const [one, other] = await Promise.all(hosts.map(async (host) => host.server.inject({ url })));
      expect(one!.statusCode).toBe(200);
      expect(other!.rawPayload.equals(one!.rawPayload)).toBe(true);
    }
    expect(new Set(given).size).toBe(given.length);
    expect(given).toHaveLength(65);
  });

  it('go on without a cut when one of them ends', async () => {
    const before = await rowsOf(hosts[0]!);
    await hosts[0]!.stop();
    await passMinutes({ clock, store: store!, hosts: hosts.slice(1) }, [6, 7, 8].map(endOf));
    const rows = await rowsOf(hosts[1]!);
    expect(rows).toHaveLength(68);
    expect(rows.some(({ partial }) => partial)).toBe(false);
    // The running difference begins at the first row, which is the same.
    expect(rows.slice(0, before.length)).toEqual(before);
    expect(new Set(given).size).toBe(given.length);
  });
});

describe('a takeover over a source that only its leader hears', () => {
  it('makes exactly the minutes partial in which nobody listened', async () => {
    const clock = createManualClock(BEGAN - 1);
    const url = await server.database();
    const opened: number[] = [];
    const replica = async (): Promise<Host> => {
      const simulated = createSimulatedSource(fewCoinsConfig());
      let openedAt = Infinity;
      const source: Source = {
        ...simulated,
        kind: 'live',
        countsRequests: true,
        start: async () => {
          openedAt = clock.now();
          opened.push(openedAt);
        },
        close: async () => {
          openedAt = Infinity;
        },
        feeds: { ...simulated.feeds, ...seenFeeds(() => ({ fills, memoryFrom: openedAt })) },
      };
      return hostOver(await server.open(url), { market: openMarket([source]), clock });
    };
    const [leader, follower] = [await replica(), await replica()];
    await leader.start();
    await follower.start();
    const store = await server.open(url);
    await passMinutes({ clock, store, hosts: [leader, follower] }, [0, 1, 2, 3, 4].map(endOf));
    expect(await rowsOf(follower)).toEqual(await rowsOf(leader));
    // Half a minute without anybody: the follower takes over when the lease is given up.
    clock.moveTo(BEGAN + 4 * MINUTE_MS + 40_000);
    await leader.stop();
    await vi.waitFor(() => expect(opened).toEqual([BEGAN - 1, clock.now()]), { interval: 50 });
    await passMinutes({ clock, store, hosts: [follower] }, [5, 6, 7].map(endOf));
    const rows = await rowsOf(follower);
    await follower.stop();
    expect(rows.map(({ time, partial }) => [(time - BEGAN) / MINUTE_MS, partial])).toEqual([
      [-1, true],
      [0, false],
      [1, false],
      [2, false],
      [3, false],
      [4, true],
      [5, false],
      [6, false],
    ]);
  });
});
