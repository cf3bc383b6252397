/** Rows of a day file of news: everything that became known on a day, with the reactions measured since. */

import type { KnownNews } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { newsOutcome } from '@barograph/stress/news';
import { withReactions } from '../producers/news/archive.ts';
import type { NewsPlace, NewsStore } from '@barograph/store';
import { openOf } from './days.ts';
import type { Cells } from './tables.ts';

/** Bound of the publication time: a report is at most two days old on arrival, its story six hours older, plus a margin. */
const PUBLISHED_BEFORE_MS = 3 * DAY_MS;
/** Rows per read. */
const ROWS = 1000;

/** News have no exchange, so the cell is empty. */
function cellsOf({ event, response }: KnownNews): Cells {
  const { symbol, time, knownAt, category, title, source, url, matchMode, id } = event;
  const { revision, impactScore, bias, corroboration } = event;
  const { ret15m, ret1h, ret4h, volMult, oiChangePct, fundingShift, abnormality } = newsOutcome(response);
  const row = ['', symbol, knownAt, time, category, title, source, url, matchMode, id];
  const scored = [revision, impactScore, bias, corroboration];
  return [...row, ...scored, ret15m, ret1h, ret4h, volMult, oiChangePct, fundingShift, abnormality];
}

/** Rows that became known on a day, in order. @param now includes reactions written by then, epoch ms. */
export async function newsRows(
  news: Pick<NewsStore, 'read' | 'responses'>,
  timeline: string,
  date: string,
  now: number,
): Promise<readonly Cells[]> {
  const [open, end] = [openOf(date), openOf(date) + DAY_MS];
  const range = { from: open - PUBLISHED_BEFORE_MS, to: end, asOf: end - 1, revisions: 'every', limit: ROWS } as const;
  const known: KnownNews[] = [];
  let after: NewsPlace | undefined;
  for (;;) {
    const events = await news.read(timeline, { ...range, ...(after === undefined ? {} : { after }) });
    const ofDay = events.filter(({ knownAt }) => knownAt >= open);
    known.push(...(await withReactions(news, timeline, ofDay, now)));
    if (events.length < ROWS) break;
    after = events.at(-1);
  }
  return known.toSorted((a, b) => a.event.knownAt - b.event.knownAt).map(cellsOf);
}
