/** Trades and fills of the loopback venue: those of the simulator, in the venue's words, also under faults. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { createFlow, createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { readForcedClose } from '../../sources/src/perpdex/fill-rows.ts';
import { readTradeFrame } from '../../sources/src/perpdex/trades-stream.ts';
import { LIQUIDATOR } from '../src/fill-payloads.ts';
import { venueConfig } from '../src/universe.ts';
import { UPDATE_MS } from '../src/sockets.ts';
import { NOW as BEFORE, testVenue, type Frame, type Line, type TestVenue } from './test-support.ts';

/** A moment at which frames are sent. */
const NOW = Math.ceil(BEFORE / UPDATE_MS) * UPDATE_MS;
const opened: TestVenue[] = [];
afterEach(async () => {
  for (const venue of opened.splice(0)) await venue.venue.close();
});
async function venueOf(options: Parameters<typeof testVenue>[0] = {}, now = NOW): Promise<TestVenue> {
  const venue = await testVenue({ coins: 2, ...options }, now);
  opened.push(venue);
  return venue;
}
const flow = createFlow(createMarket(venueConfig(SIMULATOR_V2.seed, 2)));

async function subscribed(venue: TestVenue, coin = 'BTC'): Promise<Line> {
  const line = await venue.line();
  line.send({ method: 'subscribe', subscription: { type: 'trades', coin } });
  return line;
}
const tradesOf = (frames: readonly Frame[]) => frames.filter(({ channel }) => channel === 'trades').map(readTradeFrame);
async function passed(venue: TestVenue, line: Line, to: number, step = 3000): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  for (let at = venue.clock.now() + step; at <= to; at += step) {
    venue.clock.moveTo(at);
    frames.push(...(await line.frames()));
  }
  return frames;
}
/** Truth of a span, as rows are read. */
function truth(coin: string, from: number, to: number) {
  const { length, time, price, size, isBuy, id } = flow.fills(coin, from, to);
  return Array.from({ length }, (_, i) => {
    return { coin, time: time[i]!, isBuy: isBuy[i] === 1, price: price[i]!, size: size[i]!, id: id[i]! };
  });
}

