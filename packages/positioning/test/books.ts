/** Random accounts for the laws: few coins and round prices, so that edges, ties and equal sums occur. */

import * as fc from 'fast-check';
import type { AccountRecord, AccountStats, CoinTerms, PositionRecord } from '../src/index.ts';

/** Marks are powers of two and one other price; two tables of tiers, and one coin without tiers. */
export const TERMS: readonly CoinTerms[] = [
  {
    coin: 'BTC',
    mark: 65_536,
    tiers: [
      { from: 0, maxLeverage: 40 },
      { from: 1_000_000, maxLeverage: 20 },
      { from: 5_000_000, maxLeverage: 5 },
    ],
  },
  { coin: 'ETH', mark: 3_127.5, tiers: [{ from: 0, maxLeverage: 25 }] },
  { coin: 'kPEPE', mark: 0.0078125 },
];

const markOf = (coin: string): number => TERMS.find((terms) => terms.coin === coin)!.mark;

/**
 * A liquidation price: on an edge of the grid, at mark, anywhere, beyond the grid, on the wrong side, absent, or not
 * given.
 */
const liquidation = (mark: number): fc.Arbitrary<number | null | undefined> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.double({ min: -0.6, max: 0.6, noNaN: true }).map((distance) => mark * (1 + distance)) },
    { weight: 2, arbitrary: fc.integer({ min: -102, max: 102 }).map((bin) => mark * (1 + bin / 200)) },
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(null, mark) },
  );

const position = (coin: string): fc.Arbitrary<PositionRecord> => {
  const mark = markOf(coin);
  return fc
    .record({
      usd: fc.integer({ min: 1, max: 8_000 }).map((thousands) => 1_000 * thousands),
      isLong: fc.boolean(),
      entry: fc.double({ min: 0.7, max: 1.4, noNaN: true }),
      leverage: fc.constantFrom(1, 3, 10, 20, null),
      marginMode: fc.constantFrom('cross' as const, 'isolated' as const, undefined),
      margin: fc.option(fc.double({ min: -0.01, max: 0.5, noNaN: true }), { nil: undefined }),
      price: liquidation(mark),
    })
    .map(({ usd, isLong, entry, leverage, marginMode, margin, price }) => ({
      coin,
      size: (isLong ? usd : -usd) / mark,
      entry: mark * entry,
      leverage,
      marginMode,
      margin: margin === undefined ? undefined : margin * usd,
      liquidation: price,
    }));
};

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 4 });

const stats: fc.Arbitrary<AccountStats> = fc.record({
  fills30d: maybe(fc.constantFrom(4_999, 5_000, 90_000)),
  makerShare: maybe(fc.constantFrom(0.2, 0.7, 0.95)),
  coins30d: maybe(fc.constantFrom(7, 8, 40)),
  pnl30d: maybe(fc.constantFrom(-5, 0, 5e4)),
  pnl90d: maybe(fc.constantFrom(-5, 0, 5e5)),
  medianHoldSeconds: maybe(fc.constantFrom(60, 3_600, 86_400)),
  closedTrades: maybe(fc.constantFrom(49, 50, 900)),
  dailyPnlT: maybe(fc.constantFrom(1.99, 2, 4)),
});

const account: fc.Arbitrary<AccountRecord> = fc.record(
  {
    address: fc.string({ minLength: 1, maxLength: 6 }),
    equity: fc.oneof(
      fc.constant(null),
      fc.integer({ min: -10, max: 4_000 }).map((thousands) => 1_000 * thousands),
    ),
    isVault: fc.boolean(),
    isMarketMaker: fc.boolean(),
    stats: fc.option(stats, { nil: undefined }),
    positions: fc
      .subarray(TERMS.map(({ coin }) => coin))
      .chain((coins) => fc.tuple(...coins.map((coin) => position(coin)))),
  },
  { requiredKeys: ['address', 'equity', 'positions'] },
);

/** Valid accounts, each address once. */
export const accounts: fc.Arbitrary<readonly AccountRecord[]> = fc.uniqueArray(account, {
  maxLength: 12,
  selector: ({ address }) => address,
});
