/** The large exchange behind the ingest lease: two replicas on one database spend one budget, and one stream. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { createCexaSource } from '../../../../sources/src/cexa/source.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createLedMarket, type LedMarket } from '../../../../runtime/src/relay/lead.ts';
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

it('answers both replicas, whichever leads, and asks the venue once', async () => {
  const clock = createManualClock(NOW);
  const venue = openVenue({ clock, speed: 0, seed: SIMULATOR_V2.seed, coins: 4, weightClock: 'venue' });
  const url = `${new URL(await venue.listen('127.0.0.1', 0)).origin}/cexa`;
  stops.push(async () => venue.close());
  const database = await server.database();
  const replica = async (owner: string): Promise<LedMarket> => {
    const source = createCexaSource({ url, futuresUrl: url, wsUrl: url.replace('http', 'ws'), clock, log: QUIET });
    const led = createLedMarket({
      market: openMarket([source]),
      store: await server.open(database),
      timeline: 't',
      owner,
      wall: () => Date.now(),
      log: QUIET,
    });
    await led.start();
    stops.push(async () => led.stop());
    return led;
  };
  const weights = async () =>
    (await (await fetch(`${url}/weight`)).json()) as Record<string, readonly { readonly requests: number }[]>;
  const requests = async (): Promise<number> =>
    Object.values(await weights()).reduce((sum, [one]) => sum + (one?.requests ?? 0), 0);

  const [first, second] = [await replica('first'), await replica('second')];
  expect([first.leads(), second.leads()]).toEqual([true, false]);

  const bars = { symbol: 'ETHUSDT', interval: '1h', window: { kind: 'last', count: 5 }, asOf: NOW } as const;
  const perp = { venue: 'cexa', symbol: 'ETHUSDT', from: NOW - DAY_MS, to: NOW } as const;
  const ask = async ({ market }: LedMarket) => ({
    tickers: await market.read('spotTickers', { asOf: NOW }),
    bars: await market.read('pairBars', bars),
    perps: await market.read('venuePerps', { venue: 'cexa', asOf: NOW }),
    settlements: await market.read('settlements', perp),
    interest: await market.read('venueOpenInterest', { ...perp, step: '1h' }),
    accounts: await market.read('longShort', { ...perp, step: '1h' }),
    forced: await market.read('forcedCloses', { venue: 'cexa', from: NOW - MINUTE_MS, to: NOW }),
    trx: await market.read('bars', { ...bars, symbol: 'TRX', venue: 'cexa_spot', urgency: 'bulk' }),
  });
  const own = await ask(first);
  const asked = await requests();
  const relayed = await ask(second);
  for (const [name, answer] of Object.entries(own)) expect([name, answer.ok]).toEqual([name, true]);
  // Columns and unknowns come over whole, and nothing was asked for again.
  expect(relayed).toEqual(own);
  expect([await requests(), venue.state().sockets]).toEqual([asked, 1]);

  await first.stop();
  await expect.poll(() => second.leads()).toBe(true);
  await expect.poll(() => venue.state().sockets).toBe(1);
  const after = await ask(second);
  expect(after.bars.ok && own.bars.ok && [after.bars.value.takerBuy]).toEqual([own.bars.ok && own.bars.value.takerBuy]);
});
