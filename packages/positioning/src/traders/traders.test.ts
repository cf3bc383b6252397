import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTradersConfig, TRADERS_V1, type TradersConfig } from './config.ts';
import type { FillColumns } from './fills.ts';
import { traderProfile } from './profile.ts';
import { normalQuantile, studentQuantile, wilson } from './statistics.ts';
import { roundTrips, type Trip } from './trips.ts';

interface Fill {
  readonly coin: string;
  readonly time: number;
  readonly change: number;
  readonly price: number;
  readonly fee: number;
  readonly start: number;
  readonly closedPnl: number;
  readonly isLiquidation?: boolean;
}

function columns(fills: readonly Fill[]): FillColumns {
  const coins = [...new Set(fills.map(({ coin }) => coin))];
  return {
    coins,
    coin: fills.map(({ coin }) => coins.indexOf(coin)),
    time: fills.map(({ time }) => time),
    isBuy: fills.map(({ change }) => (change > 0 ? 1 : 0)),
    price: fills.map(({ price }) => price),
    size: fills.map(({ change }) => Math.abs(change)),
    startPosition: fills.map(({ start }) => start),
    closedPnl: fills.map(({ closedPnl }) => closedPnl),
    fee: fills.map(({ fee }) => fee),
    isLiquidation: fills.map(({ isLiquidation }) => Number(isLiquidation ?? false)),
  };
}

/** Fills of trades in whole units from a flat position, with the profits that a venue would report. */
function traded(trades: readonly { coin: string; change: number; price: number; after: number }[], base = 0): Fill[] {
  const held = new Map<string, { size: number; cost: number }>();
  let time = base;
  return trades.map(({ coin, change, price, after }): Fill => {
    time += after;
    const { size, cost } = held.get(coin) ?? { size: 0, cost: 0 };
    const closing = size * change < 0 ? Math.min(Math.abs(size), Math.abs(change)) : 0;
    const closedPnl = closing * (price - cost) * Math.sign(size);
    const next = size + change;
    const isTurned = size * next < 0;
    const weighed = closing > 0 ? cost : (size * cost + change * price) / next;
    held.set(coin, { size: next, cost: isTurned ? price : weighed });
    return { coin, time, change, price, fee: Math.abs(change) * price * 0.001, start: size, closedPnl };
  });
}

/** The definition, unit by unit: each unit has a cost, and a close takes the average of those held. */
function naiveTrips(
  fills: readonly Fill[],
): Pick<Trip, 'coin' | 'side' | 'opened' | 'closed' | 'closedPnl' | 'fees' | 'isClosed'>[] {
  // prettier-ignore
  const done: (ReturnType<typeof naiveTrips>[number] & { readonly units: number[] })[] = [];
  for (const coin of new Set(fills.map((fill) => fill.coin))) {
    let open: { coin: string; side: Trip['side']; opened: number; closed: number; closedPnl: number; fees: number; isClosed: boolean; units: number[] } | undefined; // prettier-ignore
    for (const { time, change, price, fee } of fills.filter((fill) => fill.coin === coin)) {
      for (let unit = 0; unit < Math.abs(change); unit++) {
        const side = change > 0 ? 'long' : 'short';
        if (open === undefined) {
          open = { coin, side, opened: time, closed: time, closedPnl: 0, fees: 0, isClosed: false, units: [] };
          done.push(open);
        }
        open.closed = time;
        open.fees += fee / Math.abs(change);
        if (open.side === side) open.units.push(price);
        else {
          const mean = open.units.reduce((sum, one) => sum + one, 0) / open.units.length;
          open.closedPnl += (price - mean) * (open.side === 'long' ? 1 : -1);
          open.units.pop();
          open.units = open.units.map(() => mean);
          open.isClosed = open.units.length === 0;
          if (open.isClosed) open = undefined;
        }
      }
    }
  }
  return done.map(({ units: _, ...trip }) => trip);
}

const trade = fc.record({
  coin: fc.constantFrom('BTC', 'ETH', 'kPEPE'),
  change: fc.integer({ min: -6, max: 6 }).filter((n) => n !== 0),
  price: fc.integer({ min: 50, max: 150 }),
  after: fc.integer({ min: 1, max: 3 * HOUR_MS }),
});
const trades = fc.array(trade, { minLength: 1, maxLength: 120 });
const LOOSE: TradersConfig = { ...TRADERS_V1, leastEdgeTrips: 3 };

