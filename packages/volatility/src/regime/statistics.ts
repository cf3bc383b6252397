/**
 * Statistics of a day's volatilities against the days before: ranks, z-scores, quantiles, extremes. All windows are of
 * days that have a value: a day without one is not counted, and a short hole does not empty them.
 */

import {
  createRing,
  createRollingMax,
  createRollingMoments,
  createRollingQuantile,
  createRollingRank,
  pushRing,
  ringValues,
  rollingMax,
  rollingMoments,
  rollingQuantiles,
  rollingRank,
  type Moments,
  type RollingExtremaSnapshot,
  type RollingMomentsSnapshot,
  type RollingRankSnapshot,
} from '@barograph/core';
import type { VolatilityRegimeConfig } from './config.ts';
import type { RegimeInput } from './label.ts';

/** Of one day. Percentiles 0…100, z-scores in standard deviations; NaN where undefined. */
export interface DayStatistics extends RegimeInput {
  /** Percentile rank of `rvGk30` in the percentile window. */
  readonly volPctile30: number;
  /** `(rvGk30 − mean) / sd` over the z-score window; 0 when nothing varied. */
  readonly rvZ30: number;
  readonly rvZ7: number;
}

export interface StatisticsSnapshot {
  readonly percentile: RollingRankSnapshot;
  readonly z30: RollingMomentsSnapshot;
  readonly z7: RollingMomentsSnapshot;
  readonly shock: RollingRankSnapshot;
  readonly median: RollingRankSnapshot;
  readonly rank: RollingRankSnapshot;
  readonly peak: RollingExtremaSnapshot;
  readonly before: readonly number[];
}

/** The kernel of both faces. `next` commits a day, `peek` does not. */
export interface Statistics {
  next(rvGk7: number, rvGk30: number): DayStatistics;
  peek(rvGk7: number, rvGk30: number): DayStatistics;
  snapshot(): StatisticsSnapshot;
}

function zScore(value: number, { mean, variance }: Moments): number {
  return variance === 0 ? 0 : (value - mean) / Math.sqrt(variance);
}

/** @param config checked. */
export function createStatistics(config: VolatilityRegimeConfig, resume?: StatisticsSnapshot): Statistics {
  const { percentile: year, zScore: z, label } = config;
  const labelCount = { minCount: label.minDays };
  const moments = { minCount: z.minDays, divisor: 'sample' } as const;
  const percentile = createRollingRank(year.days, { minCount: year.minDays }, resume?.percentile);
  const z30 = createRollingMoments(z.days, moments, resume?.z30);
  const z7 = createRollingMoments(z.days, moments, resume?.z7);
  const shock = createRollingQuantile(label.days, config.shockQuantile, labelCount, resume?.shock);
  const median = createRollingQuantile(label.days, 0.5, labelCount, resume?.median);
  const rank = createRollingRank(label.days, labelCount, resume?.rank);
  const peak = createRollingMax(config.reversionDays, { minCount: 1 }, resume?.peak);
  // Before a day is pushed, a full ring's oldest number is the one of `trendDays` days ago.
  const before = createRing(config.trendDays, resume?.before);

  const read = (face: 'next' | 'peek', rvGk7: number, rvGk30: number): DayStatistics => {
    const has7 = !Number.isNaN(rvGk7);
    const has30 = !Number.isNaN(rvGk30);
    return {
      rvGk7,
      shockLevel: has7 ? shock[face](rvGk7) : NaN,
      median: has7 ? median[face](rvGk7) : NaN,
      peak: has7 ? peak[face](rvGk7) : NaN,
      before: before.count === before.slots.length ? before.slots[before.head]! : NaN,
      rank: has30 ? rank[face](rvGk30) : NaN,
      termStructureRatio: rvGk7 / rvGk30,
      volPctile30: has30 ? percentile[face](rvGk30) : NaN,
      rvZ30: has30 ? zScore(rvGk30, z30[face](rvGk30)) : NaN,
      rvZ7: has7 ? zScore(rvGk7, z7[face](rvGk7)) : NaN,
    };
  };
  return {
    next: (rvGk7, rvGk30) => {
      const day = read('next', rvGk7, rvGk30);
      if (!Number.isNaN(rvGk7)) pushRing(before, rvGk7);
      return day;
    },
    peek: (rvGk7, rvGk30) => read('peek', rvGk7, rvGk30),
    snapshot: () => ({
      percentile: percentile.snapshot(),
      z30: z30.snapshot(),
      z7: z7.snapshot(),
      shock: shock.snapshot(),
      median: median.snapshot(),
      rank: rank.snapshot(),
      peak: peak.snapshot(),
      before: [...ringValues(before)],
    }),
  };
}

