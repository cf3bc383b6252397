/** Laws of splits and ladders over random books. */

import { UsageError } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountBook,
  classesNow,
  LADDER_V1,
  ladderColumns,
  ladderOf,
  split,
  TRADER_CLASSES,
  TRADER_TAGS,
  type AccountBook,
  type AccountRecord,
  type CoinSplit,
  type CoinTerms,
  type Holding,
  type Ladder,
  type LadderConfig,
  type PositionRecord,
} from '../src/index.ts';
import { accounts, TERMS } from './books.ts';

/** Flips at any distance. */
const FAR: LadderConfig = { ...LADDER_V1, version: 'ladder/far', flipPct: 100 };

function splitsOf(records: readonly AccountRecord[], leastNotional?: number): CoinSplit[] {
  const book = accountBook(records, TERMS, leastNotional === undefined ? {} : { leastNotional });
  return split(book, classesNow(book));
}

function laddersOf(
  records: readonly AccountRecord[],
  terms: readonly CoinTerms[] = TERMS,
  config: LadderConfig = LADDER_V1,
): Ladder[] {
  const book = accountBook(records, terms, { leastNotional: 0 });
  const columns = ladderColumns(book, classesNow(book), config);
  return terms.map(({ coin }) => ladderOf(columns, coin)!);
}

const withPositions = (
  records: readonly AccountRecord[],
  change: (position: PositionRecord) => PositionRecord,
): AccountRecord[] => records.map((record) => ({ ...record, positions: record.positions.map(change) }));

const markOf = (coin: string): number => TERMS.find((terms) => terms.coin === coin)!.mark;

/** Every liquidation price given, and none on an edge of the grid: mirrored, an edge belongs to the adjacent bin. */
const offEdges = (records: readonly AccountRecord[]): AccountRecord[] =>
  withPositions(records, ({ liquidation, ...rest }) => {
    if (liquidation === null || liquidation === undefined) return { ...rest, liquidation: null };
    const mark = markOf(rest.coin);
    const bins = (liquidation / mark - 1) * 200;
    const isOn = Math.abs(bins - Math.round(bins)) < 1e-3;
    return { ...rest, liquidation: isOn ? mark * (1 + (Math.round(bins) + 0.3) / 200) : liquidation };
  });

/** A whale with one position in BTC, whose mark is a power of two: sums of its notionals are exact. */
const newcomer = (usd: number, isLong: boolean, bins: number): AccountRecord => ({
  address: 'the newcomer',
  equity: 1e6,
  positions: [
    {
      coin: 'BTC',
      size: (isLong ? usd : -usd) / 65_536,
      entry: 65_536,
      liquidation: 65_536 * (1 + (isLong ? -bins : bins) / 200),
    },
  ],
});

const holdings = ({ all, byClass, byTag }: CoinSplit): Holding[] => [
  all,
  ...Object.values(byClass),
  ...Object.values(byTag),
];

describe('the laws of the split', () => {
  it('classes add up to all, overlays need not and stay within, and |net| ≤ gross [#473][#475]', () => {
    fc.assert(
      fc.property(accounts, (records) => {
        for (const row of splitsOf(records)) {
          const { market_maker: maker, whale, other } = row.byClass;
          for (const field of ['long', 'short', 'accounts'] as const) {
            expect(maker[field] + whale[field] + other[field]).toBe(row.all[field]);
            for (const tag of TRADER_TAGS) {
              expect(row.byTag[tag][field]).toBeLessThanOrEqual(row.all[field] * (1 + 1e-12));
            }
          }
          expect(TRADER_CLASSES.reduce((sum, name) => sum + row.byClass[name].gross, 0)).toBeCloseTo(row.all.gross, 3);
          for (const { long, short, net, gross } of holdings(row)) {
            expect(net).toBe(long - short);
            expect(gross).toBe(long + short);
            expect(Math.abs(net)).toBeLessThanOrEqual(gross);
          }
        }
      }),
    );
  });

  it('holds the notional of every account of at least 100,000 dollars, and of no other [#474]', () => {
    fc.assert(
      fc.property(accounts, (records) => {
        const gross = ({ positions }: AccountRecord): number =>
          positions.reduce((sum, { coin, size }) => sum + Math.abs(size) * markOf(coin), 0);
        const expected = records.map(gross).filter((usd) => usd >= 100_000);
        const total = splitsOf(records).reduce((sum, { all }) => sum + all.gross, 0);
        const sum = expected.reduce((before, usd) => before + usd, 0);
        expect(Math.abs(total - sum)).toBeLessThanOrEqual(1e-9 * sum);
      }),
    );
  });

  it('swaps long and short when every position changes its side', () => {
    fc.assert(
      fc.property(accounts, (records) => {
        const swapped = splitsOf(withPositions(records, (position) => ({ ...position, size: -position.size })));
        for (const [i, row] of splitsOf(records).entries()) {
          for (const [j, { long, short, net, accounts: count }] of holdings(row).entries()) {
            const other = holdings(swapped[i]!)[j]!;
            expect([other.long, other.short, other.accounts]).toEqual([short, long, count]);
            expect(other.net + net).toBe(0);
          }
        }
      }),
    );
  });
});

