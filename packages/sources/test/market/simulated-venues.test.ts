import { DAY_MS, HOUR_MS, INTERVALS, MINUTE_MS, stepMs } from '@barograph/core';
import { SIMULATOR_V1, SIMULATOR_V2 } from '@barograph/simulator';
import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import type { FeedQuery, FeedRows, FeedName } from '../../src/market/feeds.ts';
import { openMarket } from '../../src/market/market.ts';
import { SIMULATED_SAMPLES_MS } from '../../src/simulated/venues.ts';
import { createSimulatedSource } from '../../src/simulated/source.ts';

const market = openMarket([createSimulatedSource(SIMULATOR_V2)]);
const { start } = SIMULATOR_V2;
/** Within a minute, an hour and a day. */
const NOW = start + 100 * DAY_MS + 5 * HOUR_MS + 7 * MINUTE_MS + 12_345;

async function rows<Name extends FeedName>(name: Name, query: FeedQuery<Name>): Promise<FeedRows<Name>> {
  const answer = await market.read(name, query);
  assert.ok(answer.ok, answer.ok ? '' : answer.error.reason);
  return answer.value;
}

const problem = async <Name extends FeedName>(name: Name, query: FeedQuery<Name>): Promise<unknown> => {
  const answer = await market.read(name, query);
  return answer.ok ? undefined : answer.error.code;
};

const sum = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);

describe('spot pairs of the seeded market', () => {
  it.each(INTERVALS)('has bars of %s with what takers bought, all of one length', async (interval) => {
    const query = { symbol: 'BTCUSDT', interval, window: { kind: 'last', count: 10 }, asOf: NOW } as const;
    const { closed, takerBuy, quoteVolume, trades, forming } = await rows('pairBars', query);
    expect(closed.length).toBe(10);
    const last = closed.time[9]! + stepMs(interval);
    expect(last <= NOW && last + stepMs(interval) > NOW).toBe(true);
    expect(forming?.time).toBe(last < NOW - MINUTE_MS ? last : undefined);
    for (const column of [takerBuy, quoteVolume, trades]) expect(column.length).toBe(10);
    for (let i = 0; i < 10; i++) {
      expect(takerBuy[i]! > 0 && takerBuy[i]! < closed.volume[i]!).toBe(true);
      const mean = quoteVolume[i]! / closed.volume[i]!;
      expect(mean >= closed.low[i]! && mean <= closed.high[i]!).toBe(true);
    }
  });

  it('sums what takers bought over the short bars of a long one', async () => {
    const window = { kind: 'range', from: start + 10 * DAY_MS, to: start + 12 * DAY_MS - HOUR_MS } as const;
    const hours = await rows('pairBars', { symbol: 'ETHUSDT', interval: '1h', window, asOf: NOW });
    const days = await rows('pairBars', { symbol: 'ETHUSDT', interval: '1d', window, asOf: NOW });
    expect([hours.closed.length, days.closed.length]).toEqual([48, 2]);
    expect(days.takerBuy[1]! / sum(hours.takerBuy.subarray(24))).toBeCloseTo(1, 12);
    expect(sum(days.quoteVolume) / sum(hours.quoteVolume)).toBeCloseTo(1, 12);
  });

  it('has tickers of 24 hours that agree with the bars, and terms of every pair', async () => {
    const { tickers, leftOut } = await rows('spotTickers', { asOf: NOW });
    const { pairs } = await rows('spotPairs', { asOf: NOW });
    expect(leftOut).toBe(0);
    expect(tickers.map(({ symbol }) => symbol)).toEqual(pairs.map(({ symbol }) => symbol));
    const to = NOW - 12_345;
    const window = { kind: 'range', from: to - DAY_MS, to: to - MINUTE_MS } as const;
    const { closed, quoteVolume } = await rows('pairBars', { symbol: 'BTCUSDT', interval: '1m', window, asOf: NOW });
    const ticker = tickers.find(({ symbol }) => symbol === 'BTCUSDT')!;
    expect(ticker).toMatchObject({ last: closed.close.at(-1), open: closed.open[0], from: to - DAY_MS, to });
    expect(ticker.quoteVolume).toBeCloseTo(sum(quoteVolume), 3);
    expect(pairs.every(({ tickSize, isTrading }) => isTrading && tickSize > 0)).toBe(true);
  });

  it('knows no pair of another quote', async () => {
    const query = { interval: '1h', window: { kind: 'last', count: 1 }, asOf: NOW } as const;
    expect(await problem('pairBars', { ...query, symbol: 'ETHBTC' })).toBe('unknown_symbol');
    expect(await problem('pairBars', { ...query, symbol: 'SOLUSDT' })).toBe('unknown_symbol');
  });
});

