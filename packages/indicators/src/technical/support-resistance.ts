/**
 * Support and resistance: prices at which the market turned more than once.
 *
 * A pivot is a bar whose high (low) is strictly above (below) that of the surrounding bars; a plateau has none. It is
 * known only after the later bars have closed. Pivots close to each other form one level.
 *
 * @source Pivots as turning points: J. J. Murphy, *Technical Analysis of the Financial Markets*, 1999, "Support and
 * Resistance". The clustering, its tolerance and the weights are our own.
 */

import { UsageError } from '@barograph/core';
import type { SupportResistanceConfig } from './config.ts';

/** Confirmed turning point. `bar` counts complete bars from 0. */
export interface Pivot {
  readonly bar: number;
  readonly price: number;
}

/** Finds pivots bar by bar, and keeps those of the last bars. */
export interface PivotFinder {
  /** Commits a complete bar. */
  next(high: number, low: number): void;
  /** Confirmed pivots of the last `bars` bars, oldest first; the high of a bar before its low. */
  readonly pivots: readonly Pivot[];
  /** Bars so far. */
  readonly bars: number;
  snapshot(): PivotSnapshot;
}

/** JSON-safe state of {@link createPivotFinder}: the last bars, at most two wings and one, and the stored pivots. */
export interface PivotSnapshot {
  readonly bars: number;
  readonly highs: readonly number[];
  readonly lows: readonly number[];
  readonly pivots: readonly Pivot[];
}

/**
 * Creates a finder, or resumes it from a snapshot of the same config.
 *
 * @example
 * const finder = createPivotFinder({ ...TECHNICAL_V1.levels, wing: 1 });
 * [[101, 99], [105, 102], [103, 98], [104, 100]].forEach(([high, low]) => finder.next(high, low));
 * finder.pivots; // → [ { bar: 1, price: 105 }, { bar: 2, price: 98 } ]
 */
export function createPivotFinder({ wing, bars: kept }: SupportResistanceConfig, resume?: PivotSnapshot): PivotFinder {
  let bars = resume?.bars ?? 0;
  const highs = [...(resume?.highs ?? [])];
  const lows = [...(resume?.lows ?? [])];
  const pivots = [...(resume?.pivots ?? [])];
  const window = 2 * wing + 1;
  return {
    next: (high, low) => {
      highs.push(high);
      lows.push(low);
      bars++;
      if (highs.length > window) {
        highs.shift();
        lows.shift();
      }
      while (pivots.length > 0 && pivots[0]!.bar < bars - kept) pivots.shift();
      if (highs.length < window) return;
      const bar = bars - 1 - wing;
      const [top, bottom] = [highs[wing]!, lows[wing]!];
      if (highs.every((other, i) => i === wing || other < top)) pivots.push({ bar, price: top });
      if (lows.every((other, i) => i === wing || other > bottom)) pivots.push({ bar, price: bottom });
    },
    get pivots() {
      return pivots;
    },
    get bars() {
      return bars;
    },
    snapshot: () => ({ bars, highs: [...highs], lows: [...lows], pivots: [...pivots] }),
  };
}

/** Level, and its distance from the price. */
export interface SrLevel {
  readonly kind: 'support' | 'resistance';
  readonly price: number;
  /** Pivots in the level, ≥ 1. */
  readonly strength: number;
  /** Distance from the price to the level in percent of the price: ≤ 0 for a support, > 0 for a resistance. */
  readonly distPct: number;
}

/**
 * Finds the levels that pivots form around a price.
 *
 * Pivots are processed from the lowest price up: each joins the level below it when it is within the tolerance of that
 * level's mean, and otherwise starts a new level. The mean is weighted by recency. A level exactly at the price is a
 * support at distance 0.
 *
 * @param pivots pivots of {@link createPivotFinder}, in any order.
 * @param bars number of bars so far; the age of a pivot counts back from the last.
 * @param price price > 0 and `atr` ≥ 0, in the unit of the pivots.
 * @returns the nearest levels of each kind, nearest first; at the same distance the stronger one, then the lower one.
 * @throws {UsageError} when the price or the ATR is out of range.
 * @example
 * const pivots = [{ bar: 0, price: 110 }, { bar: 20, price: 110.2 }, { bar: 30, price: 95 }];
 * const levels = srLevels(pivots, 50, 100, 2, TECHNICAL_V1.levels);
 * levels.map(({ kind, strength }) => [kind, strength]); // → [ [ 'support', 1 ], [ 'resistance', 2 ] ]
 */
export function srLevels(
  pivots: readonly Pivot[],
  bars: number,
  price: number,
  atr: number,
  config: SupportResistanceConfig,
): SrLevel[] {
  if (!(price > 0 && price < Infinity)) throw new UsageError(`"price" expected a finite price > 0, got ${price}`);
  if (!(atr >= 0 && atr < Infinity)) throw new UsageError(`"atr" expected a finite number ≥ 0, got ${atr}`);
  const tolerance = Math.max(config.atrs * atr, (config.pricePct / 100) * price);
  const levels: SrLevel[] = [];
  // The mean is stored as its difference from the lowest pivot: a level of one pivot, or of equal ones, is exact.
  let base = 0;
  let weights = 0;
  let weighted = 0;
  let strength = 0;
  const mean = (): number => base + weighted / weights;
  const close = (): void => {
    if (strength === 0) return;
    const distPct = (100 * (mean() - price)) / price;
    if (Math.abs(distPct) > config.maxDistancePct) return;
    levels.push({ kind: distPct > 0 ? 'resistance' : 'support', price: mean(), strength, distPct });
  };
  for (const pivot of pivots.toSorted(byPrice)) {
    if (strength === 0 || pivot.price - mean() > tolerance) {
      close();
      base = pivot.price;
      weights = 0;
      weighted = 0;
      strength = 0;
    }
    const weight = 2 ** (-(bars - 1 - pivot.bar) / config.halfLife);
    weights += weight;
    weighted += weight * (pivot.price - base);
    strength++;
  }
  close();
  levels.sort(byDistance);
  const left = { support: config.perSide, resistance: config.perSide };
  return levels.filter(({ kind }) => left[kind]-- > 0);
}

function byPrice(a: Pivot, b: Pivot): number {
  return a.price === b.price ? a.bar - b.bar : a.price - b.price;
}

function byDistance(a: SrLevel, b: SrLevel): number {
  const nearer = Math.abs(a.distPct) - Math.abs(b.distPct);
  if (nearer !== 0) return nearer;
  return a.strength === b.strength ? a.price - b.price : b.strength - a.strength;
}
