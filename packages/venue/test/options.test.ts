/** The options of the loopback venue: a host that reads them gets what the simulator has, to the digits of the protocol. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { createMarket, createOptions, SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../sources/src/clock.ts';
import { createLog } from '../../store/src/log.ts';
import { createOptionsSource } from '../../sources/src/options/source.ts';
import { createUpstreamMeter } from '../../sources/src/upstream/meter.ts';
import { openVenue } from '../src/venue.ts';

const NOW = SIMULATOR_V2.start + 120 * DAY_MS + 7 * HOUR_MS + 600_000;
const clock = createManualClock(NOW);
const venue = openVenue({ clock, speed: 0, seed: SIMULATOR_V2.seed, coins: 3 });
const truth = createOptions(createMarket());
let base = '';
let source: ReturnType<typeof createOptionsSource>;
beforeAll(async () => {
  base = new URL(await venue.listen('127.0.0.1', 0)).origin;
  const meter = createUpstreamMeter('options');
  source = createOptionsSource({ url: `${base}/options`, clock, log: createLog('silent'), meter });
  await source.start();
});
afterAll(async () => {
  await source.close();
  await venue.close();
});

describe('the options of the loopback venue', () => {
  it.each([
    ['1h', HOUR_MS],
    ['1d', DAY_MS],
  ] as const)('have the index of the simulator by %s', async (step, ms) => {
    const from = NOW - 40 * ms;
    const answer = await source.feeds.implied!.pull({ symbol: 'ETH', from, to: NOW, step });
    const { time, implied } = answer.ok ? answer.value.rows : expect.fail(answer.error.reason);
    const all = truth.index('ETH', from, NOW);
    const kept = Array.from(all.time.keys()).filter((i) => all.time[i]! % ms === 0);
    expect(Array.from(time)).toEqual(kept.map((i) => all.time[i]!));
    kept.forEach((at, i) => expect(implied[i]).toBeCloseTo(all.implied[at]!, 2));
  });

  it('have every option of the simulator twice, as call and as put', async () => {
    const answer = await source.feeds.options!.pull({ symbol: 'BTC', asOf: NOW });
    const { rows, isStale } = answer.ok ? answer.value : expect.fail(answer.error.reason);
    const chain = truth.chain('BTC', NOW);
    expect(isStale).toBeUndefined();
    expect(rows.quotes).toHaveLength(2 * chain.length);
    rows.quotes.forEach(({ expiry, strike, impliedVolatility }, i) => {
      const option = chain[Math.floor(i / 2)]!;
      expect([expiry, strike]).toEqual([option.expiry, option.strike]);
      expect(impliedVolatility).toBeCloseTo(option.impliedVolatility, 2);
    });
  });

  it('refuse another coin, resolution, span and method as the venue does', async () => {
    const ask = async (path: string) => {
      const response = await fetch(`${base}/options/api/v2/public/${path}`);
      return [response.status, ((await response.json()) as { error: { code: number } }).error.code];
    };
    const index = 'get_volatility_index_data';
    expect(await ask('get_book_summary_by_currency?currency=SOL&kind=option')).toEqual([400, -32_602]);
    expect(await ask(`${index}?currency=BTC&resolution=7&start_timestamp=0&end_timestamp=1`)).toEqual([400, -32_602]);
    expect(await ask(`${index}?currency=BTC&resolution=1D&start_timestamp=2&end_timestamp=1`)).toEqual([400, -32_602]);
    expect(await ask('get_time')).toEqual([400, -32_601]);
  });

  it('are away and come back with the faults of the venue', async () => {
    const order = { kind: 'truncated', request: 'get_book_summary_by_currency' };
    const made = await fetch(`${base}/faults`, { method: 'POST', body: JSON.stringify(order) });
    expect(made.status).toBe(201);
    const cut = await source.feeds.options!.pull({ symbol: 'BTC', asOf: NOW });
    expect(cut).toMatchObject({ ok: false, error: { code: 'stale_source' } });
    expect(source.state(NOW)[1]).toMatchObject({ feed: 'options', status: 'stale' });
    await fetch(`${base}/faults`, { method: 'DELETE' });
    expect((await source.feeds.options!.pull({ symbol: 'BTC', asOf: NOW })).ok).toBe(true);
    expect(source.state(NOW)[1]).toMatchObject({ status: 'ok' });
  });
});
