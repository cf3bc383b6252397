/** The second and the third derivatives venue behind the ingest lease: two replicas spend one budget and one stream each. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { cexbStreamUrl } from '../../../../sources/src/cexb/config.ts';
import { createCexbSource } from '../../../../sources/src/cexb/source.ts';
import { dexbStreamUrl } from '../../../../sources/src/dexb/config.ts';
import { createDexbSource } from '../../../../sources/src/dexb/source.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createLedMarket, type LedMarket } from '../../../../runtime/src/relay/lead.ts';
import { createUpstreamMeter } from '../../../../sources/src/upstream/meter.ts';
import { openVenue } from '../../../../venue/src/venue.ts';
import { debianBinaries, QUIET, startOwnServer, type TestServer } from '../../../../store/test/test-support.ts';

const NOW = SIMULATOR_V2.start + 120 * DAY_MS + 7 * HOUR_MS + 5 * MINUTE_MS;

let server: TestServer;
beforeAll(async () => (server = await startOwnServer(debianBinaries)));
afterAll(async () => server.stop());
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await server.closeStores();
});

it('answers both replicas, whichever leads, and asks each venue once', async () => {
  const clock = createManualClock(NOW);
  const venue = openVenue({ clock, speed: 0, seed: SIMULATOR_V2.seed, coins: 4, weightClock: 'venue' });
  const { origin } = new URL(await venue.listen('127.0.0.1', 0));
  stops.push(async () => venue.close());
  const database = await server.database();
  const replica = async (owner: string) => {
    const meters = { dexb: createUpstreamMeter('dexb'), cexb: createUpstreamMeter('cexb') };
    const [second, third] = [`${origin}/dexb`, `${origin}/cexb`];
    const parts = { clock, log: QUIET };
    const led: LedMarket = createLedMarket({
      market: openMarket([
        createDexbSource({ ...parts, url: second, wsUrl: dexbStreamUrl(second), meter: meters.dexb }),
        createCexbSource({ ...parts, url: third, wsUrl: cexbStreamUrl(third), meter: meters.cexb }),
      ]),
      store: await server.open(database),
      timeline: 't',
      owner,
      wall: () => Date.now(),
      log: QUIET,
    });
    await led.start();
    stops.push(async () => led.stop());
    const asked = (): number =>
      Object.values(meters).reduce((sum, meter) => sum + (meter.reading().requests.ok ?? 0), 0);
    return { led, asked };
  };
  const [first, second] = [await replica('first'), await replica('second')];
  expect([first.led.leads(), second.led.leads()]).toEqual([true, false]);
  await expect.poll(() => venue.state().sockets).toBe(2);

  const perp = { venue: 'dexb', symbol: 'ETHUSDT', from: NOW - DAY_MS, to: NOW } as const;
  const minute = { from: NOW - MINUTE_MS, to: NOW };
  const ask = async ({ market }: LedMarket) => ({
    perps: await market.read('venuePerps', { venue: 'dexb', asOf: NOW }),
    settlements: await market.read('settlements', perp),
    interest: await market.read('venueOpenInterest', { ...perp, step: '1h' }),
    second: await market.read('forcedCloses', { venue: 'dexb', ...minute }),
    third: await market.read('forcedCloses', { venue: 'cexb', ...minute }),
  });
  const own = await ask(first.led);
  for (const [name, answer] of Object.entries(own)) expect([name, answer.ok]).toEqual([name, true]);
  const relayed = await ask(second.led);
  expect(relayed.settlements).toEqual(own.settlements);
  expect(relayed.interest).toEqual(own.interest);
  expect(relayed.third.ok && relayed.third.value.liquidations).toEqual(own.third.ok && own.third.value.liquidations);
  expect([first.asked() > 0, second.asked(), venue.state().sockets]).toEqual([true, 0, 2]);

  await first.led.stop();
  await expect.poll(() => second.led.leads()).toBe(true);
  await expect.poll(() => venue.state().sockets).toBe(2);
  expect((await ask(second.led)).settlements).toEqual(own.settlements);
  expect(second.asked()).toBeGreaterThan(0);
});