describe('perps of the other venues of the seeded market', () => {
  it.each(['cexa', 'dexb'] as const)('of %s have a symbol, a rate and its interval', async (venue) => {
    const { perps } = await rows('venuePerps', { venue, asOf: NOW });
    const pepe = perps.find(({ coin }) => coin === 'kPEPE')!;
    expect(pepe).toMatchObject({ symbol: '1000PEPEUSDT' });
    expect(perps.every(({ intervalHours }) => [1, 4, 8].includes(intervalHours))).toBe(true);
    const range = { venue, symbol: 'BTCUSDT', from: NOW - 10 * DAY_MS, to: NOW };
    const { time, rate, intervalHours } = await rows('settlements', range);
    expect([time.length, rate.length, intervalHours[0]]).toEqual([30, 30, 8]);
    const now = await rows('venueOpenInterest', { ...range, step: 'now' });
    expect([...now.time]).toEqual([NOW - 12_345 - 2 * MINUTE_MS]);
    const state = perps.find(({ coin }) => coin === 'BTC')!;
    expect(now.notional[0]! / (state.openInterest * state.index)).toBeCloseTo(1, 1);
  });

  it('keep thirty days of samples and no more', async () => {
    const query = { venue: 'cexa', symbol: 'BTCUSDT', from: 0, to: NOW, step: '1d' } as const;
    const { time } = await rows('venueOpenInterest', query);
    expect(time.length).toBe(30);
    expect(NOW - time[0]!).toBeLessThanOrEqual(SIMULATED_SAMPLES_MS);
    expect((await rows('longShort', query)).time).toEqual(time);
    expect((await rows('longShort', { ...query, step: '5m', from: NOW - DAY_MS })).time.length).toBe(288);
  });

  it('say which venue has nothing of the kind', async () => {
    const query = { symbol: 'BTCUSDT', from: 0, to: NOW, step: '1d' } as const;
    expect(await problem('venuePerps', { venue: 'cexb', asOf: NOW })).toBe('unavailable');
    expect(await problem('longShort', { ...query, venue: 'dexb' })).toBe('unavailable');
    expect(await problem('settlements', { ...query, venue: 'dexb', symbol: 'CRVUSDT' })).toBe('unknown_symbol');
    expect(await problem('settlements', { ...query, venue: 'cexa', symbol: 'BTCUSDC' })).toBe('unknown_symbol');
  });
});

describe('forced closes of the other venues of the seeded market', () => {
  it('are whole within the last hour of a question, and say from when', async () => {
    const to = start + 60 * DAY_MS;
    let hours = 0;
    let count = 0;
    for (let end = to; end > to - 40 * HOUR_MS; end -= HOUR_MS) {
      const whole = await rows('forcedCloses', { venue: 'cexb', from: end - HOUR_MS, to: end });
      const late = await rows('forcedCloses', { venue: 'cexb', from: end - 5 * HOUR_MS, to: end });
      expect(late).toMatchObject({ since: end - HOUR_MS, isUp: true, basis: 'venue' });
      expect(late.liquidations).toEqual(whole.liquidations);
      hours++;
      count += whole.liquidations.length;
    }
    expect(hours).toBe(40);
    expect(count).toBeGreaterThan(0);
  });

  it('are of a market with laws of forced closes alone', () => {
    expect(createSimulatedSource(SIMULATOR_V1).feeds.forcedCloses).toBeUndefined();
    expect(createSimulatedSource(SIMULATOR_V1).feeds.venuePerps).toBeDefined();
  });
});