describe('trades of the loopback venue', () => {
  it('begin with a few from before the subscription, and go on without a hole or a double', async () => {
    const venue = await venueOf();
    const line = await subscribed(venue);
    const [answer, ...first] = await line.frames();
    expect(answer).toMatchObject({ channel: 'subscriptionResponse', data: { subscription: { coin: 'BTC' } } });
    const recent = tradesOf(first).flatMap(({ trades }) => trades);
    expect(recent).toEqual(truth('BTC', NOW - MINUTE_MS, NOW).slice(-10));
    const next = await passed(venue, line, NOW + 3 * MINUTE_MS);
    const read = tradesOf(next);
    expect(read.every(({ kind, bad }) => kind === 'trades' && bad.length === 0)).toBe(true);
    const expected = truth('BTC', NOW, NOW + 3 * MINUTE_MS);
    expect(expected.length).toBeGreaterThan(300);
    expect(read.flatMap(({ trades }) => trades)).toEqual(expected);
  });

  it('of a minute add up to its bar', async () => {
    const from = Math.ceil(NOW / MINUTE_MS) * MINUTE_MS;
    const venue = await venueOf({}, from - UPDATE_MS);
    const line = await subscribed(venue, 'ETH');
    await line.frames();
    const rows = tradesOf(await passed(venue, line, from + MINUTE_MS))
      .flatMap(({ trades }) => trades)
      .filter(({ time }) => time >= from && time < from + MINUTE_MS);
    const req = { coin: 'ETH', interval: '1m', startTime: from, endTime: from };
    const [bar] = (await venue.info({ type: 'candleSnapshot', req })).json as { readonly [name: string]: string }[];
    const prices = rows.map(({ price }) => price);
    expect([prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1)]).toEqual([bar!['o'], bar!['h'], bar!['l'], bar!['c']].map(Number)); // prettier-ignore
    expect(rows.reduce((sum, { size }) => sum + size, 0)).toBeCloseTo(Number(bar!['v']), 2);
  });

  it('end with a perp that stops', async () => {
    const venue = await venueOf();
    const line = await subscribed(venue);
    await line.frames();
    await venue.fault({ kind: 'delisting', coin: 'BTC' });
    expect(tradesOf(await passed(venue, line, NOW + MINUTE_MS))).toEqual([]);
  });

  it('are doubled, changed in order, withheld, spoiled and cut off by the faults of frames', async () => {
    const venue = await venueOf();
    const line = await subscribed(venue);
    await line.frames();
    await venue.fault({ kind: 'duplicates', for: 10_000 });
    const twice = tradesOf(await passed(venue, line, NOW + 9000));
    expect(twice).toHaveLength(6);
    for (let i = 0; i < 6; i += 2) expect(twice[i]).toEqual(twice[i + 1]);
    await passed(venue, line, NOW + 12_000);
    await venue.fault({ kind: 'disorder', for: 12_000 });
    const mixed = tradesOf(await passed(venue, line, NOW + 27_000)).flatMap(({ trades }) => trades);
    const expected = truth('BTC', NOW + 12_000, NOW + 27_000);
    expect(mixed).not.toEqual(expected);
    expect(mixed.toSorted((a, b) => a.id - b.id)).toEqual(expected);
    await venue.fault({ kind: 'silence', for: 9000 });
    expect(tradesOf(await passed(venue, line, NOW + 33_000))).toEqual([]);
    const texts: string[] = [];
    line.socket.removeAllListeners('message').on('message', (data: Buffer) => texts.push(data.toString()));
    await venue.fault({ kind: 'malformed', request: 'trades', for: 60_000 });
    const closed = new Promise((resolve) => line.socket.once('close', resolve));
    for (let at = NOW + 36_000; at <= NOW + 45_000; at += 3000) venue.clock.moveTo(at);
    await venue.fault({ kind: 'disconnect' });
    await closed;
    const spoiled = texts.filter((text) => text.startsWith('{"channel":"trades"'));
    expect(spoiled.length).toBeGreaterThan(1);
    for (const text of spoiled) expect(() => void JSON.parse(text)).toThrow(SyntaxError);
  });
});

describe('fills of the liquidator', () => {
  const fills = async (venue: TestVenue, more: object) =>
    (await venue.info({ user: LIQUIDATOR, type: 'userFillsByTime', ...more })).json as object[];

  it('are the forced closes of the simulator, newest first, at weight 20 and one for each 20', async () => {
    const venue = await venueOf();
    const [startTime, endTime] = [NOW - 72 * HOUR_MS, NOW - HOUR_MS];
    const rows = await fills(venue, { startTime, endTime });
    const expected = ['BTC', 'ETH']
      .flatMap((coin) => flow.forcedCloses(coin, startTime - 1, endTime))
      .toSorted((a, b) => b.time - a.time);
    expect(expected.length).toBeGreaterThan(0);
    const read = rows.map((row) => readForcedClose(row, LIQUIDATOR));
    expect(read).toEqual(
      expected.map(({ symbol, side, time, price, size }) => ({
        kind: 'liquidation',
        liquidation: { symbol, side, time, price, size, id: expect.stringMatching(`^${time}-${symbol}-`) as string },
      })),
    );
    expect(new Set(read.map((one) => (one.kind === 'liquidation' ? one.liquidation.id : '')))).toHaveProperty('size', rows.length); // prettier-ignore
    expect(venue.venue.state().weight[0]!.total).toBe(20 + Math.ceil(rows.length / 20));
    const newest = (await fills(venue, { type: 'userFills' })) as readonly { readonly time: number }[];
    expect(newest.filter(({ time }) => time >= startTime && time <= endTime)).toEqual(rows);
  });

  it('are nobody else’s, and no answer to what is no address', async () => {
    const venue = await venueOf();
    expect(await fills(venue, { user: `0x${'1'.repeat(40)}`, startTime: 0 })).toEqual([]);
    for (const more of [{ user: 'x' }, { startTime: 'x' }, {}]) {
      expect((await venue.info({ type: 'userFillsByTime', user: LIQUIDATOR, ...more })).status).toBe(422);
    }
  });
});
