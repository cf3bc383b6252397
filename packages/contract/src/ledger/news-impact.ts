/** Market reactions to stories by published impact: counts, quartiles, and an interval of the median. */

import { DAY_MS, deepFreeze, HOUR_MS, quantileSorted } from '@barograph/core';
import type { KnownNews } from '../shapes/news-event.ts';
import { LEAST_GRADED, LEAST_LINE } from './kinds.ts';
import { medianRanks } from './median-interval.ts';

/** Rules of the table. */
export interface NewsImpactRules {
  readonly version: `news-impact/${string}`;
  /** Lower edges of the impact bins, ascending; the last bin ends at 1. */
  readonly edges: readonly number[];
  /** Abnormality from which a reaction counts as large. */
  readonly large: number;
  /** Confidence of the interval of a median. */
  readonly confidence: number;
  /** Delay after which a day counts: by then its last story has been measured over four hours, and late reports have arrived. */
  readonly dueMs: number;
}

/** Add a constant instead of changing a number. */
export const NEWS_IMPACT_V1: NewsImpactRules = deepFreeze({
  version: 'news-impact/1',
  edges: [0.45, 0.6, 0.7, 0.85],
  large: 2,
  confidence: 0.95,
  dueMs: 5 * HOUR_MS,
});

/** Abnormality over a horizon of the stories in a bin. */
export interface Reacted {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  /** null when the bin has too few stories for the confidence. */
  readonly medianInterval: readonly [low: number, high: number] | null;
  /** Share of stories with a large abnormality. */
  readonly large: number;
}

export interface ImpactBin {
  readonly from: number;
  readonly to: number;
  readonly events: number;
  /** null with fewer than {@link LEAST_LINE} stories. */
  readonly hour: Reacted | null;
  readonly four: Reacted | null;
}

/** Stories by impact. */
export interface ImpactCard {
  /** Stories whose abnormality over one and four hours is known. */
  readonly graded: number;
  /** Stories without a known abnormality. */
  readonly unknown: number;
  /** null with fewer than {@link LEAST_GRADED} graded stories. */
  readonly bins: readonly ImpactBin[] | null;
}

/**
 * Period of a table's stories and the moment that they are read at, epoch ms. Periods are whole UTC days, read at a fixed moment
 * of the day. All answers of a day are therefore the same, and no two differ by one story.
 */
export function impactSpan(asOf: number, days: number, { dueMs }: NewsImpactRules = NEWS_IMPACT_V1) {
  const to = Math.floor((asOf - dueMs) / DAY_MS) * DAY_MS;
  return { from: to - days * DAY_MS, to, asOf: to + dueMs };
}

/** Statistics of sorted abnormalities. */
function reacted(values: readonly number[], { large, confidence }: NewsImpactRules): Reacted | null {
  if (values.length < LEAST_LINE) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const ranks = medianRanks(sorted.length, confidence);
  return {
    lower: quantileSorted(sorted, 0.25),
    median: quantileSorted(sorted, 0.5),
    upper: quantileSorted(sorted, 0.75),
    medianInterval: ranks === null ? null : [sorted[ranks[0]]!, sorted[ranks[1]]!],
    large: sorted.filter((size) => size >= large).length / sorted.length,
  };
}

/**
 * Builds the table. A story below the first edge, the threshold of the tape, counts in the first bin.
 *
 * @param stories each story once, in its last known form.
 */
export function impactCardOf(stories: readonly KnownNews[], rules: NewsImpactRules = NEWS_IMPACT_V1): ImpactCard {
  const { edges } = rules;
  const known = stories.flatMap(({ event, response }) => {
    const [hour, four] = [response['1h']?.abnormality ?? null, response['4h']?.abnormality ?? null];
    const bin = Math.max(0, edges.findLastIndex((edge) => event.impactScore >= edge)); // prettier-ignore
    return hour === null || four === null ? [] : [{ bin, hour, four }];
  });
  const binAt = (from: number, bin: number): ImpactBin => {
    const own = known.filter((story) => story.bin === bin);
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
