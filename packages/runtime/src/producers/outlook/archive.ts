/** Archive of media hours and headlines seen by a live host, because their sources have only the last days and a restart loses them. */

import { ok } from '@barograph/core';
import { createHash } from 'node:crypto';
import {
  readOver,
  type Market,
  type Read,
  type FeedRows,
  type Headline,
  type Headlines,
  type MediaHours,
  type OutlookQuery,
  type Provided,
  CADENCES_V1,
} from '@barograph/sources';
import type { NewObservation, Observations } from '@barograph/store';
import type { MarketReader } from '../../market-reader.ts';
import type { Producer, ProducerInput } from '../../producer.ts';

/** Archived feeds. */
const KEPT = ['media', 'headlines'] as const;

/** Series of a market's media hours. */
function mediaSeries(timeline: string): string {
  return `media-hours/${timeline}`;
}

/** Series of a market's headlines, one key for each. */
function headlinesSeries(timeline: string): string {
  return `headlines/${timeline}`;
}

/** Stored hour. */
interface KeptHour {
  readonly articles: number;
  /** Null without articles. */
  readonly tone: number | null;
}

/** Key of a headline, whose id may be an address of any length. */
function keyOf({ publisher, id }: Headline): string {
  return createHash('sha256').update(`${publisher}\n${id}`).digest('hex').slice(0, 32);
}

/** Rows of a run that this process has not archived. @param kept updated here, by series and moment. */
async function freshRows(timeline: string, input: ProducerInput, kept: Map<string, number>): Promise<NewObservation[]> {
  const { asOf, market } = input;
  const fresh: NewObservation[] = [];
  const add = (row: Omit<NewObservation, 'knownAt'>): void => {
    const name = `${row.series} ${row.key} ${row.validTime}`;
    if (kept.has(name)) return;
    kept.set(name, row.validTime);
    fresh.push({ ...row, knownAt: asOf });
  };
  const media = await market.read('media', { from: 0, asOf });
  if (media.ok && media.value.provenance.kind === 'live') {
    const { time, articles, tone, provenance } = media.value;
    for (const [i, validTime] of time.entries()) {
      const value: KeptHour = { articles: articles[i]!, tone: Number.isNaN(tone[i]!) ? null : tone[i]! };
      add({ series: mediaSeries(timeline), key: '', validTime, value, source: provenance.source });
    }
  }
  const answer = await market.read('headlines', { from: 0, asOf });
  if (answer.ok && answer.value.provenance.kind === 'live') {
    for (const headline of answer.value.headlines) {
      const { source } = answer.value.provenance;
      const series = headlinesSeries(timeline);
      add({ series, key: keyOf(headline), validTime: headline.time, value: headline, source });
    }
  }
  return fresh;
}

/** Time for which a process remembers stored rows, ms: longer than any source repeats them. */
const REMEMBERED_MS = 60 * 86_400_000;

/**
 * @param timeline market name in the store.
 * @returns an empty list when none of the feeds is live.
 */
export function outlookArchivers({ sources }: Pick<Market, 'sources'>, timeline: string): readonly Producer[] {
  const reads = KEPT.filter((feed) => sources.some(({ kind, feeds }) => kind === 'live' && feeds[feed] !== undefined));
  if (reads.length === 0) return [];
  return [
    {
      name: 'outlook-archive',
      cadence: CADENCES_V1.every15Minutes,
      makeUp: { kind: 'latest' },
      reads,
      needs: [],
      publishes: [],
      isHeavy: false,
      create: () => {
        const kept = new Map<string, number>();
        return async (input) => {
          const observations = await freshRows(timeline, input, kept);
          for (const [name, time] of kept) if (time < input.asOf - REMEMBERED_MS) kept.delete(name);
          return { states: [], published: [], observations, facts: { kept: observations.length } };
        };
      },
    },
  ];
}

/** Media hours of the archive and of the source; the source takes precedence. */
async function mediaOf(
  observations: Pick<Observations, 'asOf'>,
  timeline: string,
  { from, asOf }: OutlookQuery,
  answer: Provided<MediaHours>,
): Promise<Provided<MediaHours>> {
  const rows = await observations.asOf(mediaSeries(timeline), { key: '', knownAt: asOf, from: from + 1, to: asOf });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written under that series by the archiver
  const hours = new Map(rows.map(({ validTime, value }) => [validTime, value as KeptHour]));
  for (const [i, time] of answer.time.entries())
    hours.set(time, { articles: answer.articles[i]!, tone: answer.tone[i]! });
  const all = [...hours].sort(([a], [b]) => a - b);
  return {
    time: Float64Array.from(all, ([time]) => time),
    articles: Float64Array.from(all, ([, { articles }]) => articles),
    tone: Float64Array.from(all, ([, { tone }]) => tone ?? NaN),
    provenance: answer.provenance,
  };
}

/** Headlines of the archive and of the source, each once, oldest first. */
async function headlinesOf(
  observations: Pick<Observations, 'asOf'>,
  timeline: string,
  { from, asOf }: OutlookQuery,
  answer: Provided<Headlines>,
): Promise<Provided<Headlines>> {
  const rows = await observations.asOf(headlinesSeries(timeline), { knownAt: asOf, from: from + 1, to: asOf });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written under that series by the archiver
  const known = new Map(rows.map(({ key, value }) => [key, value as Headline]));
  for (const headline of answer.headlines) known.set(keyOf(headline), headline);
  return { headlines: [...known.values()].sort((a, b) => a.time - b.time), provenance: answer.provenance };
}

/**
 * Extends live media hours and headlines of a market by the archive. A feed that does not answer stays missing, because archived
 * rows say nothing about the present.
 */
export function remembering(
  market: MarketReader,
  observations: Pick<Observations, 'asOf'>,
  timeline: string,
): MarketReader {
  const remembered = <Name extends 'media' | 'headlines'>(
    next: Read,
    name: Name,
    join: (answer: Provided<FeedRows<Name>>, query: OutlookQuery) => Promise<Provided<FeedRows<Name>>>,
  ): Read =>
    readOver(next, name, async (query) => {
      const answer = await next(name, query);
      return answer.ok && answer.value.provenance.kind === 'live' ? ok(await join(answer.value, query)) : answer;
    });
  const withMedia = remembered(market.read, 'media', async (answer, query) =>
    mediaOf(observations, timeline, query, answer),
  );
  const read = remembered(withMedia, 'headlines', async (answer, query) =>
    headlinesOf(observations, timeline, query, answer),
  );
  return { ...market, read };
}