describe('round trips', () => {
  it('are those of a builder that keeps every unit by itself', () => {
    fc.assert(
      fc.property(trades, (given) => {
        const fills = traded(given);
        const { trips, gaps, dropped } = roundTrips(columns(fills));
        const key = ({ coin, opened }: { coin: string; opened: number }): string => `${coin} ${opened}`;
        const expected = naiveTrips(fills).sort((a, b) => (key(a) < key(b) ? -1 : 1));
        const actual = trips.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
        expect([gaps, dropped]).toEqual([0, 0]);
        expect(actual.map((t) => [key(t), t.side, t.closed, t.isClosed, t.isWhole])).toEqual(
          expected.map((t) => [key(t), t.side, t.closed, t.isClosed, true]),
        );
        for (const [i, one] of actual.entries()) {
          expect(one.closedPnl).toBeCloseTo(expected[i]!.closedPnl, 6);
          expect(one.fees).toBeCloseTo(expected[i]!.fees, 9);
        }
      }),
    );
  });

  it('conserve what the fills closed and cost, wherever the record begins', () => {
    fc.assert(
      fc.property(trades, fc.nat(60), (given, cut) => {
        const fills = traded(given).slice(Math.min(cut, given.length - 1));
        const { trips } = roundTrips(columns(fills));
        const sum = (of: readonly { closedPnl: number; fee?: number; fees?: number }[]): readonly number[] => [
          of.reduce((all, one) => all + one.closedPnl, 0),
          of.reduce((all, one) => all + (one.fee ?? one.fees ?? 0), 0),
        ];
        const [[pnl, fee], [closed, fees]] = [sum(trips), sum(fills)];
        expect(pnl).toBeCloseTo(closed!, 6);
        expect(fee).toBeCloseTo(fees!, 9);
      }),
    );
  });

  it('say where fills are missing, and count what began before them as not whole', () => {
    const fills = traded([
      { coin: 'BTC', change: 4, price: 100, after: 1 },
      { coin: 'BTC', change: 2, price: 100, after: 1 },
      { coin: 'BTC', change: -6, price: 110, after: 1 },
      { coin: 'BTC', change: 1, price: 100, after: 1 },
      { coin: 'BTC', change: -1, price: 90, after: 1 },
    ]);
    const { trips, gaps } = roundTrips(columns(fills.toSpliced(1, 1)));
    expect(gaps).toBe(1);
    expect(trips.map(({ isWhole, isClosed, closedPnl }) => [isWhole, isClosed, closedPnl])).toEqual([
      [false, false, 0],
      [false, true, 60],
      [true, true, -10],
    ]);
  });

  it('leave out a fill that cannot be read', () => {
    const [good] = traded([{ coin: 'BTC', change: 4, price: 100, after: 1 }]);
    for (const bad of [{ price: NaN }, { price: 0 }, { change: Infinity }, { time: NaN }, { start: NaN }]) {
      const { trips, dropped, volume } = roundTrips(columns([{ ...good!, ...bad }, good!]));
      expect([trips.length, dropped, volume]).toEqual([1, 1, 400]);
    }
  });
});

