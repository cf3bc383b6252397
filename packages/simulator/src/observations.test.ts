import { bucketOpen, DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIMULATOR_V1, type SimulatorConfig } from './config.ts';
import { createDerivatives } from './derivatives.ts';
import { createMarket } from './market.ts';
import { OBSERVATIONS_V1 } from './observations-config.ts';
import { createObservations, type Observations } from './observations.ts';
import type { ObservationColumns } from './observed-perp.ts';

const { start, listings } = SIMULATOR_V1;
const HOURS = 120;
const COLUMNS = ['time', 'fundingRate', 'openInterest', 'mark', 'oracle', 'mid', 'premium', 'dayNotional'] as const;
const open = (config = SIMULATOR_V1): Observations => createObservations(createMarket(config));
const market = createMarket(SIMULATOR_V1);
const observations = createObservations(market);
const minute = fc.integer({ min: 0, max: HOURS * 60 });
/** Perps that trade all of the time tested. */
const perp = fc.constantFrom('BTC', 'ETH', 'kPEPE', 'CRV');

function sameBits(actual: ObservationColumns, expected: ObservationColumns, from = 0): void {
  for (const column of COLUMNS) {
    expect(actual[column], column).toEqual(expected[column].slice(from, from + actual.length));
  }
}

describe('minute observations', () => {
  it('are the same in every window, whatever was asked before', () => {
    const whole = open().minutes('ETH', start, start + HOURS * HOUR_MS);
    expect(whole.length).toBe(HOURS * 60);
    const used = open();
    fc.assert(
      fc.property(minute, minute, fc.nat(MINUTE_MS - 1), (a, b, within) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const part = used.minutes('ETH', start + from * MINUTE_MS + within, start + to * MINUTE_MS + within);
        expect(part.length).toBe(to - from);
        sameBits(part, whole, from);
        sameBits(open().minutes('ETH', start + (to - 1) * MINUTE_MS, start + to * MINUTE_MS), whole, to - 1);
      }),
      { numRuns: 20, examples: [[0, 1, 0]] },
    );
  });

  it('know nothing of a later hour: a market that ends with their hour has the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: HOURS }), (hours) => {
        const ended: SimulatorConfig = {
          ...SIMULATOR_V1,
          listings: listings.map((listing) =>
            listing.symbol === 'SOL' ? { ...listing, delistedAfter: hours * HOUR_MS } : listing,
          ),
        };
        const to = start + hours * HOUR_MS;
        const short = open(ended).minutes('SOL', start, to + DAY_MS);
        expect(short.length).toBe(hours * 60);
        sameBits(short, observations.minutes('SOL', start, to));
      }),
      { numRuns: 10 },
    );
  });

  it('end each hour with the funding and the open interest of the hour, to the bit', () => {
    const derivatives = createDerivatives(SIMULATOR_V1);
    fc.assert(
      fc.property(perp, fc.integer({ min: 0, max: 20_000 }), (symbol, hour) => {
        const from = start + hour * HOUR_MS;
        const { fundingRate, openInterest } = derivatives(symbol, from, from + HOUR_MS);
        const minutes = observations.minutes(symbol, from, from + HOUR_MS);
        expect(minutes.length).toBe(60);
        expect([minutes.fundingRate[59], minutes.openInterest[59]]).toEqual([fundingRate[0], openInterest[0]]);
      }),
      { numRuns: 50 },
    );
  });

  it('hold to their laws: marks are closes, oracle and mid follow from them, and everything has its sign', () => {
    const { premium: law } = OBSERVATIONS_V1;
    fc.assert(
      fc.property(perp, fc.integer({ min: 0, max: 20_000 }), (symbol, hour) => {
        const from = start + hour * HOUR_MS;
        const { mark, oracle, mid, premium, openInterest, dayNotional, fundingRate } = observations.minutes(
          symbol,
          from,
          from + HOUR_MS,
        );
        expect(mark).toEqual(market.candles(symbol, 'perpdex_perp', '1m', from, from + HOUR_MS).close);
        expect(oracle).toMatchOracle(
          mark.map((price, i) => price / (1 + premium[i]!)),
          { rel: 6e-7, abs: 0 },
        );
        // Half a tick of five digits: between 0.5 and 5 of 100,000.
        expect(mid.every((price, i) => Math.abs(price / mark[i]! - 1) <= 5.1e-5 && price !== mark[i])).toBe(true);
        expect(openInterest.every((level) => level > 0) && dayNotional.every((sum) => sum > 0)).toBe(true);
        expect(premium.every((share) => Math.abs(share) <= law.most)).toBe(true);
        const mean = (values: Float64Array): number => values.reduce((sum, x) => sum + x, 0) / values.length;
        // The mean of 60 logistic draws has a deviation of .23 scales; six of them.
        expect(mean(premium)).toMatchOracle(law.hours * (mean(fundingRate) - law.interest), {
          rel: 0,
          abs: 1.4 * law.noise,
        });
      }),
      { numRuns: 50 },
    );
  });

  it('count the notional of the minutes of the last 24 hours', () => {
    fc.assert(
      fc.property(perp, minute, (symbol, at) => {
        fc.pre(at > 0);
        const to = start + at * MINUTE_MS;
        const bars = market.candles(symbol, 'perpdex_perp', '1m', Math.max(start, to - DAY_MS), to);
        const expected = bars.close.reduce((sum, price, i) => sum + price * bars.volume[i]!, 0);
        const { dayNotional } = observations.minutes(symbol, to - MINUTE_MS, to);
        expect(dayNotional[0]).toMatchOracle(expected, { rel: 1e-12, abs: 0 });
      }),
      { numRuns: 20 },
    );
  });

  it('are of a perp while it is listed, and of no other', () => {
    for (const { symbol, venue, listedAfter, delistedAfter } of listings) {
      if (venue !== 'perpdex_perp') continue;
      const first = observations.minutes(symbol, 0, start + listedAfter + 5 * MINUTE_MS);
      expect([first.length, first.time[0]], symbol).toEqual([5, start + listedAfter + MINUTE_MS]);
      if (delistedAfter === null) continue;
      const end = start + delistedAfter;
      const last = observations.minutes(symbol, end - MINUTE_MS, end + DAY_MS);
      expect([...last.time], symbol).toEqual([end]);
    }
    expect(() => observations.minutes('NONE', 0, start)).toThrow(/"symbol" expected a perp of the market, got "NONE"/);
    expect(() => observations.minutes('BTC', start, 0)).toThrow(/"to" expected an integer/);
  });

  it.each([
    [{ bursts: -1 }, /"bursts" expected a number within 0…5, got -1/],
    [{ noise: { funding: NaN, openInterest: 0 } }, /"noise.funding" expected a number within 0…0.001, got NaN/],
    [{ leverage: [[1e6, 5]] as const }, /"leverage" expected a last entry for a quote volume of 0/],
    [{ book: { ...OBSERVATIONS_V1.book, everyMs: 7000 } }, /"book.everyMs" expected a divisor of a minute, got 7000/],
  ])('refuse the config %j', (part, message) => {
    expect(() => createObservations(market, { ...OBSERVATIONS_V1, ...part })).toThrow(message);
  });
});

