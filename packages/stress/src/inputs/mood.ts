/** Market environment at one moment: fear and greed, dollar, yields, stablecoins. */

import { DAY_MS } from '@barograph/core';
import { changeAt, cleanSeries, valueAt, type Change, type DatedSeries, type PhysicalRange } from './dated.ts';

/** Possible values by kind of series. Rates are percent a year. */
export const PHYSICAL_RANGES: Readonly<Record<'fearGreed' | 'level' | 'rate', PhysicalRange>> = {
  fearGreed: { min: 0, max: 100 },
  level: { min: Number.MIN_VALUE, max: Number.MAX_VALUE },
  rate: { min: -5, max: 30 },
};

/** Index of fear and greed, 0…100, and its publisher. */
export interface PublishedIndex extends DatedSeries {
  readonly publisher: string;
}

/** Mean of the fresh indexes. */
export interface FearGreedReading {
  /** Mean 0…100, rounded half up. */
  readonly value: number;
  /** Mean before rounding. */
  readonly exact: number;
  /** Indexes that count, in the given order. */
  readonly sources: readonly { readonly publisher: string; readonly time: number; readonly value: number }[];
}

/**
 * Fear and greed at a moment: the mean of the newest values not older than `staleMs`.
 *
 * @param at the moment, epoch ms.
 * @returns the reading; null without a fresh value.
 * @example
 * const indices = [
 *   { publisher: 'a', time: [0], value: [30] },
 *   { publisher: 'b', time: [HOUR_MS], value: [45] },
 * ];
 * fearGreedAt(indices, 2 * HOUR_MS, 36 * HOUR_MS)?.value; // → 38
 */
export function fearGreedAt(indices: readonly PublishedIndex[], at: number, staleMs: number): FearGreedReading | null {
  const sources = indices.flatMap(({ publisher, ...index }) => {
    const newest = valueAt(cleanSeries(index, at, PHYSICAL_RANGES.fearGreed).series, at, staleMs);
    return newest === null ? [] : [{ publisher, ...newest }];
  });
  if (sources.length === 0) return null;
  const exact = sources.reduce((sum, { value }) => sum + value, 0) / sources.length;
  return { value: Math.floor(exact + 0.5), exact, sources };
}

/** Series for the dollar; the first available one counts. */
export const DOLLAR_SERIES = ['dollar_index', 'broad_dollar', 'eur_usd'] as const;

/** Name of a series of the dollar. */
export type DollarSeries = (typeof DOLLAR_SERIES)[number];

/** Dollar reading: a series that rises with the dollar. */
export interface DollarReading {
  /** Name of the series; `eur_usd` is inverted. */
  readonly name: DollarSeries;
  readonly series: DatedSeries;
}

/**
 * Reads the dollar from the first series with a fresh value.
 *
 * @param series series by name; others are ignored.
 * @param at the moment, epoch ms.
 * @param staleMs greatest age of a fresh value, ms.
 * @example
 * const broad = { name: 'broad_dollar', time: [0, DAY_MS], value: [120, 121] };
 * dollarOf([broad], DAY_MS, DAY_MS)?.name; // → 'broad_dollar'
 * dollarOf([broad], 9 * DAY_MS, DAY_MS); // → null
 */
export function dollarOf(
  series: readonly (DatedSeries & { readonly name: string })[],
  at: number,
  staleMs: number,
): DollarReading | null {
  for (const name of DOLLAR_SERIES) {
    const found = series.find((one) => one.name === name);
    if (found === undefined) continue;
    const clean = cleanSeries(found, at, PHYSICAL_RANGES.level).series;
    if (valueAt(clean, at, staleMs) === null) continue;
    if (name !== 'eur_usd') return { name, series: clean };
    return { name, series: { time: clean.time, value: Array.from(clean.value, (rate) => 1 / rate) } };
  }
  return null;
}

/** Span of stablecoin changes, days. */
export type FlowDays = 7 | 14 | 90;

/** Circulating value of stablecoins: the newest, and its changes. The value is in USD, its time epoch ms. */
export interface StablecoinReading {
  readonly newest: { readonly time: number; readonly value: number };
  readonly changes: Readonly<Record<FlowDays, Change | null>>;
}

/**
 * Circulating value of stablecoins at a moment, USD; null when stale.
 *
 * @param at the moment, epoch ms.
 * @param staleMs greatest age of a fresh value, ms.
 * @example
 * const total = { time: [0, 7 * DAY_MS], value: [300e9, 303e9] };
 * stablecoinSupplyAt(total, 7 * DAY_MS, DAY_MS)?.changes[7]?.difference; // → 3000000000
 */
export function stablecoinSupplyAt(total: DatedSeries, at: number, staleMs: number): StablecoinReading | null {
  const { series } = cleanSeries(total, at, PHYSICAL_RANGES.level);
  const newest = valueAt(series, at, staleMs);
  if (newest === null) return null;
  const over = (days: FlowDays): Change | null => changeAt(series, at, days * DAY_MS, staleMs);
  return { newest, changes: { 7: over(7), 14: over(14), 90: over(90) } };
}
