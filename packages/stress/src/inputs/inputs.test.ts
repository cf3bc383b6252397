/** Feeds as inputs of the risks: medians, ages, robust z, moves in standard deviations; worked examples and laws. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectorRotation } from '../risk/sector-rotation.ts';
import { crossAssetMoves } from './cross-asset.ts';
import { mediaVolume } from './media.ts';
import { stablecoinEpisodes, stablecoinMints, stablecoinsAt } from './pegs.ts';
import { newestWithin } from './series.ts';

const NOW = Date.UTC(2024, 4, 1);
const supplyOf = (symbol: string, usd: number, age = 0) => ({ symbol, time: [NOW - age], value: [usd] });

describe('a series', () => {
  it('speaks for now with its newest value by then, unless that is old', () => {
    const series = { time: [10, 20, 30], value: [1, 2, 3] };
    expect([newestWithin(series, 25, 5), newestWithin(series, 26, 5), newestWithin(series, 9, 100)]).toEqual([
      2,
      null,
      null,
    ]);
    expect(newestWithin({ time: [10], value: [NaN] }, 10, 5)).toBeNull();
  });
});

describe('stablecoins', () => {
  const prices = [
    { symbol: 'AAA', time: [-40, -20, -10, 0, 5].map((m) => NOW + m * MINUTE_MS), value: [0.5, 0.9, 0.99, 0.97, 0.1] },
    { symbol: 'BBB', time: [NOW - 3 * HOUR_MS], value: [0.9] },
  ];

  it('have the median price of the half hour by the question, and null where the newest is old [#614]', () => {
    const coins = stablecoinsAt({ asOf: NOW, prices, supplies: [supplyOf('AAA', 2e9), supplyOf('BBB', 1e9)] });
    // From 0.9, 0.99, 0.97: the value of 40 minutes ago is too old, that of 5 minutes ahead unknown.
    expect(coins).toEqual([
      { symbol: 'AAA', price: 0.97, supplyUsd: 2e9 },
      { symbol: 'BBB', price: null, supplyUsd: 1e9 },
    ]);
  });

  it('of two places are read as one', () => {
    const twice = [prices[0]!, { symbol: 'AAA', time: [NOW - MINUTE_MS], value: [0.98] }];
    const coins = stablecoinsAt({ asOf: NOW, prices: twice, supplies: [supplyOf('AAA', 2e9)] });
    expect(coins![0]!.price).toBeCloseTo(0.975, 12);
  });

  it('are not known without a fresh price, or without a fresh supply', () => {
    expect(stablecoinsAt({ asOf: NOW, prices: [prices[1]!], supplies: [supplyOf('BBB', 1e9)] })).toBeNull();
    expect(stablecoinsAt({ asOf: NOW, prices, supplies: [supplyOf('AAA', 1e9, 4 * DAY_MS)] })).toBeNull();
    expect(stablecoinEpisodes({ asOf: NOW, prices: [], supplies: [] })).toBeNull();
  });

  it('have episodes with the share of the supply of those that count [#625]', () => {
    const hours = Array.from({ length: 10 }, (_, i) => NOW - (9 - i) * HOUR_MS);
    const series = [
      { symbol: 'AAA', time: hours, value: hours.map((_, i) => (i >= 3 && i <= 5 ? 0.98 : 1)) },
      { symbol: 'BBB', time: hours, value: hours.map((_, i) => (i >= 8 ? 0.9 : 1)) },
    ];
    const supplies = [supplyOf('AAA', 3e9), supplyOf('BBB', 1e9), supplyOf('TINY', 1e6)];
    const found = stablecoinEpisodes({ asOf: NOW, prices: series, supplies })!;
    expect(found.map(({ symbol, share, start, end }) => [symbol, share, start, end])).toEqual([
      ['AAA', 0.75, hours[3], hours[5]],
      ['BBB', 0.25, hours[8], null],
    ]);
    expect(found[0]!.worstBps).toBeCloseTo(200, 9);
  });

  it('mint when a supply grows by 100 million from one day to the next, within a week', () => {
    const days = [9, 8, 3, 2, 1].map((d) => NOW - d * DAY_MS);
    const supplies = [{ symbol: 'AAA', time: days, value: [1e9, 2e9, 2.05e9, 2.3e9, 2.1e9] }];
    const [mint, ...others] = stablecoinMints({ asOf: NOW, supplies });
    expect([mint?.symbol, mint?.time, others]).toEqual(['AAA', days[3], []]);
    expect(mint?.usd).toBeCloseTo(0.25e9, 0);
  });
});

/** Hours of media that end now: a month of alternating 4 and 6, then a day of `last`. */
function mediaOf(last: number, tone: number) {
  const hours = 31 * 24;
  return {
    time: Array.from({ length: hours }, (_, i) => NOW - (hours - 1 - i) * HOUR_MS),
    articles: Array.from({ length: hours }, (_, i) => (i >= hours - 24 ? last : i % 2 === 0 ? 4 : 6)),
    tone: Array.from({ length: hours }, (_, i) => (i === hours - 1 ? tone : i >= hours - 24 ? 0 : 3)),
  };
}