describe('a perp at a moment', () => {
  it('is what its last minute says', () => {
    fc.assert(
      fc.property(perp, minute, fc.nat(MINUTE_MS - 1), (symbol, at, within) => {
        fc.pre(at > 0);
        const time = start + at * MINUTE_MS;
        const state = observations.perp(symbol, time + within)!;
        const minutes = observations.minutes(symbol, time - MINUTE_MS, time);
        expect({ ...state }).toMatchObject({ symbol, time, isDelisted: false });
        for (const column of COLUMNS) expect(state[column], column).toBe(minutes[column][0]);
        const before = market.candles(symbol, 'perpdex_perp', '1m', start, Math.max(start + MINUTE_MS, time - DAY_MS));
        expect(state.previousDayPrice).toBe(at > 1440 ? before.close.at(-1) : before.open[0]);
      }),
      {
        numRuns: 20,
        examples: [
          ['BTC', 1440, 0],
          ['BTC', 1441, 0],
        ],
      },
    );
  });

  it('is not there before its first minute, and stale once it is delisted', () => {
    const late = listings.find(({ listedAfter }) => listedAfter > 0)!;
    const born = start + late.listedAfter;
    expect(observations.perp(late.symbol, born + MINUTE_MS - 1)).toBeUndefined();
    expect(observations.perp(late.symbol, born + MINUTE_MS)).toBeDefined();
    const gone = listings.find(({ venue, delistedAfter }) => venue === 'perpdex_perp' && delistedAfter !== null)!;
    const end = start + gone.delistedAfter!;
    const before = observations.perp(gone.symbol, end - 1)!;
    expect(before.isDelisted).toBe(false);
    const after = observations.perp(gone.symbol, end + 400 * DAY_MS)!;
    const last = observations.minutes(gone.symbol, end - MINUTE_MS, end);
    expect(after).toMatchObject({
      time: end,
      isDelisted: true,
      fundingRate: 0,
      openInterest: 0,
      dayNotional: 0,
      mark: last.mark[0],
      oracle: last.oracle[0],
    });
    expect([after.mid, after.premium]).toEqual([NaN, NaN]);
    expect(observations.book(gone.symbol, end)).toBeUndefined();
  });

  it('has decimals by its price and a leverage by its volume', () => {
    const at = (symbol: string): readonly [number, number] => {
      const { sizeDecimals, maxLeverage } = observations.perp(symbol, start + HOUR_MS)!;
      return [sizeDecimals, maxLeverage];
    };
    expect(['BTC', 'ETH', 'SOL', 'DOGE', 'SEI', 'CRV'].map(at)).toEqual([
      [5, 40],
      [4, 25],
      [2, 20],
      [0, 10],
      [0, 5],
      [0, 3],
    ]);
  });
});

