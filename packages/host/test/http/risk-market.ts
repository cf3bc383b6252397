/** A market for the tests of risks over HTTP: coins, unlocks, and every feed that the composites read. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import type { CoinRecord, UnlockSchedule } from '@barograph/stress';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket, type Market } from '../../../sources/src/market/market.ts';
import { coinOf, referenceSource } from '../../../runtime/test/producers/reference/reference-source.ts';
import { outlookSource, type RiskRows } from '../../../runtime/test/producers/risk/outlook-source.ts';
import { AS_OF, smallSeries } from '../test-support.ts';

/** Moment of the tests. */
export const NOW = AS_OF;
/** Its midnight. */
export const TODAY = NOW - (NOW % DAY_MS);
const coins: readonly CoinRecord[] = [
  coinOf('bitcoin', { symbol: 'BTC', rank: 1, marketCap: 2e12, price: 2000, max: null, total: 1e9 }),
  coinOf('pepe', { symbol: 'PEPE', rank: 4, circulating: 4e9, marketCap: 8e9, price: 2 }),
  coinOf('pepe-2', { symbol: 'PEPE', rank: 20, circulating: 1e9, marketCap: 1e8, price: 0.1 }),
  coinOf('xyz', { symbol: 'XYZ', rank: 21, circulating: 1e8, marketCap: 1e8, price: 1, max: 1e9 }),
  ...['up', 'down'].flatMap((name) =>
    Array.from({ length: 5 }, (_, i) =>
      coinOf(`${name}${i}`, { rank: 50 + i, categories: [name], change7d: name === 'up' ? 20 : -10 }),
    ),
  ),
];
const schedule = (coin: string, days: readonly number[], tokens = 1e7): UnlockSchedule => ({
  coin,
  knownAt: NOW - DAY_MS,
  tranches: days.map((day) => ({ time: TODAY + day * DAY_MS, tokens, section: `${day}`, kind: 'cliff' })),
  streams: [],
});
/** A series by the hour that ends now. */
export const hourly = (count: number, value: (i: number) => number) => ({
  time: Float64Array.from({ length: count }, (_, i) => NOW - (count - 1 - i) * HOUR_MS),
  value: Float64Array.from({ length: count }, (_, i) => value(i)),
});
const daily = (count: number, value: (i: number) => number) => ({
  time: Float64Array.from({ length: count }, (_, i) => NOW - HOUR_MS - (count - 1 - i) * DAY_MS),
  value: Float64Array.from({ length: count }, (_, i) => value(i)),
});
const wave = (i: number, k: number): number => Math.sin(i * k) + 0.3 * Math.cos(i * 2.7 * k);
const MEDIA_HOURS = 32 * 24;
/** Every feed that the risks read, at the moment of the tests. */
export const FULL = (): Required<RiskRows> => ({
  macroCalendar: {
    releases: [
      { print: 'CPI', name: 'Consumer Price Index', time: NOW - 3 * HOUR_MS, publisher: 'BLS', expectedMoveBp: null },
      { print: 'FOMC', name: 'FOMC rate decision', time: NOW + 2 * DAY_MS, publisher: 'Fed', expectedMoveBp: -25 },
      { print: 'GDP', name: 'Gross Domestic Product', time: NOW + 20 * DAY_MS, publisher: 'BEA', expectedMoveBp: null },
      { print: 'FOMC', name: 'FOMC rate decision', time: NOW + 44 * DAY_MS, publisher: 'Fed', expectedMoveBp: null },
    ],
  },
  stablecoins: {
    total: daily(10, () => 1e11),
    coins: [
      { symbol: 'USDT', ...daily(10, (i) => (i === 9 ? 9.4e10 : 9.37e10)) },
      { symbol: 'USDC', ...daily(10, () => 3e10) },
      { symbol: 'TINY', ...daily(10, () => 1e6) },
    ],
  },
  pegs: {
    coins: [
      { symbol: 'USDT', publisher: 'USDT/USD', ...hourly(480, () => 1.0005) },
      // Off its peg four days ago, and half a percent now.
      {
        symbol: 'USDC',
        publisher: 'USDC/USDT',
        ...hourly(480, (i) => (i > 370 && i < 390 ? 0.9 : i > 475 ? 0.995 : 1)),
      },
      { symbol: 'TINY', publisher: 'TINY/USDT', ...hourly(480, () => 0.5) },
    ],
  },
  hacks: {
    hacks: [
      { name: 'Old bridge', time: NOW - 20 * DAY_MS, lossUsd: 1e9, symbols: ['BTC'] },
      { name: 'Big exchange', time: NOW - 8 * DAY_MS, lossUsd: 3e8, symbols: ['BTC', 'XYZ'] },
      { name: 'Pepe pool', time: NOW - 2 * DAY_MS, lossUsd: 5e6, symbols: ['PEPE'] },
      { name: 'Nobody knows', time: NOW - DAY_MS, lossUsd: null, symbols: ['ETH'] },
      { name: 'Tomorrow', time: NOW + HOUR_MS, lossUsd: 1e10, symbols: ['BTC'] },
    ],
  },
  media: {
    time: hourly(MEDIA_HOURS, () => 0).time,
    articles: Float64Array.from({ length: MEDIA_HOURS }, (_, i) => (i >= MEDIA_HOURS - 24 ? 9 : i % 2 === 0 ? 4 : 6)),
    tone: Float64Array.from({ length: MEDIA_HOURS }, (_, i) => (i % 5 === 0 ? -4 : -1)),
  },
  macro: {
    series: [
      { name: 'dollar_index', publisher: 'x', ...daily(300, (i) => 100 + wave(i, 0.5)) },
      { name: 'us_10y', publisher: 'x', ...daily(300, (i) => 4 + 0.1 * wave(i, 0.7)) },
      { name: 'gold_usd', publisher: 'PAXG/USDT', isProxy: true, ...daily(300, (i) => 2000 + 20 * wave(i, 0.9)) },
    ],
  },
  headlines: {
    headlines: [
      {
        id: 'a',
        title: 'SEC sues crypto exchange',
        url: 'https://example.org/a',
        time: NOW - HOUR_MS,
        publisher: 'P',
        topic: 'policy',
      },
      {
        id: 'b',
        title: 'SEC approves bitcoin ETF',
        url: 'javascript:alert(1)',
        time: NOW - 80 * HOUR_MS,
        publisher: 'P',
        topic: 'policy',
      },
      { id: 'c', title: 'Mayor opens a bakery', time: NOW - HOUR_MS, publisher: 'P', topic: 'policy' },
      { id: 'd', title: 'Bridge drained of millions', time: NOW - 2 * HOUR_MS, publisher: 'P', topic: 'security' },
      { id: 'e', title: 'SEC bans crypto', time: NOW + HOUR_MS, publisher: 'P', topic: 'policy' },
    ],
  },
});
/** Names of the feeds. */
export const NAMES = ['macro', 'macroCalendar', 'stablecoins', 'pegs', 'hacks', 'media', 'headlines'] as const;
const reference = referenceSource(
  [{ knownAt: NOW - DAY_MS, coins }],
  [
    schedule('bitcoin', [3, 20], 100),
    schedule('pepe', [1, 40], 1e8),
    schedule('pepe-2', [2], 1e7),
    schedule('xyz', [5]),
  ],
);
/** A market of these coins and unlocks whose feeds return `rows`. */
export const riskMarket = (rows: RiskRows): Market =>
  openMarket([createFilesSource(smallSeries()), reference, outlookSource(rows, NAMES)]);
