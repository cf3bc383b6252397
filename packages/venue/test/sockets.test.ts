/** The venue's sockets. */

import { HOUR_MS, MINUTE_MS, stepMs } from '@barograph/core';
import { afterEach, describe, expect, it } from 'vitest';
import { NOW, openLine, testVenue, type Frame, type Line, type TestVenue } from './test-support.ts';

const opened: TestVenue[] = [];
afterEach(async () => {
  for (const venue of opened.splice(0)) await venue.venue.close();
});
async function venueOf(options: Parameters<typeof testVenue>[0] = {}): Promise<TestVenue> {
  const venue = await testVenue({ coins: 2, ...options });
  opened.push(venue);
  return venue;
}

const candle = (coin: string, interval: string) => ({ type: 'candle', coin, interval });
const mids = { type: 'allMids' };
const dataOf = (frames: readonly Frame[], channel: string) =>
  frames.filter((frame) => frame.channel === channel).map(({ data }) => data);

/** Moves the clock a little at a time, so that frames are read as they come. */
async function passed(venue: TestVenue, line: Line, to: number, step: number): Promise<readonly Frame[]> {
  const frames = [...(await line.frames())];
  for (let at = venue.clock.now() + step; at <= to; at += step) {
    venue.clock.moveTo(at);
    frames.push(...(await line.frames()));
  }
  return frames;
}

describe('a socket of the loopback venue', () => {
  it('acknowledges, sends what there is at once, and goes on until it is unsubscribed', async () => {
    const venue = await venueOf();
    const line = await venue.line();
    line.send({ method: 'subscribe', subscription: candle('BTC', '1m') });
    line.send({ method: 'subscribe', subscription: mids });
    const first = await line.frames();
    expect(first.map(({ channel }) => channel)).toEqual([
      'subscriptionResponse',
      'candle',
      'subscriptionResponse',
      'allMids',
    ]);
    expect(first[0]!.data).toEqual({ method: 'subscribe', subscription: candle('BTC', '1m') });
    expect(first[1]!.data).toMatchObject({ s: 'BTC', i: '1m', t: Math.floor(NOW / MINUTE_MS) * MINUTE_MS });
    expect(first[3]!.data.mids).toEqual((await venue.info({ type: 'allMids' })).json);
    const next = await passed(venue, line, NOW + 15_000, 1000);
    expect(dataOf(next, 'candle')).toHaveLength(5);
    expect(dataOf(next, 'allMids')).toHaveLength(5);
    line.send({ method: 'unsubscribe', subscription: candle('BTC', '1m') });
    const last = await passed(venue, line, NOW + 30_000, 1000);
    expect(dataOf(last, 'subscriptionResponse')).toEqual([
      { method: 'unsubscribe', subscription: candle('BTC', '1m') },
    ]);
    expect(dataOf(last, 'candle')).toEqual([]);
    expect(dataOf(last, 'allMids')).toHaveLength(5);
  });

  it('sends contexts by the minute and books as they change', async () => {
    const venue = await venueOf();
    const line = await venue.line();
    for (const type of ['activeAssetCtx', 'l2Book']) {
      line.send({ method: 'subscribe', subscription: { type, coin: 'ETH' } });
    }
    const frames = await passed(venue, line, NOW + 3 * MINUTE_MS, 3000);
    expect(dataOf(frames, 'subscriptionResponse')).toHaveLength(2);
    expect(dataOf(frames, 'activeAssetCtx')).toHaveLength(4);
    const times = dataOf(frames, 'l2Book').map(({ time }) => time as number);
    expect(times.length).toBeGreaterThan(50);
    expect(new Set(times.slice(1)).size).toBe(times.length - 1);
    const { json } = await venue.info({ type: 'metaAndAssetCtxs' });
    const [, [, eth]] = json as [unknown, [object, { markPx: string }]];
    expect(dataOf(frames, 'activeAssetCtx').at(-1).ctx.markPx).toBe(eth.markPx);
  });

  it.each([
    ['a subscription to nothing', { method: 'subscribe', subscription: { type: 'nothing' } }, /^Invalid subscription/],
    ['an unknown coin', { method: 'subscribe', subscription: candle('X', '1m') }, /^Invalid subscription/],
    ['an interval that is none', { method: 'subscribe', subscription: candle('BTC', '7m') }, /^Invalid subscription/],
    ['an end without a beginning', { method: 'unsubscribe', subscription: mids }, /^Already unsubscribed/],
    ['another method', { method: 'post' }, /^Error parsing JSON/],
  ])('answers %s with an error', async (_, message, text) => {
    const line = await (await venueOf()).line();
    line.send(message);
    expect(await line.frames()).toEqual([{ channel: 'error', data: expect.stringMatching(text) as string }]);
  });

  it('refuses the same subscription twice', async () => {
    const line = await (await venueOf()).line();
    for (let i = 0; i < 2; i++) line.send({ method: 'subscribe', subscription: mids });
    const frames = await line.frames();
    expect(dataOf(frames, 'error')).toEqual([expect.stringMatching(/^Already subscribed/)]);
  });

  // At 6,000 an update comes once in five minutes: several bars close between two of them.
  it.each([
    [1, 3000],
    [6000, 47_000],
  ])('at speed %i sends every closed bar, in order, as the snapshot has it', async (speed, step) => {
    const venue = await venueOf({ speed });
    const line = await venue.line();
    const intervals = ['1m', '5m', '1h'] as const;
    for (const interval of intervals) line.send({ method: 'subscribe', subscription: candle('BTC', interval) });
    const frames = dataOf(await passed(venue, line, NOW + 1.2 * HOUR_MS, step), 'candle');
    for (const interval of intervals) {
      const bars = frames.filter(({ i }) => i === interval);
      const times = bars.map(({ t }) => t as number);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const last = new Map(bars.map((bar) => [bar.t as number, bar as object]));
      const newest = Math.max(...times);
      const req = { coin: 'BTC', interval, startTime: times[0], endTime: newest - stepMs(interval) };
      const { json } = await venue.info({ type: 'candleSnapshot', req });
      expect(json).not.toEqual([]);
      expect([...last].filter(([t]) => t < newest).map(([, bar]) => bar)).toEqual(json);
    }
  });

  it('is not there at another path', async () => {
    const venue = await venueOf();
    await expect(openLine(`${venue.url}/more`)).rejects.toThrow('404');
  });
});
