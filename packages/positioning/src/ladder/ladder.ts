/** Ladder of one coin (notional by liquidation price), read from the columns of a book. */

import { MARKET_MAKER, OTHER, TRADER_CLASSES, WHALE } from '../split/classes.ts';
import { ABOVE, BELOW, CROSSED, FATES, LADDER_GROUPS, UNLIQUIDATABLE, type LadderColumns } from './columns.ts';
import { ladderFlip } from './flip.ts';
import type { Ladder, LadderBin, LadderLevel, LeftOut } from './records.ts';

/**
 * Reads the ladder of a coin. In each bin the sum of market maker, whale and other, in this order, equals the total in `bins` to
 * the bit.
 *
 * @returns the ladder, without bins for a coin without positions; undefined for a coin without a mark.
 * @example
 * const short = { coin: 'BTC', size: -9, entry: 99_000, liquidation: 118_300 };
 * const book = accountBook([{ address: '0xb', equity: 2e6, positions: [short] }], [{ coin: 'BTC', mark: 100_000 }]);
 * const ladder = ladderOf(ladderColumns(book, classesNow(book)), 'BTC');
 * ladder?.levels.map(({ price, side, total }) => [Math.round(price), side, total]);
 * // → [ [ 118250, 'short', 900000 ] ]
 */
export function ladderOf(columns: LadderColumns, coin: string): Ladder | undefined {
  const k = columns.coins.indexOf(coin);
  if (k < 0) return undefined;
  const { config, marks } = columns;
  const mark = marks[k]!;
  const { bins, byClass, directional } = binsOf(columns, k);
  const leftOut = (fate: number): LeftOut => {
    const at = FATES * k + fate;
    return { notional: columns.leftOut[at]!, positions: columns.leftOutCount[at]! };
  };
  const outside = { below: leftOut(BELOW), above: leftOut(ABOVE) };
  const [crossed, unliquidatable] = [leftOut(CROSSED), leftOut(UNLIQUIDATABLE)];
  const inBins = bins.reduce((sum, { total }) => sum + total, 0);
  return {
    version: config.version,
    coin,
    mark,
    bins,
    byClass,
    directional,
    flip: ladderFlip(bins, mark, config.flipPct),
    flipDirectional: ladderFlip(directional, mark, config.flipPct),
    levels: levelsOf(bins, columns, k),
    outside,
    crossed,
    unliquidatable,
    notional: inBins + outside.below.notional + outside.above.notional + crossed.notional + unliquidatable.notional,
  };
}

/** Non-empty bins by ascending price: all, by class, and directional (without market makers and vaults). */
function binsOf(
  { bins: grid, usd, marks, config }: LadderColumns,
  k: number,
): Pick<Ladder, 'bins' | 'byClass' | 'directional'> {
  const mark = marks[k]!;
  const bins: LadderBin[] = [];
  const makers: LadderBin[] = [];
  const whales: LadderBin[] = [];
  const others: LadderBin[] = [];
  const directional: LadderBin[] = [];
  const startOf = (group: number): number => (k * LADDER_GROUPS + group) * grid;
  const [maker, whale, other] = [startOf(MARKET_MAKER), startOf(WHALE), startOf(OTHER)];
  // Offset in `usd` from the accounts of a class to its vaults.
  const vaults = TRADER_CLASSES.length * grid;
  for (let cell = 0; cell < grid; cell++) {
    const [ofWhales, ofOthers] = [usd[whale + cell]!, usd[other + cell]!];
    const inMakers = usd[maker + cell]! + usd[maker + vaults + cell]!;
    const inWhales = ofWhales + usd[whale + vaults + cell]!;
    const inOthers = ofOthers + usd[other + vaults + cell]!;
    const total = inMakers + inWhales + inOthers;
    if (total === 0) continue;
    const index = cell - grid / 2;
    const low = mark * (1 + (index * config.binPct) / 100);
    const high = mark * (1 + ((index + 1) * config.binPct) / 100);
    bins.push(binOf(index, low, high, total));
    if (inMakers > 0) makers.push(binOf(index, low, high, inMakers));
    if (inWhales > 0) whales.push(binOf(index, low, high, inWhales));
    if (inOthers > 0) others.push(binOf(index, low, high, inOthers));
    if (ofWhales + ofOthers > 0) directional.push(binOf(index, low, high, ofWhales + ofOthers));
  }
  return { bins, byClass: { market_maker: makers, whale: whales, other: others }, directional };
}

/** Longs are below the middle of the grid, shorts above. */
function binOf(index: number, low: number, high: number, total: number): LadderBin {
  return { index, low, high, long: index < 0 ? total : 0, short: index < 0 ? 0 : total, total };
}

/** The `config.levels` nearest bins below and above the mark, nearest first; at equal distance, the lower bin first. */
function levelsOf(bins: readonly LadderBin[], { bins: grid, config, count }: LadderColumns, k: number): LadderLevel[] {
  const below = bins
    .filter(({ index }) => index < 0)
    .slice(-config.levels)
    .reverse();
  const above = bins.filter(({ index }) => index >= 0).slice(0, config.levels);
  // Twice the signed distance of the middle of a bin from the mark, in bins: an odd integer, so it is exact.
  const distance = ({ index }: LadderBin): number => 2 * index + 1;
  return [...below, ...above]
    .sort((a, b) => Math.abs(distance(a)) - Math.abs(distance(b)))
    .map((bin) => ({
      price: (bin.low + bin.high) / 2,
      distPct: (distance(bin) * config.binPct) / 2,
      total: bin.total,
      side: bin.index < 0 ? 'long' : 'short',
      positions: count[k * grid + bin.index + grid / 2]!,
    }));
}
