/** Splits and ladders of 10,000 random books against their definitions, computed with objects and filters. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountBook,
  classesNow,
  ladderColumns,
  ladderOf,
  split,
  type CoinSplit,
  type Holding,
  type Ladder,
  type LadderBin,
} from '../src/index.ts';
import { accounts, TERMS } from './books.ts';
import { naiveBin, naivePositions, type NaivePosition } from './naive.ts';

const BOOKS = 10_000;
const CLASSES = ['market_maker', 'whale', 'other'] as const;

const usd = (positions: readonly NaivePosition[]): number => positions.reduce((sum, { notional }) => sum + notional, 0);
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
function same(got: number, expected: number, what: string): void {
  if (!isNear(got, expected)) throw new Error(`${what}: expected ${expected}, got ${got}`);
}

function checkHolding(got: Holding, held: readonly NaivePosition[], what: string): void {
  const long = usd(held.filter(({ isLong }) => isLong));
  const short = usd(held.filter(({ isLong }) => !isLong));
  same(got.long, long, `${what} long`);
  same(got.short, short, `${what} short`);
  same(got.gross, long + short, `${what} gross`);
  if (Math.abs(got.net - (long - short)) > 1e-9 * (long + short)) throw new Error(`${what} net ${got.net}`);
  if (got.accounts !== held.length) throw new Error(`${what} accounts ${got.accounts}, expected ${held.length}`);
}

function checkSplit({ coin, all, byClass, byTag }: CoinSplit, positions: readonly NaivePosition[]): void {
  checkHolding(all, positions, `${coin} all`);
  for (const name of CLASSES) {
    checkHolding(
      byClass[name],
      positions.filter(({ group }) => group === name),
      `${coin} ${name}`,
    );
  }
  checkHolding(
    byTag.smart_money,
    positions.filter(({ isSmart }) => isSmart),
    `${coin} smart`,
  );
  checkHolding(
    byTag.high_leverage,
    positions.filter(({ isLeveraged }) => isLeveraged),
    `${coin} leveraged`,
  );
}

type Fate = number | 'below' | 'above' | 'crossed' | 'none';

function fateOf({ liquidation, isLong }: NaivePosition, mark: number): Fate {
  if (liquidation === undefined || liquidation <= 0) return 'none';
  if (isLong ? liquidation > mark : liquidation < mark) return 'crossed';
  return naiveBin(liquidation, mark, isLong);
}

function checkBins(bins: readonly LadderBin[], positions: readonly NaivePosition[], mark: number, what: string): void {
  const found = new Map<number, NaivePosition[]>();
  for (const position of positions) {
    const bin = fateOf(position, mark);
    if (typeof bin === 'number') found.set(bin, [...(found.get(bin) ?? []), position]);
  }
  const expected = [...found].sort(([a], [b]) => a - b);
  const [indices, places] = [bins.map(({ index }) => index).join(), expected.map(([bin]) => bin).join()];
  if (indices !== places) throw new Error(`${what}: expected the bins ${places}, got ${indices}`);
  for (const [i, [bin, held]] of expected.entries()) {
    const { low, high, long, short, total } = bins[i]!;
    same(low, mark * (1 + bin / 200), `${what} low`);
    same(high, mark * (1 + (bin + 1) / 200), `${what} high`);
    same(long, usd(held.filter(({ isLong }) => isLong)), `${what} long`);
    same(short, usd(held.filter(({ isLong }) => !isLong)), `${what} short`);
    same(total, usd(held), `${what} total`);
  }
}

/** Longs below a price minus shorts above it; a bin counts evenly over its width. */
function difference(bins: readonly LadderBin[], price: number): number {
  const below = ({ low, high }: LadderBin): number => Math.min(1, Math.max(0, (price - low) / (high - low)));
  return bins.reduce((sum, bin) => sum + bin.long * below(bin) - bin.short * (1 - below(bin)), 0);
}

/**
 * @returns 1 when a flip was found, 0 when it is rightly absent.
 * @returns 1 for a flip that was found, 0 for one that is rightly absent.
 */
