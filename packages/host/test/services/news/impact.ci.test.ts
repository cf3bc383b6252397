/** Stories by impact on a host over the simulated market: news, reactions and the scorecard, weeks of them. */

import type { QuantScorecardWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { afterAll, expect, it } from 'vitest';
import { newsIngestProducer, NEWS_INGEST_PRODUCER } from '../../../../runtime/src/producers/news/ingest.ts';
import { NEWS_PRODUCER, newsProducer } from '../../../../runtime/src/producers/news/producer.ts';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { movableClock, runnerOf } from '../../../../runtime/test/test-support.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { startTestServer } from '../../../../store/test/test-support.ts';
import { START } from '../ledger/stage.ts';
import { fewCoinsConfig, testModel } from '../quant/test-support.ts';
import { hostOver, TIER_GATE } from '../../test-support.ts';

const DAYS = 40;
/** A story of the last minute of a day is measured by 04:01, and the day counts from 05:00. */
const STEP = 4 * HOUR_MS;

const server = await startTestServer();
const store = await server.open(await server.database());
const clock = movableClock(START);
const market = openMarket([createSimulatedSource(fewCoinsConfig())]);
const host = hostOver(store, { market, clock, gate: TIER_GATE, model: testModel() });
afterAll(async () => {
  await host.server.close();
  await server.stop();
});

const asked = async (query: string) =>
  host.server.inject({ method: 'GET', url: `/api/v1/quant/scorecard?${query}`, headers: { 'x-api-key': 'free' } });
const cardOf = async (query: string) => (await asked(query)).json<QuantScorecardWire>().news_impact!;

it('[#56] fills with the stories that were measured, each in one bin, and stands still within a day', async () => {
  const { engineStates: states, observations, tables } = store;
  const producers = [
    newsIngestProducer(),
    { ...newsProducer({ timeline: 'test', store: store.news, samples: undefined, needs: [] }), needs: [] },
  ];
  const runner = runnerOf(producers, clock, {
    source: market,
    timeline: 'test',
    states,
    observations,
    tables,
    snapshots: createMemorySnapshotStore(),
  });
  const midnight = Math.ceil(START / DAY_MS) * DAY_MS + 6 * 60_000;
  for (let at = midnight; at <= midnight + DAYS * DAY_MS + 2 * STEP; at += STEP) {
    clock.put(at);
    await runner.run(NEWS_INGEST_PRODUCER);
    await runner.run(NEWS_PRODUCER);
  }
  await runner.stop();

  const card = await cardOf('window=30');
  // The same from the tables: the newest row of each story, and both of its reactions.
  const { from, to } = card;
  expect(to - from).toBe(30 * DAY_MS);
  const events = await store.news.read('test', { from, to, asOf: to + 5 * HOUR_MS, limit: 10_000 });
  const responses = await store.news.responses('test', events.map(({ id }) => id), to + 5 * HOUR_MS); // prettier-ignore
  const measured = events.filter(({ id }) =>
    (['1h', '4h'] as const).every((name) =>
      responses.some((one) => one.id === id && one.horizon === name && one.response.abnormality !== null),
    ),
  );
  expect(measured.length).toBeGreaterThanOrEqual(50);
  expect(card).toMatchObject({ graded: measured.length, unknown: events.length - measured.length });
  // A host that ran all the time has measured all.
  expect(card.unknown).toBe(0);
  for (const bin of card.bins!) {
    const own = measured.filter(({ impactScore }) => impactScore >= bin.from && (impactScore < bin.to || bin.to === 1));
    expect(bin.events).toBe(own.length);
    const hours = responses.filter(({ id, horizon }) => horizon === '1h' && own.some((one) => one.id === id));
    if (bin.abnormality_1h === null) continue;
    const large = hours.filter(({ response }) => response.abnormality! >= 2).length;
    // To two decimals.
    expect(Math.abs(bin.abnormality_1h.large_share - large / own.length)).toBeLessThanOrEqual(0.0051);
    expect(bin.abnormality_1h.q25).toBeLessThanOrEqual(bin.abnormality_1h.median);
  }
  expect(card.bins!.some(({ abnormality_1h: hour }) => hour !== null)).toBe(true);

  const week = await cardOf('window=7');
  expect(week.graded).toBeLessThan(50);
  expect(week.bins).toBeNull();
  const one = await cardOf('window=30&scope=BTC');
  expect(one.graded).toBe(measured.filter(({ symbol }) => symbol === 'BTC').length);
  const note = (await asked('window=30&format=markdown')).body;
  expect(note).toContain('## After news, by impact');
  expect(note).toContain(`| 0.45 to 0.6 | ${card.bins![0]!.events} |`);

  clock.put(to + DAY_MS + 4 * HOUR_MS);
  expect(await cardOf('window=30')).toEqual(card);
});
