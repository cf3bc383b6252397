/** The ladder of one coin, read from the columns. */

import { MARKET_MAKER, OTHER, TRADER_CLASSES, WHALE, type TraderClass } from '../split/classes.ts';
import { ABOVE, BELOW, CROSSED, FATES, LADDER_GROUPS, UNLIQUIDATABLE, type LadderColumns } from './columns.ts';
import type { LadderConfig } from './config.ts';
import { ladderFlip } from './flip.ts';
import type { Ladder, LadderBin, LadderLevel, LeftOut } from './records.ts';

/** Groups whose accounts take a side: whales and others that are no vaults. */
const DIRECTIONAL: readonly number[] = [WHALE, OTHER];

/**
 * Ladder of a coin. The class lists add up to `bins`, in the order market maker, whale, other to the bit.
 *
 * @returns undefined for a coin that has no mark. A coin without positions has a ladder without bins.
 */
export function ladderOf(columns: LadderColumns, coin: string): Ladder | undefined {
  const k = columns.coins.indexOf(coin);
  if (k < 0) return undefined;
  const { config, marks } = columns;
  const mark = marks[k]!;
  const byClass = TRADER_CLASSES.map((_, index) => cellsOf(columns, k, [index, index + TRADER_CLASSES.length]));
  const bins = binsOf(sumOf(byClass), mark, config);
  const directional = binsOf(cellsOf(columns, k, DIRECTIONAL), mark, config);
  const lists = byClass.map((cells) => binsOf(cells, mark, config));
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
    byClass: {
      market_maker: lists[MARKET_MAKER]!,
      whale: lists[WHALE]!,
      other: lists[OTHER]!,
    } satisfies Record<TraderClass, readonly LadderBin[]>,
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

/** Notional of some groups by bin. */
function cellsOf({ bins, usd }: LadderColumns, k: number, groups: readonly number[]): Float64Array {
  const sums = new Float64Array(bins);
  for (const group of groups) {
    const start = (k * LADDER_GROUPS + group) * bins;
    for (let bin = 0; bin < bins; bin++) sums[bin]! += usd[start + bin]!;
  }
  return sums;
}

function sumOf(lists: readonly Float64Array[]): Float64Array {
  const sums = lists[0]!.slice();
  for (const list of lists.slice(1)) for (let bin = 0; bin < sums.length; bin++) sums[bin]! += list[bin]!;
  return sums;
}

/** Bins that hold something, ascending. */
function binsOf(cells: Float64Array, mark: number, { binPct }: LadderConfig): LadderBin[] {
  const bins: LadderBin[] = [];
  const half = cells.length / 2;
  for (let cell = 0; cell < cells.length; cell++) {
    const total = cells[cell]!;
    if (total === 0) continue;
    const index = cell - half;
    const low = mark * (1 + (index * binPct) / 100);
    const high = mark * (1 + ((index + 1) * binPct) / 100);
    bins.push({ index, low, high, long: index < 0 ? total : 0, short: index < 0 ? 0 : total, total });
  }
  return bins;
}

/** The nearest bins to either side, nearest first; of two as near the one below. */
function levelsOf(bins: readonly LadderBin[], { bins: grid, config, count }: LadderColumns, k: number): LadderLevel[] {
  const below = bins
    .filter(({ index }) => index < 0)
    .slice(-config.levels)
    .reverse();
  const above = bins.filter(({ index }) => index >= 0).slice(0, config.levels);
  // Twice the distance of the middle in bins: exact, and odd.
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
