import { describe, expect, it } from 'vitest';
import { accountBook } from '../accounts/account-book.ts';
import type { AccountRecord } from '../accounts/records.ts';
import { classesNow } from '../split/rules.ts';
import { ladderColumns } from './columns.ts';
import { checkLadderConfig, LADDER_V1, type LadderConfig } from './config.ts';
import { ladderFlip } from './flip.ts';
import { ladderOf } from './ladder.ts';
import type { Ladder, LadderBin } from './records.ts';

type Bin = Pick<LadderBin, 'low' | 'high' | 'long' | 'short'>;
const bin = (low: number, long: number, short: number): Bin => ({ low, high: low + 0.5, long, short });

/** Ladder of X at a mark of 100: one account per position, with its liquidation price and notional in USD. */
function ladder(
  positions: readonly (readonly [liquidation: number | null, usd: number, fields?: Partial<AccountRecord>])[],
  config: LadderConfig = LADDER_V1,
): Ladder {
  const records = positions.map(([liquidation, usd, fields], i): AccountRecord => ({
    address: String(i),
    equity: 1e9,
    positions: [
      { coin: 'X', size: usd / 128, entry: 128, liquidation: liquidation === null ? null : liquidation * 1.28 },
    ],
    ...fields,
  }));
  const book = accountBook(records, [{ coin: 'X', mark: 128 }], { leastNotional: 0 });
  return ladderOf(ladderColumns(book, classesNow(book), config), 'X')!;
}

describe('the flip', () => {
  it('is the worked example of the design: 95.25 [#480]', () => {
    const bins = [bin(90, 300, 0), bin(95, 200, 0), bin(98, 100, 0), bin(101, 0, 150), bin(104, 0, 250)];
    expect(ladderFlip(bins, 100, 30)).toBe(95.25);
  });

  it('is the point nearest to mark where the two sides are equal over an interval', () => {
    const bins = [bin(90, 100, 0), bin(104, 0, 100)];
    expect([80, 90.5, 95, 104, 120].map((mark) => ladderFlip(bins, mark, 30))).toEqual([90.5, 90.5, 95, 104, 104]);
  });

  it('is null without longs, without shorts, and beyond 30 % of mark [#480]', () => {
    expect(ladderFlip([], 100, 30)).toBeNull();
    expect(ladderFlip([bin(90, 1, 0)], 100, 30)).toBeNull();
    expect(ladderFlip([bin(110, 0, 1)], 100, 30)).toBeNull();
    const far = [bin(60, 10, 0), bin(101, 0, 5)];
    expect(ladderFlip(far, 100, 50)).toBe(60.25);
    expect(ladderFlip(far, 100, 30)).toBeNull();
    const edge = [bin(69.75, 10, 0), bin(101, 0, 5)];
    expect(ladderFlip(edge, 100, 30)).toBe(70);
    expect(ladderFlip(edge, 100, 29.999)).toBeNull();
  });

  it('reads a bin with longs and shorts, as one that was joined', () => {
    expect(ladderFlip([{ low: 99, high: 101, long: 30, short: 10 }], 100, 30)).toBe(99.5);
  });
});

