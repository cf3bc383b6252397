/** Hosts whose clock is ahead of the venues' or behind: every bar that they call closed is final, at once and from memory. */

import { DAY_MS, HOUR_MS, MINUTE_MS, stepMs, type Bar, type Candles, type Interval } from '@barograph/core';
import { createMarket, createOptions, SIMULATOR_V2 } from '@barograph/simulator';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BarsRequest } from '../../sources/src/market/bars.ts';
import { createCexaSource } from '../../sources/src/cexa/source.ts';
import { dexbStreamUrl } from '../../sources/src/dexb/config.ts';
import { createDexbSource } from '../../sources/src/dexb/source.ts';
import { createOptionsSource } from '../../sources/src/options/source.ts';
import { createSimulatedSource } from '../../sources/src/simulated/source.ts';
import type { Source } from '../../sources/src/market/source.ts';
import { createUpstreamMeter } from '../../sources/src/upstream/meter.ts';
import { exchangeConfig, venueConfig } from '../src/universe.ts';
import { liveSource } from '../../sources/test/perpdex/test-support.ts';
import { QUIET } from '../../store/test/test-support.ts';
import { clockAhead, testVenue, type TestVenue } from './test-support.ts';

vi.setConfig({ testTimeout: 180_000 });

const COINS = 2;
/** An hour at which the second exchange settles, and a UTC day ends. */
const MIDNIGHT = SIMULATOR_V2.start + 300 * DAY_MS;
const AHEAD_MS = [-90_000, -20_000, -5000, 5000, 20_000, 90_000] as const;
/** Moments of the venue around a close, ms. Both clocks pass it in between. */
const AROUND_MS = [-95_000, -60_500, -19_000, -4500, -500, 0, 1500, 2500, 6000, 21_000, 92_000, 100_000] as const;

const exchange = createSimulatedSource(exchangeConfig(SIMULATOR_V2.seed, COINS)).feeds;
const perps = createMarket(venueConfig(SIMULATOR_V2.seed, COINS));

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function served(ahead: number): Promise<TestVenue & { readonly local: ReturnType<typeof clockAhead> }> {
  const test = await testVenue({ coins: COINS }, MIDNIGHT - 100_000);
  ends.push(async () => test.venue.close());
  return { ...test, local: clockAhead(test.clock, ahead) };
}
async function started(source: Source): Promise<Source> {
  await source.start();
  ends.push(async () => source.close());
  return source;
}

/** Final closed bars of the large exchange. */
async function finalBars(interval: Interval, from: number, to: number): Promise<Candles> {
  const window = { kind: 'range', from, to: to - 1 } as const;
  const pulled = await exchange.bars!.pull({ symbol: 'BTC', venue: 'cexa_spot', interval, window, asOf: to + DAY_MS });
  return pulled.ok ? pulled.value.rows.closed : expect.fail(pulled.error.reason);
}
const rowsOf = ({ time, open, high, low, close, volume }: Candles): readonly Bar[] =>
  Array.from(time, (at, i) => ({
    time: at,
    open: open[i]!,
    high: high[i]!,
    low: low[i]!,
    close: close[i]!,
    volume: volume[i]!,
  }));

