/**
 * Depth of the books of one pass of the sampler, 25 coins, against a plain loop that measures the same and checks
 * nothing; and the label of a sample once its week of baselines is there.
 */

import { bookSide, MINUTE_MS, type Book } from '@barograph/core';
import { createLiquidityTracker, depth, type LiquiditySample } from '@barograph/stress';
import { loadavg } from 'node:os';
import { answer, type Timing } from './harness.ts';

const COINS = 25;

/** Deterministic book with a number of levels per side, 1 bps apart. */
function bookOf(coin: number, levels: number): Book {
  const mid = 10 * (coin + 1);
  const side = (sign: 1 | -1) =>
    bookSide(
      Array.from({ length: levels }, (_, i): [number, number] => [
        mid * (1 + sign * (0.000_05 + i * 0.000_1)),
        1 + ((i * 7 + coin) % 11),
      ]),
    );
  return { bids: side(-1), asks: side(1) };
}

const BANDS = [10, 25, 50, 100];

/** The same numbers by hand: no checks, no config, one side at a time. */
function plainSide(price: Float64Array, size: Float64Array, mid: number, sign: number) {
  const notional = [0, 0, 0, 0];
  let sum = 0;
  let band = 0;
  for (let i = 0; i < price.length; i++) {
    const away = (sign * (price[i]! - mid) * 1e4) / mid;
    while (band < 4 && away > BANDS[band]!) notional[band++] = sum;
    sum += price[i]! * size[i]!;
  }
  while (band < 4) notional[band++] = sum;
  const reach = (sign * (price[price.length - 1]! - mid) * 1e4) / mid;
  return { notional, truncated: BANDS.map((bps) => reach < bps) };
}

function plainDepth({ bids, asks }: Book) {
  const mid = (bids.price[0]! + asks.price[0]!) / 2;
  const below = plainSide(bids.price, bids.size, mid, -1);
  const above = plainSide(asks.price, asks.size, mid, 1);
  const [b, a] = [below.notional[0]!, above.notional[0]!];
  const spread = (1e4 * (asks.price[0]! - bids.price[0]!)) / mid;
  return { mid, spread, imbalance: (b - a) / (b + a), below, above };
}

const results: Record<string, Timing[]> = {};
console.log(`load ${loadavg().map((value) => value.toFixed(2)).join(' ')}`); // prettier-ignore

for (const levels of [20, 1000]) {
  const books = Array.from({ length: COINS }, (_, coin) => bookOf(coin, levels));
  // many passes per round, so that a round is longer than the clock's resolution
  const passes = 40_000 / levels;
  const over = (measure: (book: Book) => unknown) => () => {
    let last: unknown;
    for (let i = 0; i < passes; i++) for (const book of books) last = measure(book);
    return last;
  };
  results[`depth-${levels}`] = answer({
    title: `depth of ${COINS} books of ${levels} levels a side, per pass`,
    units: passes,
    reference: 'plain loop',
    cases: [
      { name: 'plain loop', run: over(plainDepth) },
      { name: 'barograph depth()', run: over((book) => depth(book)) },
    ],
  });
}

const sampleAt = (i: number): LiquiditySample => ({
  time: i * 2 * MINUTE_MS,
  depth: 1e6 + ((i * 7919) % 10_007),
  spreadBps: 1 + ((i * 31) % 17) / 10,
  imbalance: 0,
  price: 100 + Math.sin(i / 50),
  openInterest: 1e5 + ((i * 13) % 101),
  liquidations: 0,
});
const WEEK = 5_040;
const warm = createLiquidityTracker();
for (let i = 0; i < WEEK; i++) warm.sample(sampleAt(i));
let next = WEEK;

results['labels'] = answer({
  title: `label of ${COINS} coins with a week of samples each, per pass`,
  units: 1,
  reference: '25 samples',
  cases: [
    {
      name: '25 samples',
      run: () => {
        let row: unknown;
        for (let i = 0; i < COINS; i++) row = warm.sample(sampleAt(next++));
        return row;
      },
    },
  ],
});
console.log(`\nsnapshot of a coin with a week of samples: ${JSON.stringify(warm.snapshot()).length} characters`);
console.log(`load ${loadavg().map((value) => value.toFixed(2)).join(' ')}`); // prettier-ignore

if (process.argv.includes('--json')) console.log(JSON.stringify(results));
