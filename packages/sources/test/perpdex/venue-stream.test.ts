/** The stream of the perp venue over a socket that sends what a test chooses. */

import { MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { QUIET } from '../../../store/test/test-support.ts';
import { PERPDEX_V1 } from '../../src/perpdex/config.ts';
import { createVenueStream } from '../../src/perpdex/venue-stream.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import { listenSocket, onEnd } from '../upstream/test-support.ts';
import { perp } from './test-support.ts';
import { until } from '../deadlines.ts';

/** Midnight of a Monday: 2024-09-09. */
const MONDAY = Date.UTC(2024, 8, 9);

function candleFrame(coin: string, time: number): string {
  const data = { t: time, T: time + MINUTE_MS - 1, s: coin, i: '1m', o: '1', h: '3', l: '1', c: '2', v: '5', n: 1 };
  return JSON.stringify({ channel: 'candle', data });
}

/** A stream that follows two perps, confirmed a minute ago. */
async function opened() {
  const { url, sockets } = await listenSocket((socket, text) => {
    const { method, subscription } = JSON.parse(text) as { method: string; subscription?: unknown };
    if (method === 'subscribe') socket.send(JSON.stringify({ channel: 'subscriptionResponse', data: { method, subscription } })); // prettier-ignore
  });
  const clock = createManualClock(MONDAY - MINUTE_MS);
  const meter = createUpstreamMeter('perpdex');
  let mids = 0;
  const steady = createManualClock(0); // no ping falls due
  const stream = createVenueStream({ wsUrl: url, clock, steady, log: QUIET, meter, config: PERPDEX_V1, onMids: () => mids++ }); // prettier-ignore
  onEnd(async () => stream.close());
  stream.open();
  stream.follow([perp('BTC'), perp('ETH')]);
  /** Sends frames at a moment, and waits until they were read. */
  const sends = async (at: number, ...frames: readonly string[]): Promise<void> => {
    await until(() => sockets.length > 0);
    clock.moveTo(at);
    for (const frame of frames) sockets[0]!.send(frame);
    const before = mids;
    sockets[0]!.send('{"channel":"allMids","data":{"mids":{"BTC":"2"}}}');
    await until(() => mids > before);
  };
  await sends(MONDAY - MINUTE_MS);
  return { clock, meter, stream, sends };
}

describe('a frame that is no JSON', () => {
  it('leaves nothing known of the bars around it, of any perp, and says so', async () => {
    const { clock, meter, stream, sends } = await opened();
    const knows = (coin: string, minute: number): boolean => {
      const from = MONDAY + minute * MINUTE_MS;
      return stream.bars.since(coin, '1m', from, from + MINUTE_MS) !== undefined;
    };
    for (const minute of [0, 1, 2, 3]) {
      const open = MONDAY + minute * MINUTE_MS;
      await sends(open + 1000, candleFrame('BTC', open), candleFrame('ETH', open));
      if (minute === 1) await sends(open + 30_000, '{"channel":"candle","data":{"t":');
    }
    await sends(MONDAY + 4 * MINUTE_MS + 100, candleFrame('BTC', MONDAY + 4 * MINUTE_MS));
    await sends(MONDAY + 4 * MINUTE_MS + 5000);
    for (const coin of ['BTC', 'ETH']) expect([0, 1, 2, 3].map((minute) => knows(coin, minute))).toEqual([true, false, true, true]); // prettier-ignore
    expect(meter.reading().badFrames).toBe(1);
    expect(stream.bars.fault()).toMatchObject({
      since: MONDAY + MINUTE_MS + 30_000,
      reason: 'expected a frame of the stream, got none',
    });
    clock.moveTo(MONDAY + 65 * MINUTE_MS);
    expect(stream.bars.fault()).toBeUndefined();
  });
});
