/** Pages of the news archive: every row in order of `knownAt`, with the reactions written before the first page. */

import type { ArchivePage, KnownNews, NewsPageAsked, Problem } from '@barograph/contract';
import { ok, type Result } from '@barograph/core';
import { withReactions } from '../producers/news/archive.ts';
import { isStorable, type NewsPlace, type NewsStore } from '@barograph/store';
import { cursorOf, isCount, positionOf, questionHash } from './cursor.ts';

/** Position after the last row of a page. */
interface NewsPosition extends NewsPlace {
  /** Excludes rows that became known later, epoch ms. */
  readonly upTo: number;
}

function isPosition(value: unknown): value is NewsPosition {
  if (typeof value !== 'object' || value === null) return false;
  if (!('upTo' in value && 'time' in value && 'id' in value && 'revision' in value)) return false;
  // Maximum of PostgreSQL's integer.
  const isId = typeof value.id === 'string' && isStorable(value.id);
  return isId && [value.upTo, value.time, value.revision].every(isCount) && Number(value.revision) < 2 ** 31;
}

/** Parts of the reader. */
export interface NewsPageParts {
  readonly news: Pick<NewsStore, 'read' | 'responses'>;
  readonly timeline: string;
  /** Market time, epoch ms. */
  readonly now: () => number;
}

/** Requested page. */
export async function newsPage(
  { news, timeline, now }: NewsPageParts,
  request: NewsPageAsked,
  signal: AbortSignal,
): Promise<Result<ArchivePage<KnownNews>, Problem>> {
  const { symbol, start, end, minImpact, limit } = request;
  const hash = questionHash('news-events', request);
  const continued = positionOf(hash, request.cursor, isPosition);
  if (!continued.ok) return continued;
  const after = continued.value;
  const asOf = after?.upTo ?? now();
  const symbols = symbol === undefined ? undefined : [...new Set([symbol, symbol.toUpperCase()])];
  const found = await news.read(timeline, {
    from: start,
    to: Math.min(end ?? asOf, asOf),
    asOf,
    symbols,
    minImpact,
    revisions: 'every',
    after,
    limit: limit + 1,
  });
  signal.throwIfAborted();
  const events = found.slice(0, limit);
  const rows = await withReactions(news, timeline, events, asOf);
  const last = events.at(-1);
  if (found.length <= limit || last === undefined) return ok({ rows, next: null });
  const { time, id, revision } = last;
  return ok({ rows, next: cursorOf(hash, { upTo: asOf, time, id, revision } satisfies NewsPosition) });
}
