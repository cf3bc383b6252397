import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Market } from '../../../sources/src/market/market.ts';
import { createLog } from '../../../store/src/log.ts';
import { beginColdStart } from '../../../runtime/src/cold-start.ts';
import { createWarmUp } from '../../../runtime/src/warm-up.ts';
import { QUIET } from '../../../store/test/test-support.ts';
import { filesMarket, series, START, waveBars } from '../test-support.ts';

const NOW = START + 30 * HOUR_MS;
const BARS = waveBars(30);
const marketOf = (symbols: number): Market =>
  filesMarket(Array.from({ length: symbols }, (_, i) => series(`C${i}`, 'perpdex_perp', BARS)));

/** Listings, and bars of the first so many symbols. */
async function read(market: Market, count: number): Promise<void> {
  for (const { symbol, venue } of (await market.listings(NOW)).slice(0, count)) {
    await market.read('bars', { symbol, venue, interval: '1h', window: { kind: 'last', count: 1 }, asOf: NOW });
  }
}

describe('the Retry-After of a cold start', () => {
  it('is the time so far per symbol times the symbols that are left, at least a second', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 100_000 }),
        async (symbols, count, ms) => {
          fc.pre(count <= symbols);
          let now = 5000;
          const warmUp = createWarmUp(() => now);
          warmUp.begin();
          const market = warmUp.watch(marketOf(symbols));
          await read(market, count);
          await read(market, count); // a symbol that is read twice is one
          now += ms;
          const left = ((ms / count) * (symbols - count)) / 1000;
          expect(warmUp.retryAfterSeconds()).toBe(Math.min(3600, Math.max(1, Math.ceil(left))));
        },
      ),
    );
  });

  it('of a source that counts requests is its own estimate for the symbols whose hours have not come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 20 }), async (symbols, count) => {
        fc.pre(count <= symbols);
        const warmUp = createWarmUp(
          () => 0,
          (left) => left * 7000,
        );
        warmUp.begin();
        const market = warmUp.watch(marketOf(symbols));
        await read(market, count);
        const [{ symbol, venue } = { symbol: '', venue: 'perpdex_perp' as const }] = (await market.listings(NOW)).slice(
          -1,
        );
        // A day says nothing of the hours, and what was fetched stays fetched.
        await market.read('bars', { symbol, venue, interval: '1d', window: { kind: 'last', count: 1 }, asOf: NOW });
        warmUp.begin();
        const left = symbols - count;
        expect(warmUp.retryAfterSeconds()).toBe(Math.max(1, left * 7));
        expect(warmUp.retryAfterSeconds(1)).toBe(Math.max(1, Math.min(1, left) * 7));
      }),
    );
  });

  it('leaves out what another source lists', async () => {
    const warmUp = createWarmUp(
      () => 0,
      (left) => left * 7000,
      ({ venue }) => venue === 'perpdex_perp',
    );
    warmUp.begin();
    const perps = Array.from({ length: 3 }, (_, i) => series(`C${i}`, 'perpdex_perp', BARS));
    const pairs = Array.from({ length: 9 }, (_, i) => series(`S${i}`, 'cexa_spot', BARS));
    const market = warmUp.watch(filesMarket([...perps, ...pairs]));
    await read(market, 1);
    expect(warmUp.retryAfterSeconds()).toBe(14);
    const window = { kind: 'last', count: 1 } as const;
    await market.read('bars', { symbol: 'S0', venue: 'cexa_spot', interval: '1h', window, asOf: NOW });
    expect(warmUp.retryAfterSeconds()).toBe(14);
  });

  it('falls while the work goes on, begins anew with the next piece of work, and ends', async () => {
    let now = 0;
    const warmUp = createWarmUp(() => now);
    warmUp.begin();
    const market = warmUp.watch(marketOf(10));
    expect(warmUp.retryAfterSeconds()).toBe(1);
    now = 7000;
    expect(warmUp.retryAfterSeconds()).toBe(7);
    const seen: number[] = [];
    for (let done = 1; done <= 10; done++) {
      now += 2000;
      await read(market, done);
      seen.push(warmUp.retryAfterSeconds()!);
    }
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    expect(seen.at(-1)).toBe(1);
    warmUp.begin();
    now += 4000;
    await read(market, 2);
    expect(warmUp.retryAfterSeconds()).toBe(16);
    warmUp.end();
    expect([warmUp.isRunning(), warmUp.retryAfterSeconds()]).toEqual([false, undefined]);
  });

  it('is the wait until the next attempt after a failure', () => {
    let now = 0;
    const warmUp = createWarmUp(() => now);
    warmUp.failed(20_000);
    now = 5000;
    expect(warmUp.retryAfterSeconds()).toBe(15);
  });
});

describe('a cold start', () => {
  const CONFIG = { version: 'cold-start/test', firstRetryMs: 20, longestRetryMs: 40 } as const;

  it('is tried again until it succeeds', async () => {
    const warmUp = createWarmUp();
    const lines: string[] = [];
    let attempts = 0;
    const started = beginColdStart(
      async () => {
        if (++attempts < 4) throw new Error('not yet');
      },
      warmUp,
      createLog('info', { write: (line) => void lines.push(line) }),
      CONFIG,
    );
    expect(warmUp.isRunning()).toBe(true);
    await started.done;
    expect(attempts).toBe(4);
    expect(warmUp.isRunning()).toBe(false);
    const logged = lines.map((line) => JSON.parse(line) as { readonly msg: string; readonly ms?: number });
    expect(logged.map(({ msg }) => msg)).toEqual([
      ...Array<string>(3).fill('cold start failed'),
      'cold start finished',
    ]);
    expect(logged.at(-1)!.ms).toBeGreaterThanOrEqual(0);
  });

  it('is not tried again after it was stopped', async () => {
    let attempts = 0;
    const started = beginColdStart(
      async () => {
        attempts++;
        throw new Error('never');
      },
      createWarmUp(),
      QUIET,
      { ...CONFIG, firstRetryMs: 60_000 },
    );
    await setTimeout(10);
    started.stop();
    await started.done;
    expect(attempts).toBe(1);
  });
});
