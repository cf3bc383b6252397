/** Freshness on replicas: a failed run shows on replicas that did not run it. */

import { MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { SourceError } from '../../../sources/src/market/feed.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket, type Market } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { toySource } from '../../../sources/test/market/toy-source.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { AS_OF, hostOver, smallSeries } from '../test-support.ts';

interface Reply {
  readonly as_of: number;
  readonly provenance?: readonly { readonly feed: string; readonly fresh: boolean; readonly as_of: number }[];
}

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(async () => server.stop());

const files = createFilesSource(smallSeries());
const { funding } = createSimulatedSource(SIMULATOR_V2).feeds;

/** Bars of one venue and funding of another, as one replica reaches them. */
function marketOf(isDown: () => boolean): Market {
  const bars = toySource(files, {
    id: 'bars',
    wait: async () => {
      if (isDown()) throw new SourceError('secret detail');
    },
  });
  const other = { ...toySource(files, { id: 'funding' }), feeds: { funding: funding! }, state: () => [] };
  return openMarket([bars, other]);
}

describe('a run of which every pull failed', () => {
  it('shows on the replica that pulled, on the other, and on one that starts later; and is over with the next', async () => {
    const url = await server.database();
    let isDown = false;
    const hosts: { readonly host: Host; readonly clock: ReturnType<typeof createManualClock> }[] = [];
    const start = async (isAway: () => boolean, at = AS_OF) => {
      const clock = createManualClock(at);
      const host = hostOver(await server.open(url), { market: marketOf(isAway), clock });
      await host.start();
      hosts.push({ host, clock });
      return { host, clock };
    };
    const read = async ({ host }: { readonly host: Host }) => {
      const reply = await host.server.inject('/api/v1/indicators/signum-rgg');
      const { as_of, provenance } = reply.json<Reply>();
      return [as_of, ...provenance!.map(({ fresh }) => fresh)];
    };
    const pulling = await start(() => isDown);
    const other = await start(() => false);
    expect([await read(pulling), await read(other)]).toEqual([
      [AS_OF, true],
      [AS_OF, true],
    ]);
    isDown = true;
    // No scheduled run of these rows lies between.
    const later = AS_OF + 10 * MINUTE_MS;
    for (const { clock } of [pulling, other]) clock.moveTo(later);
    const refresh = async () =>
      (await pulling.host.server.inject({ method: 'POST', url: '/api/v1/indicators/signum-rgg/refresh' })).statusCode;
    expect(await refresh()).toBe(503);
    await vi.waitFor(async () => expect((await read(other)).at(-1)).toBe(false));
    expect(await read(pulling)).toEqual([AS_OF, false]);
    expect(await read(await start(() => false, later))).toEqual([AS_OF, false]);
    isDown = false;
    expect(await refresh()).toBe(200);
    await vi.waitFor(async () => expect(await read(other)).toEqual([later, true]));
    for (const { host } of hosts) await host.stop();
  });
});
