/** News for operations: stored stories with their reactions, the funnel, the sources. */

import type { KnownNews, NewsArchive } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import type { HorizonResponse, NewsEvent, NewsHorizon } from '@barograph/stress/news';
import type { NewsStore } from '@barograph/store';

/** Maximum stories per answer: hundreds a day for two weeks. */
const MOST = 10_000;

/** Stories with their reactions as known at a moment. */
export async function withReactions(
  store: Pick<NewsStore, 'responses'>,
  timeline: string,
  events: readonly NewsEvent[],
  asOf: number,
): Promise<readonly KnownNews[]> {
  const ids = [...new Set(events.map(({ id }) => id))];
  const byId = new Map<string, Map<NewsHorizon, HorizonResponse>>();
  for (const { id, horizon, response } of await store.responses(timeline, ids, asOf)) {
    byId.set(id, (byId.get(id) ?? new Map<NewsHorizon, HorizonResponse>()).set(horizon, response));
  }
  return events.map((event): KnownNews => {
    const known = byId.get(event.id);
    const at = (horizon: NewsHorizon): HorizonResponse | null => known?.get(horizon) ?? null;
    return { event, response: { '15m': at('15m'), '1h': at('1h'), '4h': at('4h') } };
  });
}

/**
 * Creates the port of the news over its store.
 * @param hasSource whether the host has a source of reports.
 * @param timeline market name in the store.
 */
export function createNewsArchive(
  store: Pick<NewsStore, 'read' | 'responses' | 'hours' | 'sources'>,
  timeline: string,
  hasSource: boolean,
): NewsArchive {
  return {
    hasSource,
    events: async ({ after, asOf, symbols, minImpact }) => {
      const range = { from: after + 1, to: asOf + 1, asOf, symbols, minImpact, limit: MOST };
      return withReactions(store, timeline, await store.read(timeline, { ...range, order: 'descending' }), asOf);
    },
    hours: async (after, asOf) => store.hours(timeline, after - HOUR_MS + 1, asOf + 1),
    sources: async () => {
      const stored = await store.sources(timeline);
      return stored.map(({ about, counts, seenAt: _, ...state }) => ({ ...state, ...about, ...counts }));
    },
  };
}
