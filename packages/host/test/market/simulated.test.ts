import { bucketOpen, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { createDerivatives, createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openMarket, type Pulled } from '../../../sources/src/market/market.ts';
import { SIMULATED_RETENTION_BARS } from '../../../sources/src/simulated/bars.ts';
import { SIMULATED_MINUTES_MS } from '../../../sources/src/simulated/derivatives.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { simulatedMarket } from '../test-support.ts';

const source = simulatedMarket();
const BTC = { symbol: 'BTC', venue: 'perpdex_perp' } as const;
const AS_OF = Date.UTC(2025, 5, 2, 10, 23, 30);

describe('the simulated source', () => {
  it('keeps about four days of minutes: an older start brings fewer bars [#323]', async () => {
    const window = { kind: 'range', from: AS_OF - 10 * 24 * HOUR_MS, to: AS_OF } as const;
    const answer = await source.read('bars', { ...BTC, interval: '1m', window, asOf: AS_OF });
    const { closed } = answer.ok ? answer.value : { closed: undefined };
    expect(closed!.length).toBe(SIMULATED_RETENTION_BARS - 1);
    expect(AS_OF - closed!.time[0]!).toBeLessThanOrEqual(4 * 24 * HOUR_MS);
  });

  it('forms the hour out of its closed minutes', async () => {
    const hour = await source.read('bars', { ...BTC, interval: '1h', window: { kind: 'last', count: 1 }, asOf: AS_OF });
    const open = Date.UTC(2025, 5, 2, 10);
    const minutes = await source.read('bars', {
      ...BTC,
      interval: '1m',
      window: { kind: 'range', from: open, to: open + 22 * MINUTE_MS },
      asOf: AS_OF,
    });
    const forming = hour.ok ? hour.value.forming! : undefined!;
    const { closed } = minutes.ok ? minutes.value : undefined!;
    expect(closed.length).toBe(23);
    expect(forming).toMatchObject({ time: open, open: closed.open[0], close: closed.close[22] });
    expect(forming.high).toBe(Math.max(...closed.high));
  });

  it.each(['5m', '15m', '30m'] as const)('has %s bars up to the last one that closed', async (interval) => {
    const answer = await source.read('bars', { ...BTC, interval, window: { kind: 'last', count: 50 }, asOf: AS_OF });
    const { closed, forming } = answer.ok ? answer.value : undefined!;
    const step = closed.time[1]! - closed.time[0]!;
    expect(closed.length).toBe(50);
    expect(closed.time[49]! + step).toBe(forming!.time);
  });

  it('shows the last minutes of a symbol that trades no more', async () => {
    const gone = createMarket().config.listings.find(({ delistedAfter }) => delistedAfter !== null)!;
    const late = Date.UTC(2027, 0, 1);
    const listing = { symbol: gone.symbol, venue: gone.venue };
    const answer = await source.read('bars', {
      ...listing,
      interval: '1d',
      window: { kind: 'last', count: 3 },
      asOf: late,
    });
    expect(answer.ok && answer.value.closed.length).toBe(3);
    expect(answer.ok && answer.value.forming).toBeUndefined();
  });
});

describe('coverage of the simulated source', () => {
  const latest = Math.max(...SIMULATOR_V2.listings.map(({ listedAfter }) => listedAfter));
  const listings = SIMULATOR_V2.listings.filter(
    ({ symbol, listedAfter, delistedAfter }) => symbol === 'BTC' || delistedAfter !== null || listedAfter === latest,
  );
  const few = createSimulatedSource({ ...SIMULATOR_V2, listings });
  const bars = createMarket({ ...SIMULATOR_V2, listings });

  it('is that of the bars, before a listing, after its end and at any moment of an hour', async () => {
    const { start } = SIMULATOR_V2;
    const ends = listings.flatMap(({ listedAfter, delistedAfter }) => [listedAfter, delistedAfter ?? listedAfter]);
    const near = fc.tuple(fc.constantFrom(...ends), fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS }));
    const moments = fc.oneof(
      fc.integer({ min: 0, max: AS_OF }),
      near.map(([end, off]) => start + end + off),
    );
    await fc.assert(
      fc.asyncProperty(moments, async (asOf) => {
        const coverage = few.state(asOf).flatMap((feed) => feed.coverage ?? []);
        const pulled = listings
          .map(({ symbol, venue }) => ({ symbol, venue, hours: bars.candles(symbol, venue, '1h', 0, asOf) }))
          .filter(({ hours }) => hours.length > 0);
        expect(coverage.length).toBeGreaterThan(0);
        for (const { venue, ...covered } of coverage) {
          const there = pulled.filter((one) => one.venue === venue).map(({ hours }) => hours);
          const closes = there.map(({ time, length }) => time[length - 1]! + HOUR_MS);
          expect(covered).toEqual({
            symbols: there.length,
            bars: there.reduce((sum, { length }) => sum + length, 0),
            interval: there.length === 0 ? null : '1h',
            lastClose: there.length === 0 ? null : Math.max(...closes),
          });
        }
        const names = (await few.feeds.bars!.listings(asOf)).map(({ symbol, venue }) => `${venue}:${symbol}`);
        expect(names.toSorted()).toEqual(pulled.map(({ symbol, venue }) => `${venue}:${symbol}`).toSorted());
      }),
    );
  });
});