/** Statistics of every day, columns of n rows. */
type StatisticsColumns = { readonly [Field in keyof DayStatistics]: Float64Array };

/** Statistics of every day as {@link createStatistics} gives them, to the bit. @param config checked. @param into some of the columns. */
export function statisticsColumns(
  rvGk7: Float64Array,
  rvGk30: Float64Array,
  config: VolatilityRegimeConfig,
  into: Pick<StatisticsColumns, 'volPctile30' | 'rvZ30' | 'rvZ7' | 'termStructureRatio'>,
): StatisticsColumns {
  const { percentile: year, zScore: z, label } = config;
  const labelCount = { minCount: label.minDays };
  const [of7, of30] = [knownOf(rvGk7), knownOf(rvGk30)];
  const [shockLevel, median] = rollingQuantiles(of7.values, label.days, [config.shockQuantile, 0.5], labelCount);
  const peak = rollingMax(of7.values, config.reversionDays, { minCount: 1 });
  const column = (): Float64Array => new Float64Array(rvGk7.length);
  for (let i = 0; i < rvGk7.length; i++) into.termStructureRatio[i] = rvGk7[i]! / rvGk30[i]!;
  return {
    rvGk7,
    shockLevel: spread(shockLevel!, of7, column()),
    median: spread(median!, of7, column()),
    peak: spread(peak, of7, column()),
    before: fillBefore(of7, config.trendDays, column()),
    rank: spread(rollingRank(of30.values, label.days, labelCount), of30, column()),
    termStructureRatio: into.termStructureRatio,
    volPctile30: spread(rollingRank(of30.values, year.days, { minCount: year.minDays }), of30, into.volPctile30),
    rvZ30: spread(zScores(of30.values, z), of30, into.rvZ30),
    rvZ7: spread(zScores(of7.values, z), of7, into.rvZ7),
  };
}

/** The days that have a value: windows are of those alone. */
interface Known {
  readonly values: Float64Array;
  readonly isKnown: Uint8Array;
}

function knownOf(column: Float64Array): Known {
  const values = new Float64Array(column.length);
  const isKnown = new Uint8Array(column.length);
  let count = 0;
  // Plain: `filter` and `from` of typed arrays call back for each row, which cost a tenth of the regime.
  for (let i = 0; i < column.length; i++) {
    if (Number.isNaN(column[i]!)) continue;
    isKnown[i] = 1;
    values[count++] = column[i]!;
  }
  return { values: values.subarray(0, count), isKnown };
}

/** Values of the known days, each on its day; NaN on the others. */
function spread(ofKnown: Float64Array, { isKnown }: Known, column: Float64Array): Float64Array {
  for (let i = 0, at = 0; i < column.length; i++) column[i] = isKnown[i] === 0 ? NaN : ofKnown[at++]!;
  return column;
}

/** The value of so many known days before each day, known or not. */
function fillBefore({ values, isKnown }: Known, days: number, column: Float64Array): Float64Array {
  for (let i = 0, seen = 0; i < column.length; i++) {
    column[i] = seen < days ? NaN : values[seen - days]!;
    seen += isKnown[i]!;
  }
  return column;
}

function zScores(values: Float64Array, { days, minDays }: VolatilityRegimeConfig['zScore']): Float64Array {
  const { mean, variance } = rollingMoments(values, days, { minCount: minDays, divisor: 'sample' });
  for (let i = 0; i < values.length; i++) mean[i] = zScore(values[i]!, { mean: mean[i]!, variance: variance[i]! });
  return mean;
}
