/** A host continues on an archive that the previous version wrote. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { entityTable, nameablePerps, newsEvents, NEWS_V1, NEWS_V2, type NewsEvent } from '@barograph/stress/news';
import { afterAll, expect, it } from 'vitest';
import { keep } from '../../../../runtime/src/keep.ts';
import { marketReader } from '../../../../runtime/src/market-reader.ts';
import { newsIngestProducer } from '../../../../runtime/src/producers/news/ingest.ts';
import { perpNames } from '../../../../runtime/src/producers/news/trading.ts';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { runAt } from '../../../../runtime/test/test-support.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { startTestServer } from '../../../../store/test/test-support.ts';
import { NOW, fewCoinsConfig } from '../quant/test-support.ts';

const server = await startTestServer();
const store = await server.open(await server.database());
afterAll(async () => server.stop());
const simulated = createSimulatedSource(fewCoinsConfig());
const market = openMarket([simulated]);
const ALL = { from: 0, to: NOW + DAY_MS, asOf: NOW + DAY_MS, revisions: 'every', limit: 10_000 } as const;

/** Reports that arrived within so many days before a moment. */
async function reportsOf(days: number, asOf: number) {
  const answer = await simulated.feeds.news!.pull({ from: asOf - days * DAY_MS, asOf });
  if (!answer.ok) throw new Error('expected reports');
  return answer.value.rows.reports.map(({ item }) => item);
}
const placeOf = ({ id, revision }: NewsEvent): string => `${id} ${revision}`;
/** Symbol and story of the simulator, whichever of its reports was the first. */
const storyOf = ({ id, symbol }: NewsEvent): string =>
  `${symbol} ${/(\d+-(?:move|idle)-\d+)-\d+$/.exec(id)?.[1] ?? id}`;

/** Archive and state as news/1 left them, an hour ago. */
async function leftBehind(timeline: string, at: number) {
  const listings = await marketReader(market).listings(at);
  const table = entityTable(nameablePerps(perpNames(listings)));
  const { events } = newsEvents(await reportsOf(30, at), table, NEWS_V1);
  await store.tables.write({ table: 'news', rows: { events, hours: [], sources: [] } }, { timeline, asOf: at });
  const response = { retPct: 1, oiChangePct: 0, fundingShift: 0, volumeMultiplier: 1, abnormality: 1.5 };
  const reaction = { horizon: '1h', knownAt: at, response } as const;
  await store.news.appendResponses(timeline, events.map(({ id, symbol }) => ({ id, symbol, ...reaction }))); // prettier-ignore
  // LINK was not listed at the last look of the version before.
  const perpdex = perpNames(listings).filter((symbol) => symbol !== 'LINK');
  const universe = { hour: at - (at % HOUR_MS), symbols: { perpdex_perp: perpdex } };
  const json = JSON.stringify({ upTo: at, universe });
  const state = { name: 'news-ingest', version: 'news-ingest/1+news/1', scope: 'market', asOf: at, json };
  const keeping = { timeline, states: store.engineStates, snapshots: createMemorySnapshotStore() };
  await keep({ states: [state], published: [] }, at, keeping);
  return events;
}

it('[#56] keeps rows and reactions of news/1, tells no story of its time again, and sends no event', async () => {
  const timeline = 'upgraded';
  const before = await leftBehind(timeline, NOW - HOUR_MS);
  expect(before.length).toBeGreaterThan(50);
  const stored = await store.news.read(timeline, ALL);
  const ids = before.map(({ id }) => id);
  const reactions = await store.news.responses(timeline, ids, NOW);
  const sent: unknown[] = [];
  const run = runAt(newsIngestProducer(), {
    source: market,
    timeline,
    states: store.engineStates,
    tables: store.tables,
    events: {
      append: async (...all) => {
        sent.push(all);
        return store.events.append(...all);
      },
    },
  });
  await run(NOW);
  expect(await store.news.responses(timeline, ids, NOW)).toEqual(reactions);
  for (let hour = 1; hour <= 24; hour++) await run(NOW + hour * HOUR_MS);
  expect(sent).toEqual([]);

  const after = await store.news.read(timeline, ALL);
  const byPlace = new Map(after.map((row) => [placeOf(row), row]));
  for (const row of stored) expect(byPlace.get(placeOf(row))).toEqual(row);
  const old = new Set(stored.map(placeOf));
  const added = after.filter((row) => !old.has(placeOf(row)));
  expect(new Set(added.map(({ configVersion }) => configVersion))).toEqual(new Set([NEWS_V2.version]));
  expect(Math.min(...added.map(({ knownAt }) => knownAt))).toBeGreaterThan(NOW - HOUR_MS);
  // What came while no version looked is found.
  expect(added.some(({ symbol, category }) => symbol === 'LINK' && category === 'listing')).toBe(true);
  // No story is on the tape twice.
  const stories = new Map<string, Set<string>>();
  for (const row of after) stories.set(storyOf(row), (stories.get(storyOf(row)) ?? new Set()).add(row.id));
  expect([...stories.values()].filter((each) => each.size > 1)).toEqual([]);
  // Those of the new time are the ones of a host that always ran.
  const whole = newsEvents(await reportsOf(15, NOW + DAY_MS), entityTable(nameablePerps(perpNames(await marketReader(market).listings(NOW)))), NEWS_V2); // prettier-ignore
  const later = whole.events.filter(({ knownAt }) => knownAt > NOW - HOUR_MS);
  expect(later.length).toBeGreaterThan(0);
  expect(added.filter(({ matchMode }) => matchMode !== 'universe').map(placeOf).toSorted()).toEqual(later.map(placeOf).toSorted()); // prettier-ignore
});

it('[#56] reads two weeks where no version before has left a state', async () => {
  const run = runAt(newsIngestProducer(), {
    source: market,
    timeline: 'fresh',
    states: store.engineStates,
    tables: store.tables,
  });
  await run(NOW);
  const rows = await store.news.read('fresh', ALL);
  expect(Math.min(...rows.map(({ knownAt }) => knownAt))).toBeLessThan(NOW - 12 * DAY_MS);
  await run(NOW + MINUTE_MS);
  expect((await store.news.read('fresh', ALL)).length).toBeGreaterThanOrEqual(rows.length);
});
