/** Faults do what they say, for as long as they say, and are in the log. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAULT_KINDS, readFaultOrder } from '../src/fault-order.ts';
import type { VenueState } from '../src/http.ts';
import { NOW, testVenue, type Frame, type Line, type TestVenue } from './test-support.ts';

let venue: TestVenue;
beforeEach(async () => {
  venue = await testVenue({ coins: 2 });
});
afterEach(async () => venue.venue.close());

const MIDS = { type: 'allMids' };
const state = async () => (await (await fetch(venue.url.replace('/perpdex', '/faults'))).json()) as VenueState;
const candle = (coin: string) => ({ type: 'candle', coin, interval: '1m' });

async function subscribed(...subscriptions: readonly object[]): Promise<Line> {
  const line = await venue.line();
  for (const subscription of subscriptions) line.send({ method: 'subscribe', subscription });
  await line.frames();
  return line;
}
/** Frames of the next ticks of 3 s. */
async function ticks(line: Line, count: number): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  for (let i = 0; i < count; i++) {
    venue.clock.moveTo(venue.clock.now() + 3000);
    frames.push(...(await line.frames()));
  }
  return frames;
}

describe('faults of sockets', () => {
  it('disconnect cuts all off, and lets nobody in for its time', async () => {
    const line = await subscribed(MIDS);
    const closed = once(line.socket, 'close');
    expect(await venue.fault({ kind: 'disconnect', for: 5000 })).toMatchObject({ status: 201 });
    await closed;
    await expect(venue.line()).rejects.toThrow('403');
    venue.clock.moveTo(NOW + 5000);
    const again = await subscribed(MIDS);
    expect(await ticks(again, 1)).toHaveLength(1);
    await venue.fault({ kind: 'disconnect' });
    (await venue.line()).socket.close();
  });

  it('silence acknowledges, answers pings, and sends nothing', async () => {
    const line = await subscribed(MIDS, candle('BTC'));
    await venue.fault({ kind: 'silence', for: 30_000 });
    expect(await ticks(line, 9)).toEqual([]);
    line.send({ method: 'subscribe', subscription: candle('ETH') });
    expect((await line.frames()).map(({ channel }) => channel)).toEqual(['subscriptionResponse']);
    expect((await ticks(line, 2)).map(({ channel }) => channel)).toEqual(['allMids', 'candle', 'candle']);
  });

  it('silence of a coin leaves the others alone', async () => {
    const line = await subscribed(candle('BTC'), candle('ETH'));
    await venue.fault({ kind: 'silence', coin: 'BTC' });
    expect((await ticks(line, 3)).map(({ data }) => data.s as string)).toEqual(['ETH', 'ETH', 'ETH']);
  });

  it('duplicates are the same frame twice', async () => {
    const line = await subscribed(candle('BTC'));
    await venue.fault({ kind: 'duplicates', for: 10_000 });
    const frames = await ticks(line, 3);
    expect(frames).toHaveLength(6);
    for (let i = 0; i < 6; i += 2) expect(frames[i]).toEqual(frames[i + 1]);
    expect(await ticks(line, 2)).toHaveLength(2);
  });

  it('disorder swaps frames of a subscription, and loses none', async () => {
    const plain = await testVenue({ coins: 2 });
    const reference = await plain.line();
    reference.send({ method: 'subscribe', subscription: candle('BTC') });
    await reference.frames();
    const line = await subscribed(candle('BTC'));
    await venue.fault({ kind: 'disorder', for: 30_000 });
    const frames = await ticks(line, 12);
    const ordered: Frame[] = [];
    for (let i = 1; i <= 12; i++) {
      plain.clock.moveTo(NOW + 3000 * i);
      ordered.push(...(await reference.frames()));
    }
    await plain.venue.close();
    const text = (list: readonly Frame[]) => list.map((frame) => JSON.stringify(frame));
    expect(text(frames).toSorted()).toEqual(text(ordered).toSorted());
    expect(text(frames).slice(0, 4)).toEqual([1, 0, 3, 2].map((i) => text(ordered)[i]));
    expect(text(frames).slice(-2)).toEqual(text(ordered).slice(-2));
  });
});