describe('the book', () => {
  it('is sorted, positive, on the grid of prices and sizes, and about the mid', () => {
    fc.assert(
      fc.property(perp, minute, fc.nat(MINUTE_MS - 1), (symbol, at, within) => {
        fc.pre(at > 0);
        const time = start + at * MINUTE_MS + within;
        const { bids, asks, time: since } = observations.book(symbol, time)!;
        const { mark, mid, sizeDecimals } = observations.perp(symbol, time)!;
        expect(since).toBe(bucketOpen(time, 3000));
        for (const { price, size, orders } of [bids, asks]) {
          expect([price.length, size.length, orders.length]).toEqual([20, 20, 20]);
          expect(price.every((level) => level > 0 && Number(level.toPrecision(5)) === level)).toBe(true);
          expect(size.every((units) => units > 0 && Number(units.toFixed(sizeDecimals)) === units)).toBe(true);
          expect(orders.every((count, i) => count >= 1 && count <= Math.round(size[i]! * 10 ** sizeDecimals))).toBe(
            true,
          );
        }
        expect(bids.price.every((level, i) => level < (i === 0 ? mid : bids.price[i - 1]!))).toBe(true);
        expect(asks.price.every((level, i) => level > (i === 0 ? mid : asks.price[i - 1]!))).toBe(true);
        expect([bids.price[0], asks.price[0]]).toContain(mark);
        expect((bids.price[0]! + asks.price[0]!) / 2).toMatchOracle(mid, { rel: 1e-9, abs: 0 });
      }),
      { numRuns: 100 },
    );
  });

  it('stands for three seconds, and is the same for everyone', () => {
    fc.assert(
      fc.property(perp, fc.integer({ min: 1, max: HOURS * 1200 }), fc.nat(2999), (symbol, bucket, within) => {
        fc.pre(bucket * 3000 >= MINUTE_MS);
        const time = start + bucket * 3000;
        const book = observations.book(symbol, time);
        expect(observations.book(symbol, time + within)).toEqual(book);
        expect(open().book(symbol, time)).toEqual(book);
        expect(observations.book(symbol, time + 3000)!.bids.size).not.toEqual(book!.bids.size);
      }),
      { numRuns: 10 },
    );
  });
});