describe('permuted accounts and positions', () => {
  it('give the same splits, classes and ladders to the bit', () => {
    const shuffled = accounts.chain((records) =>
      fc.tuple(
        fc.constant(records),
        fc.shuffledSubarray([...records], { minLength: records.length }),
        fc.boolean(),
        fc.shuffledSubarray([...TERMS], { minLength: TERMS.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([records, permuted, isReversed, terms]) => {
        const turned = permuted.map((record) => ({
          ...record,
          positions: isReversed ? record.positions.toReversed() : record.positions,
        }));
        const [a, b] = [accountBook(records, TERMS), accountBook(turned, terms)];
        expect(b).toStrictEqual(a);
        expect(split(b, classesNow(b))).toStrictEqual(split(a, classesNow(a)));
        expect(ladderColumns(b, classesNow(b))).toStrictEqual(ladderColumns(a, classesNow(a)));
      }),
    );
  });
});

describe('the laws of the ladder', () => {
  it('sums into columns that are given are those of new columns, whatever stood in them', () => {
    fc.assert(
      fc.property(accounts, accounts, (records, others) => {
        const [book, other] = [records, others].map((of) => accountBook(of, TERMS, { leastNotional: 0 })) as [
          AccountBook,
          AccountBook,
        ];
        const fresh = ladderColumns(book, classesNow(book));
        const mine = ladderColumns(other, classesNow(other));
        const got = ladderColumns(book, classesNow(book), LADDER_V1, mine);
        expect(got).toStrictEqual(fresh);
        for (const name of ['usd', 'count', 'leftOut', 'leftOutCount'] as const) expect(got[name]).toBe(mine[name]);
      }),
    );
  });

  it('sums of another length are refused by name, and nothing is written', () => {
    const book = accountBook([], TERMS);
    const { coins, bins } = ladderColumns(book, classesNow(book));
    for (const [name, Kind] of [
      ['usd', Float64Array],
      ['count', Int32Array],
      ['leftOut', Float64Array],
      ['leftOutCount', Int32Array],
    ] as const) {
      const mine = { ...ladderColumns(book, classesNow(book)), [name]: new Kind(1) };
      mine.usd.fill(7);
      const rows = { usd: coins.length * 6 * bins, count: coins.length * bins };
      const expected = name === 'usd' || name === 'count' ? rows[name] : coins.length * 4;
      expect(() => ladderColumns(book, classesNow(book), LADDER_V1, mine)).toThrow(
        new UsageError(`"into.${name}" expected ${expected} rows, got 1`),
      );
      expect(mine.usd.every((usd) => usd === 7)).toBe(true);
    }
  });

  it('bins ascend, have one side, and no notional is lost [#479]', () => {
    fc.assert(
      fc.property(accounts, (records) => {
        const gross = (of: string): number =>
          records
            .flatMap(({ positions }) => positions)
            .reduce((sum, { coin, size }) => (coin === of ? sum + Math.abs(size) * markOf(coin) : sum), 0);
        for (const ladder of laddersOf(records)) {
          const { bins, mark, outside, crossed, unliquidatable } = ladder;
          for (const [i, { index, low, high, long, short, total }] of bins.entries()) {
            expect(total).toBe(long + short);
            expect(total).toBeGreaterThan(0);
            expect(index < 0 ? short : long).toBe(0);
            expect(low).toBeLessThan(high);
            expect(low).toBeGreaterThanOrEqual(bins[i - 1]?.high ?? 0.5 * mark);
          }
          expect(bins.at(-1)?.index ?? 99).toBeLessThanOrEqual(99);
          const parts = [outside.below, outside.above, crossed, unliquidatable];
          const sum = bins.reduce((before, { total }) => before + total, 0);
          const left = parts.reduce((before, { notional }) => before + notional, 0);
          const all = gross(ladder.coin);
          expect(Math.abs(sum + left - all)).toBeLessThanOrEqual(1e-9 * all);
        }
      }),
    );
  });

  it('classes add up to the bins, bin by bin and to the bit; an empty class is an empty list [#482]', () => {
    fc.assert(
      fc.property(accounts, (records) => {
        for (const { bins, byClass, directional } of laddersOf(records)) {
          const lists = TRADER_CLASSES.map((name) => byClass[name]);
          for (const bin of bins) {
            const at = (list: typeof bins): number => list.find(({ index }) => index === bin.index)?.total ?? 0;
            expect(at(lists[0]!) + at(lists[1]!) + at(lists[2]!)).toBe(bin.total);
            expect(at(directional)).toBeLessThanOrEqual(bin.total);
          }
          const indices = new Set(bins.map(({ index }) => index));
          for (const { index } of lists.flat()) expect(indices.has(index)).toBe(true);
        }
      }),
    );
  });

  it('a long moves the flip down or not at all, a short up or not at all [#480]', () => {
    fc.assert(
      fc.property(
        accounts,
        fc.integer({ min: 1, max: 9_000 }),
        fc.double({ min: 0.01, max: 99.9, noNaN: true }),
        (records, thousands, bins) => {
          const flipOf = (more: readonly AccountRecord[]): number | null =>
            laddersOf([...records, ...more], TERMS, FAR)[0]!.flip;
          const before = flipOf([]);
          fc.pre(before !== null);
          const room = 1e-12 * before;
          expect(flipOf([newcomer(1_000 * thousands, true, bins)])).toBeLessThanOrEqual(before + room);
          expect(flipOf([newcomer(1_000 * thousands, false, bins)])).toBeGreaterThanOrEqual(before - room);
        },
      ),
    );
  });

  it('mirrored around mark, with the sides swapped, the flip is mirrored', () => {
    fc.assert(
      fc.property(accounts, (all) => {
        const records = offEdges(all);
        const mirrored = withPositions(records, ({ liquidation, ...rest }) => {
          if (liquidation === null || liquidation === undefined)
            return { ...rest, size: -rest.size, liquidation: null };
          return { ...rest, size: -rest.size, liquidation: 2 * markOf(rest.coin) - liquidation };
        });
        const [ladders, images] = [laddersOf(records, TERMS, FAR), laddersOf(mirrored, TERMS, FAR)];
        for (const [i, { bins, flip, mark }] of ladders.entries()) {
          const image = images[i]!;
          expect(image.bins.map(({ index, total }) => [-1 - index, total]).reverse()).toEqual(
            bins.map(({ index, total }) => [index, total]),
          );
          // Sums of the coin whose mark is not a power of two are not exact: a flat stretch may end on either side.
          if (i === 1) continue;
          expect(image.flip === null).toBe(flip === null);
          if (flip !== null) expect(Math.abs(image.flip! - (2 * mark - flip))).toBeLessThanOrEqual(1e-12 * mark);
        }
      }),
    );
  });

  it('prices ×2ᵏ: bins, notionals and the distance of the flip are the same to the bit', () => {
    fc.assert(
      fc.property(accounts, fc.constantFrom(-40, -7, 5, 60), (records, power) => {
        const factor = 2 ** power;
        const scaled = withPositions(records, ({ size, entry, liquidation, ...rest }) => ({
          ...rest,
          size: size / factor,
          entry: entry! * factor,
          ...(liquidation === undefined ? {} : { liquidation: liquidation === null ? null : liquidation * factor }),
        }));
        const terms = TERMS.map((of) => ({ ...of, mark: of.mark * factor }));
        const images = laddersOf(scaled, terms);
        const shape = ({ bins, flip, mark, levels, outside, crossed, unliquidatable }: Ladder): unknown => ({
          bins: bins.map(({ index, long, short, low }) => [index, long, short, low / mark]),
          flip: flip === null ? null : flip / mark,
          levels: levels.map(({ price, ...rest }) => [price / mark, rest]),
          left: [outside, crossed, unliquidatable],
        });
        for (const [i, ladder] of laddersOf(records).entries()) expect(shape(images[i]!)).toStrictEqual(shape(ladder));
      }),
    );
  });

  it('notionals ×2ᵏ: the flip stays, to the bit', () => {
    fc.assert(
      fc.property(accounts, fc.constantFrom(-9, 3, 20), (all, power) => {
        const records = offEdges(all);
        const factor = 2 ** power;
        const images = laddersOf(withPositions(records, (of) => ({ ...of, size: of.size * factor })));
        for (const [i, { flip, bins }] of laddersOf(records).entries()) {
          expect(images[i]!.flip).toBe(flip);
          expect(images[i]!.bins.map(({ total }) => total / factor)).toStrictEqual(bins.map(({ total }) => total));
        }
      }),
    );
  });
});