describe('faults of answers', () => {
  it.each([[undefined], [17]])('429 with Retry-After %s', async (retryAfter) => {
    await venue.fault({ kind: '429', retryAfter, for: 1000 });
    const { status, text, headers } = await venue.info(MIDS);
    expect([status, text, headers.get('retry-after')]).toEqual([429, 'null', retryAfter?.toString() ?? null]);
    venue.clock.moveTo(NOW + 1000);
    expect((await venue.info(MIDS)).status).toBe(200);
    expect((await state()).weight[0]!.total).toBe(2);
  });

  it('429 of a request leaves the others alone', async () => {
    await venue.fault({ kind: '429', request: 'meta' });
    expect((await venue.info({ type: 'meta' })).status).toBe(429);
    expect((await venue.info(MIDS)).status).toBe(200);
  });

  it('html_403 is a page, and no socket', async () => {
    await venue.fault({ kind: 'html_403' });
    const { status, text, headers } = await venue.info(MIDS);
    expect([status, headers.get('content-type')]).toEqual([403, 'text/html']);
    expect(text).toMatch(/^<!DOCTYPE html>/);
    await expect(venue.line()).rejects.toThrow('403');
  });

  it('malformed is no JSON', async () => {
    await venue.fault({ kind: 'malformed', coin: 'BTC' });
    const { status, text, json } = await venue.info({ type: 'l2Book', coin: 'BTC' });
    expect([status, json]).toEqual([200, undefined]);
    expect(text).toMatch(/^\{"coin":"BTC"/);
    expect((await venue.info({ type: 'l2Book', coin: 'ETH' })).json).toBeDefined();
  });

  it('truncated breaks off in the middle', async () => {
    await venue.fault({ kind: 'truncated' });
    await expect(venue.info(MIDS)).rejects.toThrow(/terminated|fetch failed/);
  });

  it('slow brings the rest late', async () => {
    await venue.fault({ kind: 'slow', delay: 300 });
    const { port } = new URL(venue.url);
    const socket = connect(Number(port), '127.0.0.1');
    const body = '{"type":"allMids"}';
    socket.write(`POST /perpdex/info HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    const parts: { readonly at: number; readonly text: string }[] = [];
    socket.on('data', (data: Buffer) => parts.push({ at: performance.now(), text: data.toString() }));
    while (
      !parts
        .map(({ text }) => text)
        .join('')
        .endsWith('}')
    )
      await once(socket, 'data');
    socket.destroy();
    // The last part cannot have come with the first.
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.at(-1)!.at - parts[0]!.at).toBeGreaterThan(100);
  });
});

describe('faults of the market', () => {
  const names = async () => {
    const { json } = await venue.info({ type: 'meta' });
    const { universe } = json as { universe: { name: string; isDelisted?: true }[] };
    return universe.map(({ name, isDelisted }) => (isDelisted === true ? `${name} delisted` : name));
  };

  it('a listing appears with its first minute, and has all that a perp has', async () => {
    expect((await venue.fault({ kind: 'listing', coin: 'FRESH' })).json).toMatchObject({
      kind: 'listing',
      coin: 'FRESH',
    });
    expect((await venue.fault({ kind: 'listing' })).json).toMatchObject({ coin: 'NEW2' });
    venue.clock.moveTo(NOW + MINUTE_MS);
    expect(await names()).toEqual(['BTC', 'ETH', 'FRESH', 'NEW2']);
    const req = { coin: 'FRESH', interval: '1d', startTime: 0 };
    expect((await venue.info({ type: 'candleSnapshot', req })).json).toHaveLength(1);
    expect(Object.keys((await venue.info(MIDS)).json as object)).toContain('FRESH');
    const line = await subscribed(candle('FRESH'));
    expect(await ticks(line, 2)).toHaveLength(2);
    expect(await venue.fault({ kind: 'listing', coin: 'BTC' })).toMatchObject({
      status: 422,
      json: { error: 'coin: expected a new symbol, got "BTC"' },
    });
  });

  it('a delisting ends bars with its minute, and leaves the mark', async () => {
    const line = await subscribed(candle('ETH'));
    const before = (await venue.info({ type: 'metaAndAssetCtxs' })).json as [unknown, { markPx: string }[]];
    await venue.fault({ kind: 'delisting', coin: 'ETH' });
    expect(await names()).toEqual(['BTC', 'ETH delisted']);
    venue.clock.moveTo(NOW + 2 * HOUR_MS);
    const [, contexts] = (await venue.info({ type: 'metaAndAssetCtxs' })).json as [unknown, object[]];
    expect(contexts[1]).toMatchObject({
      markPx: before[1][1]!.markPx,
      midPx: null,
      premium: null,
      impactPxs: null,
      openInterest: '0.0',
    });
    const req = { coin: 'ETH', interval: '1m', startTime: NOW - 5 * MINUTE_MS };
    const bars = (await venue.info({ type: 'candleSnapshot', req })).json as { T: number }[];
    expect(bars.at(-1)!.T + 1).toBe(Math.floor(NOW / MINUTE_MS) * MINUTE_MS);
    expect((await venue.info({ type: 'l2Book', coin: 'ETH' })).json).toMatchObject({ levels: [[], []] });
    await line.frames();
    expect(await ticks(line, 3)).toEqual([]);
    expect((await venue.fault({ kind: 'delisting', coin: 'ETH' })).status).toBe(422);
  });

  it.each([[HOUR_MS], [-HOUR_MS]])('a jump of the clock by %i ms moves everything, and ends', async (by) => {
    const line = await subscribed(candle('BTC'));
    await venue.fault({ kind: 'clock_jump', by, for: 60_000 });
    const [frame] = await ticks(line, 1);
    const newest = (await ticks(line, 1)).at(-1) ?? frame;
    expect(newest!.data.t).toBe(Math.floor((venue.clock.now() + by) / MINUTE_MS) * MINUTE_MS);
    const { headers } = await venue.info(MIDS);
    expect(Math.abs(Date.parse(headers.get('date')!) - (venue.clock.now() + by))).toBeLessThan(1000);
    expect(await state()).toMatchObject({ now: venue.clock.now() + by, offset: by });
    venue.clock.moveTo(NOW + 60_000);
    expect(await state()).toMatchObject({ now: venue.clock.now(), offset: 0 });
  });
});

describe('the log of faults', () => {
  it('has every fault with its times, those to come as well, and can be cleared', async () => {
    await venue.fault({ kind: 'silence', for: 10_000 });
    await venue.fault({ kind: 'disconnect', after: 20_000 });
    await venue.fault({ kind: 'listing', after: 40_000 });
    await venue.fault({ kind: 'slow', after: 90_000, for: 1000 });
    const line = await subscribed(MIDS);
    const closed = once(line.socket, 'close');
    venue.clock.moveTo(NOW + 50_000);
    await closed;
    const { faults } = await state();
    expect(faults.map(({ kind, from, to, coin }) => [kind, from - NOW, to === null ? null : to - NOW, coin])).toEqual([
      ['silence', 0, 10_000, null],
      ['disconnect', 20_000, 20_000, null],
      ['listing', 40_000, null, 'NEW1'],
      ['slow', 90_000, 91_000, null],
    ]);
    await venue.fault({ kind: 'silence' });
    const response = await fetch(venue.url.replace('/perpdex', '/faults'), { method: 'DELETE' });
    const cleared = (await response.json()) as VenueState;
    expect(cleared.faults.map(({ kind, to }) => [kind, to === null ? null : to - NOW])).toEqual([
      ['silence', 10_000],
      ['disconnect', 20_000],
      ['listing', null],
      ['silence', 50_000],
    ]);
    venue.clock.moveTo(NOW + 90_500);
    expect((await venue.info(MIDS)).status).toBe(200);
  });

  it.each([
    [{}, /^kind: expected one of .*disconnect, .*, got undefined$/],
    [{ kind: 'flood' }, /^kind: expected one of .*, got "flood"$/],
    [{ kind: 'silence', until: 5 }, /^until: expected one of kind, /],
    [{ kind: 'silence', for: 0 }, /^for: expected an integer within 1…/],
    [{ kind: 'silence', for: '5' }, /^for: expected an integer within .*, got "5"$/],
    [{ kind: 'listing', coin: 'a b' }, /^coin: expected a symbol, got "a b"$/],
    [{ kind: 'delisting' }, /^coin: expected the perp/],
    [{ kind: 'clock_jump' }, /^by: expected ms/],
  ])('refuses %j', async (order, message) => {
    const { status, json } = await venue.fault(order);
    expect(status).toBe(422);
    expect(json).toEqual({ error: expect.stringMatching(message) as string });
    expect((await state()).faults).toEqual([]);
  });

  it('reads every kind', () => {
    for (const kind of Object.keys(FAULT_KINDS)) {
      expect(readFaultOrder({ kind, coin: 'BTC', by: 1 })).toMatchObject({ ok: true, value: { kind } });
    }
  });
});