describe('the bins', () => {
  it('hold their lower edge; an edge is one in spite of rounding, and at mark the side decides [#479]', () => {
    const long = 10;
    const short = -10;
    const found = ladder([
      [99.5, long],
      [99, long],
      [50, long],
      [100, long],
      [100, short],
      [100.5, short],
      [101, short],
      [149.5, short],
      [150, short],
    ]);
    expect(found.bins.map(({ index, long: l, short: s }) => [index, l, s])).toEqual([
      [-100, 10, 0],
      [-2, 10, 0],
      [-1, 20, 0],
      [0, 0, 10],
      [1, 0, 10],
      [2, 0, 10],
      [99, 0, 20],
    ]);
    expect([found.bins[0]!.low, found.bins[2]!.low, found.bins[2]!.high]).toEqual([64, 127.36, 128]);
  });

  it('leave out what is beyond, crossed or without a price, and say how much [#479]', () => {
    const { bins, outside, crossed, unliquidatable, notional } = ladder([
      [49.99, 1],
      [150.01, -2],
      [400, -4],
      [100.01, 8],
      [200, 16],
      [99.99, -32],
      [null, 64],
      [90, 128],
    ]);
    expect(bins.map(({ total }) => total)).toEqual([128]);
    expect(outside).toEqual({ below: { notional: 1, positions: 1 }, above: { notional: 6, positions: 2 } });
    expect(crossed).toEqual({ notional: 56, positions: 3 });
    expect(unliquidatable).toEqual({ notional: 64, positions: 1 });
    expect(notional).toBe(255);
  });

  it('by class add up to all, and directional ones are without market makers and vaults [#481][#482]', () => {
    const found = ladder([
      [90, 1, { isMarketMaker: true }],
      [90, 2, { equity: 1e6 }],
      [90, 4, { equity: 5 }],
      [90, 8, { equity: 1e6, isVault: true }],
      [90, 16, { equity: 5, isVault: true }],
      [110, -3, { isMarketMaker: true }],
    ]);
    expect(found.bins.map(({ total }) => total)).toEqual([31, 3]);
    const totals = Object.entries(found.byClass).map(([name, bins]) => [name, bins.map(({ total }) => total)]);
    expect(totals).toEqual([
      ['market_maker', [1, 3]],
      ['whale', [10]],
      ['other', [20]],
    ]);
    expect(found.directional.map(({ total }) => total)).toEqual([6]);
    expect(found.flip).not.toBeNull();
    expect(found.flipDirectional).toBeNull();
    expect(ladder([[90, 1, { isMarketMaker: true }]]).byClass.other).toEqual([]);
    expect(ladder([[90, 4, { equity: 5 }]]).byClass).toMatchObject({ market_maker: [], whale: [] });
  });

  it('count the vault of a market maker with the market makers [#481]', () => {
    const both = { isMarketMaker: true, isVault: true };
    const { byClass, directional } = ladder([[90, 1, { isMarketMaker: true }], [90, 32, both]]); // prettier-ignore
    expect(byClass.market_maker.map(({ total }) => total)).toEqual([33]);
    expect(directional).toEqual([]);
  });

  it('are those of the coin alone, and a coin without a mark has no ladder', () => {
    const records: AccountRecord[] = [
      {
        address: 'a',
        equity: 1e6,
        positions: [
          { coin: 'X', size: 1, entry: 1, liquidation: 90 },
          { coin: 'Y', size: -1, entry: 1, liquidation: 11 },
        ],
      },
    ];
    const book = accountBook(records, [{ coin: 'X', mark: 100 }, { coin: 'Y', mark: 10 }, { coin: 'Z', mark: 1 }], {
      leastNotional: 0,
    }); // prettier-ignore
    const columns = ladderColumns(book, classesNow(book));
    const totals = ['X', 'Y', 'Z'].map((coin) => ladderOf(columns, coin)!.bins.map(({ total }) => total));
    expect(totals).toEqual([[100], [10], []]);
    expect(ladderOf(columns, 'Y')!.levels.map(({ positions }) => positions)).toEqual([1]);
    expect(ladderOf(columns, 'x')).toBeUndefined();
    expect(ladderOf(columns, '__proto__')).toBeUndefined();
  });
});

describe('the levels', () => {
  it('are the three nearest bins to either side, with their positions [#483][#484]', () => {
    const found = ladder([
      [97.1, 10],
      [97.2, 20],
      [99.1, 5],
      [80, 1],
      [60, 1],
      [100.2, -7],
      [103, -9],
    ]);
    expect(found.levels.map(({ distPct, side, total, positions }) => [distPct, side, total, positions])).toEqual([
      [0.25, 'short', 7, 1],
      [-0.75, 'long', 5, 1],
      [-2.75, 'long', 30, 2],
      [3.25, 'short', 9, 1],
      [-19.75, 'long', 1, 1],
    ]);
    expect(found.levels[2]!.price).toBeCloseTo(128 * 0.9725, 10);
  });

  it('count every position of a bin, and an account once a coin', () => {
    expect(ladder([[90, 1], [90.1, 2], [90.2, 4]]).levels.map(({ positions }) => positions)).toEqual([3]); // prettier-ignore
  });
});

describe('the numbers of the ladder', () => {
  it('may be others', () => {
    const coarse: LadderConfig = { version: 'ladder/test', binPct: 5, rangePct: 20, flipPct: 10, levels: 1 };
    const { bins, levels, outside } = ladder([[97, 1], [88, 2], [79, 4], [101, -8], [106, -16], [120, -32]], coarse); // prettier-ignore
    expect(bins.map(({ index, total }) => [index, total])).toEqual([[-3, 2], [-1, 1], [0, 8], [1, 16], [3, 32]]); // prettier-ignore
    expect(levels.map(({ distPct }) => distPct)).toEqual([-2.5, 2.5]);
    expect(outside.below.notional).toBe(4);
  });

  it.each<[string, Partial<LadderConfig>]>([
    ['binPct', { binPct: 0 }],
    ['rangePct', { rangePct: 100 }],
    ['rangePct', { rangePct: 50.2 }],
    ['flipPct', { flipPct: NaN }],
    ['levels', { levels: 0 }],
  ])('refuse %s: %j', (field, wrong) => {
    expect(() => checkLadderConfig({ ...LADDER_V1, ...wrong })).toThrow(`"${field}" expected`);
  });
});