function checkFlip(flip: number | null, bins: readonly LadderBin[], mark: number): number {
  const [longs, shorts] = [
    bins.reduce((sum, { long }) => sum + long, 0),
    bins.reduce((sum, { short }) => sum + short, 0),
  ];
  if (flip !== null) {
    const isZero = Math.abs(difference(bins, flip)) <= 1e-9 * (longs + shorts);
    if (!isZero || Math.abs(flip / mark - 1) > 0.3 + 1e-12) throw new Error(`flip ${flip} is wrong`);
    return 1;
  }
  // Absent: one side is empty, or the difference has one sign within 30 % of mark.
  if (longs === 0 || shorts === 0) return 0;
  const [low, high] = [difference(bins, 0.7 * mark), difference(bins, 1.3 * mark)];
  if (low <= -1e-9 * (longs + shorts) && high >= 1e-9 * (longs + shorts)) throw new Error('a flip is missing');
  return 0;
}

function checkLevels({ levels, mark }: Ladder, positions: readonly NaivePosition[]): void {
  const near = (isLong: boolean): Fate[] => {
    const bins = new Set(positions.filter((of) => of.isLong === isLong).map((of) => fateOf(of, mark)));
    const numbers = [...bins].filter((bin) => typeof bin === 'number');
    return numbers.sort((a, b) => Math.abs(a + 0.5) - Math.abs(b + 0.5)).slice(0, 3);
  };
  const found = levels.map(({ distPct, side }) => `${Math.floor(2 * distPct)} ${side}`);
  const expected = [...near(true).map((bin) => `${bin} long`), ...near(false).map((bin) => `${bin} short`)];
  if (found.toSorted().join() !== expected.toSorted().join())
    throw new Error(`levels ${found.join()}, not ${expected.join()}`);
  for (const { distPct, price, positions: count, total } of levels) {
    const held = positions.filter((position) => fateOf(position, mark) === Math.floor(2 * distPct));
    same(price, mark * (1 + distPct / 100), 'price of the level');
    same(total, usd(held), 'total of the level');
    if (count !== held.length) throw new Error(`level of ${count} positions, not ${held.length}`);
  }
  const isNearestFirst = levels.every(
    ({ distPct }, i) => i === 0 || Math.abs(levels[i - 1]!.distPct) <= Math.abs(distPct),
  );
  if (!isNearestFirst) throw new Error('levels are not nearest first');
}

function checkLadder(ladder: Ladder, positions: readonly NaivePosition[]): number {
  const { mark, coin, bins, byClass, directional, outside, crossed, unliquidatable } = ladder;
  checkBins(bins, positions, mark, `${coin} bins`);
  for (const name of CLASSES) {
    checkBins(
      byClass[name],
      positions.filter(({ group }) => group === name),
      mark,
      `${coin} ${name}`,
    );
  }
  const takers = positions.filter(({ group, isVault }) => group !== 'market_maker' && !isVault);
  checkBins(directional, takers, mark, `${coin} directional`);
  for (const [fate, got] of [
    ['below', outside.below],
    ['above', outside.above],
    ['crossed', crossed],
    ['none', unliquidatable],
  ] as const) {
    const held = positions.filter((position) => fateOf(position, mark) === fate);
    same(got.notional, usd(held), `${coin} ${fate}`);
    if (got.positions !== held.length) throw new Error(`${coin} ${fate}: ${got.positions} positions`);
  }
  same(ladder.notional, usd(positions), `${coin} notional`);
  checkLevels(ladder, positions);
  checkFlip(ladder.flipDirectional, directional, mark);
  return checkFlip(ladder.flip, bins, mark);
}

describe(`${BOOKS} random books`, () => {
  it('have the splits and ladders of the definitions [#473][#479][#480][#481][#482][#483][#484]', () => {
    let [flips, ladders] = [0, 0];
    fc.assert(
      fc.property(accounts, (records) => {
        const book = accountBook(records, TERMS);
        const classes = classesNow(book);
        const columns = ladderColumns(book, classes);
        const splits = split(book, classes);
        const naive = naivePositions(records, TERMS);
        for (const { coin } of TERMS) {
          const positions = naive.filter((position) => position.coin === coin);
          const row = splits.find((found) => found.coin === coin);
          if ((row === undefined) !== (positions.length === 0)) throw new Error(`${coin} has a row without holders`);
          if (row !== undefined) checkSplit(row, positions);
          flips += checkLadder(ladderOf(columns, coin)!, positions);
          ladders++;
        }
      }),
      { numRuns: BOOKS },
    );
    // The books are not trivial: many ladders have a flip.
    expect(ladders).toBe(3 * BOOKS);
    expect(flips).toBeGreaterThan(BOOKS / 4);
  });
});