describe('profiles of traders', () => {
  it('are null without fills [#358]', () => {
    expect(traderProfile(columns([]))).toBeNull();
    expect(traderProfile(columns([{ coin: 'BTC', time: 1, change: 1, price: NaN, fee: 0, start: 0, closedPnl: 0 }]))).toBeNull(); // prettier-ignore
  });

  it('have win rate, results and holding time of whole trips, and results of all fills [#358]', () => {
    const fills = traded([
      { coin: 'BTC', change: 1, price: 100, after: 1 },
      { coin: 'BTC', change: -1, price: 120, after: HOUR_MS },
      { coin: 'BTC', change: -2, price: 120, after: 1 },
      { coin: 'BTC', change: 2, price: 125, after: 3 * HOUR_MS },
      { coin: 'ETH', change: 5, price: 10, after: 1 },
    ]);
    const profile = traderProfile(columns(fills))!;
    expect(profile).toMatchObject({ fills: 5, trips: 2, openTrips: 1, partialTrips: 0, score: null, edges: [] });
    expect(profile.closedPnl).toBeCloseTo(10, 9);
    expect(profile.fees).toBeCloseTo(0.001 * (100 + 120 + 240 + 250 + 50), 9);
    expect(profile.pnl).toBeCloseTo(profile.closedPnl - profile.fees, 9);
    expect(profile.volume).toBe(760);
    expect(profile.winRate!.share).toBe(0.5);
    expect(profile.profitFactor).toBeCloseTo((20 - 0.22) / (10 + 0.49), 9);
    expect(profile.medianHoldSeconds).toBe(2 * 3600);
    expect(profile.style).toBe('day');
  });

  it('stay within their ranges, and scale with the size of the account [#355] [#358]', () => {
    fc.assert(
      fc.property(trades, fc.constantFrom(0.01, 8, 1000), (given, by) => {
        const fills = traded(given);
        const one = traderProfile(columns(fills), LOOSE)!;
        const scaled = fills.map((fill) => ({
          ...fill,
          change: fill.change * by,
          start: fill.start * by,
          fee: fill.fee * by,
          closedPnl: fill.closedPnl * by,
        }));
        const other = traderProfile(columns(scaled), LOOSE)!;
        const { winRate, score, trips } = one;
        if (winRate === null) expect(trips).toBe(0);
        else {
          expect(winRate.low).toBeLessThanOrEqual(winRate.share + 1e-12);
          expect(winRate.high).toBeGreaterThanOrEqual(winRate.share - 1e-12);
        }
        expect(score === null).toBe(trips < LOOSE.leastTrips);
        expect(score ?? 0).toBeGreaterThanOrEqual(0);
        expect(score ?? 0).toBeLessThanOrEqual(100);
        for (const edge of one.edges) {
          expect(edge.trips).toBeGreaterThanOrEqual(LOOSE.leastEdgeTrips);
          expect(edge.low).toBeLessThanOrEqual(edge.meanReturn);
          expect(edge.isSignificant).toBe(edge.low > 0 || edge.high < 0);
        }
        expect(other.pnl / by).toBeCloseTo(one.pnl, 6);
        expect([other.trips, other.winRate, other.style]).toEqual([trips, winRate, one.style]);
        if (score !== null) expect(other.score).toBeCloseTo(score, 6);
      }),
    );
  });

  it('do not depend on how fills of two coins are mixed', () => {
    fc.assert(
      fc.property(trades, (given) => {
        const fills = traded(given);
        const byCoin = fills.toSorted((a, b) => (a.coin < b.coin ? -1 : a.coin > b.coin ? 1 : 0));
        const [one, other] = [traderProfile(columns(fills))!, traderProfile(columns(byCoin))!];
        expect(other.trips).toBe(one.trips);
        expect(other.pnl).toBeCloseTo(one.pnl, 6);
        expect(other.score ?? -1).toBeCloseTo(one.score ?? -1, 6);
      }),
    );
  });

  const wins = (count: number, change: number): Fill[] =>
    traded(
      Array.from({ length: count }, (_, i) => [
        { coin: 'BTC', change: 1, price: 100, after: HOUR_MS },
        { coin: 'BTC', change: -1, price: 100 + change + (i % 3), after: HOUR_MS },
      ]).flat(),
    );

  it('score a better record higher, and a longer one of the same kind further from 50', () => {
    const score = (count: number, change: number): number | null => traderProfile(columns(wins(count, change)))!.score;
    expect(score(TRADERS_V1.leastTrips - 1, 5)).toBeNull();
    expect(score(TRADERS_V1.leastTrips, 5)).toBeGreaterThan(50);
    expect(score(50, 5)!).toBeGreaterThan(score(10, 5)!);
    expect(score(50, -5)!).toBeLessThan(score(10, -5)!);
    expect(score(50, -5)!).toBeLessThan(50);
  });

  it('tell edges from the least number of trips on, and call none what is noise', () => {
    const edges = (count: number, change: number) => traderProfile(columns(wins(count, change)))!.edges;
    expect(edges(TRADERS_V1.leastEdgeTrips - 1, 5)).toEqual([]);
    const found = edges(TRADERS_V1.leastEdgeTrips, 5);
    expect(found.map(({ dimension, group, isSignificant }) => [dimension, group, isSignificant])).toEqual([
      ['coin', 'BTC', true],
      ['side', 'long', true],
    ]);
    // Fees of 0.2 against a mean of 0.2 and a spread of 2: not significant.
    expect(edges(24, -0.8).every(({ isSignificant }) => isSignificant)).toBe(false);
  });

  it('refuses a bad config by name', () => {
    expect(() => checkTradersConfig({ ...TRADERS_V1, confidence: 1 })).toThrow('"confidence"');
    expect(() => checkTradersConfig({ ...TRADERS_V1, weights: { ...TRADERS_V1.weights, winRate: 0.5 } })).toThrow('"weights"'); // prettier-ignore
    expect(() => checkTradersConfig({ ...TRADERS_V1, styleBelowSeconds: [5, 4, 6] })).toThrow('"styleBelowSeconds"');
  });
});

describe('intervals', () => {
  it('are those of printed tables', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 6);
    expect(normalQuantile(0.001)).toBeCloseTo(-3.090232, 6);
    expect(normalQuantile(0.5)).toBeCloseTo(0, 9);
    // Student's t, two-sided 95 % and 99 %.
    expect(studentQuantile(0.975, 10)).toBeCloseTo(2.2281, 3);
    expect(studentQuantile(0.975, 30)).toBeCloseTo(2.0423, 4);
    expect(studentQuantile(0.995, 19)).toBeCloseTo(2.8609, 3);
    // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29; score method without correction.
    for (const [k, n, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const interval = wilson(k, n, 0.95);
      expect(interval.low).toBeCloseTo(low, 4);
      expect(interval.high).toBeCloseTo(high, 4);
    }
  });
});