describe('articles about regulation', () => {
  it('are compared with the hours of a month in robust deviations [#632]', () => {
    const found = mediaVolume(mediaOf(20, -4), NOW)!;
    expect([found.articles, found.hours, found.baselineHours, found.median]).toEqual([480, 24, 720, 5]);
    expect(found.scale).toBeCloseTo(1.4826, 9);
    expect(found.volumeZ).toBeCloseTo((20 - 5) / 1.4826, 9);
    expect(found.tone).toBeCloseTo(-4 / 24, 9);
  });

  it('have no tone of a day without any, and a smallest scale', () => {
    const quiet = mediaOf(0, NaN);
    const found = mediaVolume({ ...quiet, articles: quiet.articles.map(() => 0) }, NOW)!;
    expect(found).toMatchObject({ volumeZ: 0, tone: 0, scale: 1 });
  });

  it('are not known when the newest hour is old, and when the baseline is short', () => {
    const series = mediaOf(5, 0);
    expect(mediaVolume(series, NOW + 7 * HOUR_MS)).toBeNull();
    const short = {
      time: series.time.slice(-100),
      articles: series.articles.slice(-100),
      tone: series.tone.slice(-100),
    };
    expect(mediaVolume(short, NOW)).toBeNull();
  });

  it('do not know what comes later', () => {
    const series = mediaOf(20, -4);
    const cut = series.time.length - 30;
    const then = series.time[cut - 1]!;
    const known = {
      time: series.time.slice(0, cut),
      articles: series.articles.slice(0, cut),
      tone: series.tone.slice(0, cut),
    };
    expect(mediaVolume(series, then)).toEqual(mediaVolume(known, then));
  });
});

/** Daily values that end now. */
const daily = (values: readonly number[]) => ({
  time: values.map((_, i) => NOW - (values.length - 1 - i) * DAY_MS),
  value: values,
});
const noise = (seed: number, length: number): readonly number[] => {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  });
};
const walk = (seed: number, length = 300): readonly number[] => {
  let level = 100;
  return noise(seed, length).map((step) => (level += step));
};

describe('moves across assets', () => {
  const feeds = {
    asOf: NOW,
    dollar: daily(walk(1)),
    us10y: daily(walk(2)),
    gold: daily(walk(3)),
    nasdaq: daily(walk(4)),
    btc: daily(walk(5)),
  };

  it('are of four assets, in deviations of the moves before, a fall of the dollar being none [#632]', () => {
    const moves = crossAssetMoves(feeds)!;
    expect(moves.map(({ asset }) => asset)).toEqual(['dollar', 'us_10y', 'gold', 'btc_nasdaq']);
    for (const { asset, move, deviation, z } of moves) {
      const isRiseOnly = asset === 'dollar' || asset === 'us_10y';
      expect(z).toBeCloseTo(isRiseOnly ? Math.max(0, move / deviation) : move / deviation, 12);
    }
    const yields = feeds.us10y.value;
    expect(moves[1]!.move).toBeCloseTo(yields.at(-1)! - yields.at(-6)!, 12);
    expect(moves[1]!.moves).toBe(250);
  });

  it('do not change with the scale of a price', () => {
    const scaled = { ...feeds, gold: daily(feeds.gold.value.map((one) => one * 1000)) };
    expect(crossAssetMoves(scaled)![2]!.z).toBeCloseTo(crossAssetMoves(feeds)![2]!.z, 6);
  });

  it('need two assets; one that is old, short or still is left out', () => {
    const { dollar, gold } = feeds;
    expect(crossAssetMoves({ asOf: NOW, dollar })).toBeNull();
    expect(crossAssetMoves({ asOf: NOW, dollar, gold })).toHaveLength(2);
    expect(crossAssetMoves({ asOf: NOW + 6 * DAY_MS, dollar, gold })).toBeNull();
    expect(crossAssetMoves({ asOf: NOW, dollar, gold: daily(gold.value.slice(-40)) })).toBeNull();
    expect(crossAssetMoves({ asOf: NOW, dollar, gold: daily(gold.value.map(() => 7)) })).toBeNull();
  });

  it('do not know what comes later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 299 }), (cut) => {
        const upTo = ({ time, value }: ReturnType<typeof daily>) => ({
          time: time.slice(0, cut),
          value: value.slice(0, cut),
        });
        const asOf = feeds.gold.time[cut - 1]!;
        const known = {
          asOf,
          dollar: upTo(feeds.dollar),
          us10y: upTo(feeds.us10y),
          gold: upTo(feeds.gold),
          nasdaq: upTo(feeds.nasdaq),
          btc: upTo(feeds.btc),
        };
        expect(crossAssetMoves({ ...feeds, asOf })).toEqual(crossAssetMoves(known));
      }),
      { numRuns: 20 },
    );
  });
});

describe('rotation of sectors [#616]', () => {
  const coin = (category: string, marketCap: number, change7d: number | null) => ({
    marketCap,
    change7d,
    categories: [category],
  });

  it('is the return of who held each sector by market cap, less that of all', () => {
    const found = sectorRotation([
      ...Array.from({ length: 5 }, () => coin('up', 110, 10)),
      ...Array.from({ length: 5 }, () => coin('down', 90, -10)),
      coin('small', 1, 900),
      coin('down', 5, null),
      coin('down', 5, 5000),
    ])!;
    expect(found.sectors).toBe(2);
    expect(found.leaders.map(({ name, coins }) => [name, coins])).toEqual([['up', 5]]);
    expect(found.laggards.map(({ name }) => name)).toEqual(['down']);
    expect(found.change7d).toBeCloseTo(100 * ((5 * 110 + 5 * 90 + 1) / (5 * 100 + 5 * 100 + 0.1) - 1), 9);
    expect(found.leaders[0]!.excess).toBeCloseTo(10 - found.change7d, 9);
  });

  it('is not known of fewer than two sectors', () => {
    expect(sectorRotation([])).toBeNull();
    expect(sectorRotation(Array.from({ length: 9 }, () => coin('one', 5, 1)))).toBeNull();
  });
});
