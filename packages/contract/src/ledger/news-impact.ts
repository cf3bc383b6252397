/** Reactions of markets to stories, by the impact that was published of each: counts, quartiles, and an interval of the median. */

import { DAY_MS, deepFreeze, HOUR_MS, quantileSorted } from '@barograph/core';
import type { KnownNews } from '../shapes/news-event.ts';
import { LEAST_GRADED, LEAST_LINE } from './kinds.ts';
import { medianRanks } from './median-interval.ts';

/** Rules of the table. */
export interface NewsImpactRules {
  readonly version: `news-impact/${string}`;
  /** Lower edges of the bins of impact, ascending; the last one ends at 1. */
  readonly edges: readonly number[];
  /** An abnormality of so much and more is large. */
  readonly large: number;
  /** Confidence of the interval of a median. */
  readonly confidence: number;
  /** A day counts so long after its end: its last story has then been measured over four hours, and a late report has come. */
  readonly dueMs: number;
}

/** A changed number is a new constant. */
export const NEWS_IMPACT_V1: NewsImpactRules = deepFreeze({
  version: 'news-impact/1',
  edges: [0.45, 0.6, 0.7, 0.85],
  large: 2,
  confidence: 0.95,
  dueMs: 5 * HOUR_MS,
});

/** Abnormality of the stories of a bin over a horizon. */
export interface Reacted {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  /** null where too few stories hold the median with the confidence. */
  readonly medianInterval: readonly [low: number, high: number] | null;
  /** Share of the stories whose abnormality was large. */
  readonly large: number;
}

/** Stories of a bin. */
export interface ImpactBin {
  readonly from: number;
  readonly to: number;
  readonly events: number;
  /** null with fewer than {@link LEAST_LINE} stories. */
  readonly hour: Reacted | null;
  readonly four: Reacted | null;
}

/** The table. */
export interface ImpactCard {
  /** Stories whose abnormality over one and four hours is known. */
  readonly graded: number;
  /** The others. */
  readonly unknown: number;
  /** null with fewer than {@link LEAST_GRADED} graded stories. */
  readonly bins: readonly ImpactBin[] | null;
}

/**
 * First moment and end of the stories of a table, and the moment as of which they are read, epoch ms. Whole UTC days, and all that
 * became known by one moment of the day: the answers of a day are the same, so that no two differ by one story.
 */
export function impactSpan(asOf: number, days: number, { dueMs }: NewsImpactRules = NEWS_IMPACT_V1) {
  const to = Math.floor((asOf - dueMs) / DAY_MS) * DAY_MS;
  return { from: to - days * DAY_MS, to, asOf: to + dueMs };
}

/** Sorted abnormalities in numbers. */
function reacted(values: readonly number[], { large, confidence }: NewsImpactRules): Reacted | null {
  if (values.length < LEAST_LINE) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const ranks = medianRanks(sorted.length, confidence);
  return {
    lower: quantileSorted(sorted, 0.25),
    median: quantileSorted(sorted, 0.5),
    upper: quantileSorted(sorted, 0.75),
    medianInterval: ranks === null ? null : [sorted[ranks[0]]!, sorted[ranks[1]]!],
    large: sorted.filter((one) => one >= large).length / sorted.length,
  };
}

/**
 * The table of some stories. One below the first edge, which is the threshold of the tape, counts in the first bin.
 *
 * @param stories each once, as it was known at the end.
 */
export function impactCardOf(stories: readonly KnownNews[], rules: NewsImpactRules = NEWS_IMPACT_V1): ImpactCard {
  const { edges } = rules;
  const known = stories.flatMap(({ event, response }) => {
    const [hour, four] = [response['1h']?.abnormality ?? null, response['4h']?.abnormality ?? null];
    const bin = Math.max(0, edges.findLastIndex((edge) => event.impactScore >= edge)); // prettier-ignore
    return hour === null || four === null ? [] : [{ bin, hour, four }];
  });
  const binAt = (from: number, bin: number): ImpactBin => {
    const own = known.filter((one) => one.bin === bin);
    return {
      from,
      to: edges[bin + 1] ?? 1,
      events: own.length,
      hour: reacted(own.map(({ hour }) => hour), rules), // prettier-ignore
      four: reacted(own.map(({ four }) => four), rules), // prettier-ignore
    };
  };
  return {
    graded: known.length,
    unknown: stories.length - known.length,
    bins: known.length < LEAST_GRADED ? null : edges.map(binAt),
  };
}