function valueOf<Rows>(answer: Pulled<Rows>): Rows {
  if (!answer.ok) throw new Error(answer.error.reason);
  return answer.value;
}

describe('observations of the simulated source', () => {
  const market = openMarket([createSimulatedSource(SIMULATOR_V2)]);
  const derivatives = createDerivatives(SIMULATOR_V2);
  const bars = createMarket();
  const moment = fc.integer({ min: AS_OF - 4 * SIMULATED_MINUTES_MS, max: AS_OF });

  it('give funding and open interest by the minute of the last day before the end of a range and by the hour before, each hour with its value', async () => {
    const property = fc.asyncProperty(moment, moment, async (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const levels = valueOf(await market.read('openInterest', { symbol: 'ETH', from, to }));
      const rates = valueOf(await market.read('funding', { symbol: 'ETH', from, to }));
      const border = bucketOpen(to - SIMULATED_MINUTES_MS, HOUR_MS);
      const times: number[] = [];
      for (let time = bucketOpen(from, MINUTE_MS) + MINUTE_MS; time <= to; time += MINUTE_MS) {
        if (time > border || time % HOUR_MS === 0) times.push(time);
      }
      expect([...levels.time]).toEqual(times);
      expect([...rates.time]).toEqual(times);
      const open = bucketOpen(from, HOUR_MS);
      const hours = derivatives('ETH', open, Math.max(open, to));
      const { close } = bars.candles('ETH', 'perpdex_perp', '1h', open, Math.max(open, to));
      const ends = times.flatMap((time, i) => (time % HOUR_MS === 0 ? [i] : []));
      expect(ends.map((i) => levels.contracts[i])).toEqual([...hours.openInterest]);
      expect(ends.map((i) => rates.rate1h[i])).toEqual([...hours.fundingRate]);
      expect(ends.map((i) => levels.mark[i])).toEqual([...close]);
    });
    await fc.assert(property, { numRuns: 15, examples: [[AS_OF, AS_OF]] });
  });

  it('say of a delisted perp that it has no book, and nothing of one that is not listed yet', async () => {
    const book = async (symbol: string, asOf: number) => {
      const answer = await market.read('book', { symbol, asOf });
      return answer.ok ? 'ok' : answer.error.code;
    };
    expect(await book('MATIC', AS_OF)).toBe('unavailable');
    expect(await book('HYPE', Date.UTC(2024, 5, 1))).toBe('unavailable');
    const early = await market.read('contexts', { asOf: Date.UTC(2024, 5, 1) });
    const late = await market.read('contexts', { asOf: AS_OF });
    const names = (answer: typeof early) => (answer.ok ? answer.value.perps.map(({ symbol }) => symbol) : []);
    expect([names(early).includes('HYPE'), names(late).includes('HYPE')]).toEqual([false, true]);
    expect(late.ok && late.value.perps.find(({ symbol }) => symbol === 'MATIC')).toMatchObject({
      isDelisted: true,
      mid: NaN,
      premium: NaN,
      openInterest: 0,
      fundingRate1h: 0,
    });
  });
});
