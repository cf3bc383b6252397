/**
 * Statistics of a day's volatilities against earlier days: ranks, z-scores, quantiles, extremes. Windows contain only
 * days with a value: a day without one does not count, and a short hole does not empty them.
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
  type Mutable,
  type RollingExtremaSnapshot,
  type RollingMomentsSnapshot,
  type RollingRankSnapshot,
  type RollingStream,
} from '@barograph/core';
import type { VolatilityRegimeConfig } from './config.ts';
import type { RegimeInput } from './label.ts';
import type { Realized } from './realized.ts';

/** Statistics of one day. Percentiles 0…100, z-scores in standard deviations; NaN where undefined. */
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

/** Volatilities that the statistics read. */
type Volatilities = Pick<Realized, 'rvGk7' | 'rvGk30'>;

/** Kernel of both forms. `next` commits a day, `peek` does not; both fill a record. */
export interface Statistics {
  next(day: Volatilities, into?: Mutable<DayStatistics>): DayStatistics;
  peek(day: Volatilities, into?: Mutable<DayStatistics>): DayStatistics;
  snapshot(): StatisticsSnapshot;
}

/** Statistics of a day without any known value. */
export const noStatistics = (): Mutable<DayStatistics> => ({
  rvGk7: NaN,
  shockLevel: NaN,
  median: NaN,
  peak: NaN,
  before: NaN,
  rank: NaN,
  termStructureRatio: NaN,
  volPctile30: NaN,
  rvZ30: NaN,
  rvZ7: NaN,
});

function zScore(value: number, { mean, variance }: Moments): number {
  return variance === 0 ? 0 : (value - mean) / Math.sqrt(variance);
}

/** Transfers a day's number and a window's answer: as argument or return value they would be boxed. */
const NUMBER = new Float64Array(1);
const ANSWER = new Float64Array(1);

function ask(window: RollingStream<unknown>, face: 'next' | 'peek'): void {
  if (face === 'peek') ANSWER[0] = window.peek(NUMBER[0]!);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a window's method, not that of an array
  else window.fill(NUMBER, 0, 1, ANSWER, 0);
}

/**
 * Creates the kernel, or resumes it.
 * @param config a checked config.
 */
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
  // Before a day is added, the oldest number of a full ring is that of `trendDays` days ago.
  const before = createRing(config.trendDays, resume?.before);

  const ofWindow = { mean: NaN, variance: NaN };
  const read = (
    face: 'next' | 'peek',
    { rvGk7, rvGk30 }: Volatilities,
    into: Mutable<DayStatistics> = noStatistics(),
  ): DayStatistics => {
    into.rvGk7 = rvGk7;
    into.termStructureRatio = rvGk7 / rvGk30;
    into.before = NaN;
    into.shockLevel = NaN;
    into.median = NaN;
    into.peak = NaN;
    into.rvZ7 = NaN;
    into.rank = NaN;
    into.volPctile30 = NaN;
    into.rvZ30 = NaN;
    if (before.count === before.slots.length) into.before = before.slots[before.head]!;
    if (!Number.isNaN(rvGk7)) {
      NUMBER[0] = rvGk7;
      ask(shock, face);
      into.shockLevel = ANSWER[0]!;
      ask(median, face);
      into.median = ANSWER[0]!;
      ask(peak, face);
      into.peak = ANSWER[0]!;
      into.rvZ7 = zScore(rvGk7, z7[face](rvGk7, ofWindow));
      if (face === 'next') pushRing(before, rvGk7);
    }
    if (!Number.isNaN(rvGk30)) {
      NUMBER[0] = rvGk30;
      ask(rank, face);
      into.rank = ANSWER[0]!;
      ask(percentile, face);
      into.volPctile30 = ANSWER[0]!;
      into.rvZ30 = zScore(rvGk30, z30[face](rvGk30, ofWindow));
    }
    return into;
  };
  return {
    next: (day, into) => read('next', day, into),
    peek: (day, into) => read('peek', day, into),
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

/** Statistics of every day, one row per day. */
type StatisticsColumns = { readonly [Field in keyof DayStatistics]: Float64Array };

/**
 * Computes the statistics of every day, equal to {@link createStatistics} to the bit. @param config a checked config.
 * @param into the columns to fill.
 */
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

/** Days with a value, which windows consist of. */
interface Known {
  readonly values: Float64Array;
  readonly isKnown: Uint8Array;
}

function knownOf(column: Float64Array): Known {
  const values = new Float64Array(column.length);
  const isKnown = new Uint8Array(column.length);
  let count = 0;
  // A plain loop: `filter` and `from` of typed arrays call back for each row, which took a tenth of the regime's time.
  for (let i = 0; i < column.length; i++) {
    if (Number.isNaN(column[i]!)) continue;
    isKnown[i] = 1;
    values[count++] = column[i]!;
  }
  return { values: values.subarray(0, count), isKnown };
}

/** Spreads values of the known days over all days; NaN on the others. */
function spread(ofKnown: Float64Array, { isKnown }: Known, column: Float64Array): Float64Array {
  for (let i = 0, at = 0; i < column.length; i++) column[i] = isKnown[i] === 0 ? NaN : ofKnown[at++]!;
  return column;
}

/** Value of the `days`-th known day before each day, known or not. */
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