describe.each(AHEAD_MS)('a host that is %i ms ahead', (ahead) => {
  it('has final bars of the large exchange, at any moment, and the same from memory and after a restart', async () => {
    const { clock, local, url } = await served(ahead);
    const base = url.replace('/perpdex', '/cexa');
    const address = { url: base, futuresUrl: base, wsUrl: base.replace('http', 'ws') };
    const source = await started(createCexaSource({ ...address, clock: local, steady: clock, log: QUIET }));
    /** Asks for the last bars: all final, closed by both clocks, and as many as were asked for. */
    const expectFinal = async (feed: 'bars' | 'pairBars', interval: Interval, more: Partial<BarsRequest> = {}) => {
      const asOf = local.now();
      const window = { kind: 'last', count: 3 } as const;
      const question = { interval, window, asOf, ...more };
      const answer = await (feed === 'bars'
        ? source.feeds.bars!.pull({ symbol: 'BTC', venue: 'cexa_spot', ...question })
        : source.feeds.pairBars!.pull({ symbol: 'BTCUSDT', ...question }));
      const { closed } = answer.ok ? answer.value.rows : expect.fail(answer.error.reason);
      const step = stepMs(interval);
      const by = Math.floor(Math.min(asOf, clock.now()) / step) * step;
      // Answers about a pair serve again for half a minute.
      const to = feed === 'bars' ? by : closed.time.at(-1)! + step;
      expect(to).toBeLessThanOrEqual(by);
      expect(to).toBeGreaterThanOrEqual(by - step);
      expect(rowsOf(closed)).toEqual(rowsOf(await finalBars(interval, to - 3 * step, to)));
    };
    const expectAround = async (close: number): Promise<void> => {
      for (const ms of AROUND_MS) {
        clock.moveTo(close + ms);
        for (const interval of ['1m', '1h', '1d'] as const) await expectFinal('bars', interval);
        await expectFinal('pairBars', '1h');
        await expectFinal('bars', '1h', { urgency: 'bulk' });
      }
    };
    await expectAround(MIDNIGHT);
    // Ten hours on: what was kept around midnight comes from memory.
    clock.moveTo(MIDNIGHT + 10 * HOUR_MS + 5 * MINUTE_MS);
    const window = { kind: 'range', from: MIDNIGHT - 2 * HOUR_MS, to: clock.now() } as const;
    const kept = await source.feeds.bars!.pull({
      symbol: 'BTC',
      venue: 'cexa_spot',
      interval: '1h',
      window,
      asOf: local.now(),
      urgency: 'bulk',
    });
    const { closed } = kept.ok ? kept.value.rows : expect.fail(kept.error.reason);
    expect(rowsOf(closed)).toEqual(rowsOf(await finalBars('1h', window.from, MIDNIGHT + 10 * HOUR_MS)));
    await source.close();
    clock.moveTo(MIDNIGHT + 11 * HOUR_MS - 100_000);
    await source.start();
    await expectAround(MIDNIGHT + 11 * HOUR_MS);
  });

  it('has final bars of the perp venue from its first minute on, by stream and by request, and after a restart', async () => {
    const live = await liveSource({ coins: COINS, ahead, from: MIDNIGHT - 100_000 });
    ends.push(async () => live.close());
    const { clock, source } = live;
    const expectFinal = async (interval: '1m' | '30m' | '1h'): Promise<void> => {
      const asOf = clock.now() + ahead;
      for (const symbol of ['BTC', 'ETH']) {
        const window = { kind: 'last', count: 3 } as const;
        const answer = await source.feeds.bars!.pull({ symbol, venue: 'perpdex_perp', interval, window, asOf });
        const { closed } = answer.ok ? answer.value.rows : expect.fail(answer.error.reason);
        const step = stepMs(interval);
        expect(closed.length).toBe(3);
        const to = closed.time.at(-1)! + step;
        expect(to).toBeLessThanOrEqual(Math.min(asOf, clock.now()));
        const minutes = rowsOf(perps.candles(symbol, 'perpdex_perp', '1m', to - 3 * step, to));
        const made = [0, 1, 2].map((i): Bar => {
          const inside = minutes.slice((i * step) / MINUTE_MS, ((i + 1) * step) / MINUTE_MS);
          return {
            time: to - (3 - i) * step,
            open: inside[0]!.open,
            high: Math.max(...inside.map(({ high }) => high)),
            low: Math.min(...inside.map(({ low }) => low)),
            close: inside.at(-1)!.close,
            volume: expect.closeTo(
              inside.reduce((sum, { volume }) => sum + volume, 0),
              6,
            ) as number,
          };
        });
        expect(rowsOf(closed)).toEqual(made);
      }
    };
    const expectAround = async (close: number): Promise<void> => {
      for (const ms of [-95_000, -60_500, -4500, -500, 0, 2500, 21_000, 92_000]) {
        await live.advance(close + ms - clock.now(), 15_000);
        for (const interval of ['1m', '30m', '1h'] as const) await expectFinal(interval);
      }
    };
    await expectAround(MIDNIGHT);
    await source.close();
    clock.moveTo(MIDNIGHT + HOUR_MS - 100_000);
    await source.start();
    await expectAround(MIDNIGHT + HOUR_MS);
  });

  it('has values of the options index whose hour has ended, and says up to when', async () => {
    const { clock, local, url } = await served(ahead);
    const meter = createUpstreamMeter('options');
    const address = url.replace('/perpdex', '/options');
    const source = await started(createOptionsSource({ url: address, clock: local, steady: clock, log: QUIET, meter }));
    const truth = createOptions(createMarket());
    for (const ms of AROUND_MS) {
      clock.moveTo(MIDNIGHT + ms);
      const [from, to] = [MIDNIGHT - 5 * HOUR_MS, local.now()];
      const answer = await source.feeds.implied!.pull({ symbol: 'BTC', step: '1h', from, to });
      const { rows, asOf } = answer.ok ? answer.value : expect.fail(answer.error.reason);
      const by = Math.min(to, clock.now());
      expect(by - asOf).toBeLessThanOrEqual(0);
      expect(asOf - by).toBeLessThan(1000);
      const known = truth.index('BTC', from, by);
      const hours = [...known.time.keys()].filter((i) => known.time[i]! % HOUR_MS === 0);
      expect([...rows.time]).toEqual(hours.map((i) => known.time[i]!));
      hours.forEach((i, nth) => expect(rows.implied[nth]).toBeCloseTo(known.implied[i]!, 2));
    }
  });

  it('calls no settlement of the second exchange known before the venue can have printed it', async () => {
    const { clock, local, url } = await served(ahead);
    const base = url.replace('/perpdex', '/dexb');
    const parts = { url: base, wsUrl: dexbStreamUrl(base), clock: local, steady: clock, log: QUIET };
    const source = await started(createDexbSource({ ...parts, meter: createUpstreamMeter('dexb') }));
    for (const ms of AROUND_MS) {
      clock.moveTo(MIDNIGHT + ms);
      const [from, to] = [MIDNIGHT - DAY_MS, local.now()];
      const answer = await source.feeds.settlements!.pull({ venue: 'dexb', symbol: 'BTCUSDT', from, to });
      const { rows, asOf } = answer.ok ? answer.value : expect.fail(answer.error.reason);
      const by = Math.min(to, clock.now());
      expect(asOf - by).toBeGreaterThanOrEqual(0);
      expect(asOf - by).toBeLessThan(1000);
      const known = await exchange.settlements!.pull({ venue: 'dexb', symbol: 'BTCUSDT', from, to: by });
      expect([...rows.time]).toEqual(known.ok ? [...known.value.rows.time] : []);
    }
  });
});
