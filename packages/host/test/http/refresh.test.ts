/** Refreshes on demand: whose they are, and that the lists say afterwards what is known then. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { fewCoins, NOW, testModel } from '../services/quant/test-support.ts';
import { testHost, TIER_GATE } from '../test-support.ts';

/** A full hour with days enough for every engine. What refreshes by itself does so on it and 5 minutes after it. */
const HOUR = NOW + 200 * DAY_MS + HOUR_MS;
const clock = createManualClock(HOUR - 3 * MINUTE_MS);
const host = await testHost(fewCoins(), clock, TIER_GATE, testModel());
beforeAll(async () => host.start());
afterAll(async () => host.stop());

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function ask(method: 'GET' | 'POST', path: string, tier: string): Promise<Reply> {
  const reply = await host.server.inject({ method, url: `/api/v1/${path}`, headers: { 'x-api-key': tier } });
  return { status: reply.statusCode, body: reply.json<Reply['body']>() };
}

describe('a refresh on demand', () => {
  it.each([
    ['quant/refresh', '[#448]', 'quant/coins', 'pro', -2],
    ['indicators/signum-rgg/refresh', '[#559]', 'indicators/signum-rgg', 'free', 1],
    ['indicators/technical/refresh', '[#562]', 'indicators/technical', 'free', 2],
    ['volatility/regime/refresh', '[#386] [#411]', 'volatility/regime', 'free', 3],
    ['meme/regime/refresh', '[#595]', 'meme/regime', 'free', 4],
  ])('%s %s recomputes %s, for no %s key', async (path, _, list, tooLow, minute) => {
    const read = async (): Promise<Reply['body']> => (await ask('GET', list, 'pro_plus')).body;
    const asOf = ({ as_of, timestamp }: Reply['body']): unknown => timestamp ?? as_of;
    clock.moveTo(HOUR + minute * MINUTE_MS);
    const before = await read();
    expect(asOf(before)).toBeLessThan(clock.now());
    expect((await ask('POST', path, tooLow)).status).toBe(403);
    expect(await read()).toEqual(before);

    const { status, body } = await ask('POST', path, tooLow === 'pro' ? 'pro_plus' : 'pro');
    const after = await read();
    expect([status, asOf(after)]).toEqual([200, clock.now()]);
    const items = after['items'] as readonly unknown[];
    expect(items.length).toBeGreaterThan(0);
    expect(body).toMatchObject({ status: 'recomputed', as_of: clock.now(), rows: expect.any(Number) as number });
    expect(body['rows']).toBeGreaterThanOrEqual(items.length);
    // The first after the full hour sees its bars.
    if (minute === 1) expect(items).not.toEqual(before['items']);
  });
});
