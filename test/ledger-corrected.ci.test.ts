/** A market revises a bar: the producer corrects the grades that depend on the bar, once, and no others. */

import type { GradeRow } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import type { NowcastArtifact } from '@barograph/nowcast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEDGER_PRODUCER, ledgerProducer } from '../packages/runtime/src/producers/ledger/producer.ts';
import { movableClock, runnerOf } from '../packages/runtime/test/test-support.ts';
import { openMarket, type Market } from '../packages/sources/src/market/market.ts';
import { createSimulatedSource } from '../packages/sources/src/simulated/source.ts';
import { LEDGER_ROWS } from '../packages/store/src/ledger.ts';
import { startTestServer, type TestServer } from '../packages/store/test/test-support.ts';
import { fewPerps, prepared, START, TIMELINE } from './ledger-prepared.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server.stop());

describe('a bar that a market revises', () => {
  it('corrects the grades of its horizons, and no other', async () => {
    const { db, ledger, engineStates: states, observations, tables } = await server.open(await server.database());
    for (const { day, rows } of prepared().slice(0, 3)) {
      await LEDGER_ROWS.write(db, { origin: 'live', rows, day, closeBefore: START }, { timeline: TIMELINE, asOf: START }); // prettier-ignore
    }
    const market = openMarket([createSimulatedSource(fewPerps())]);
    const bar = START + 26 * HOUR_MS;
    let revised = false;
    const revising: Market = {
      ...market,
      read: async (feed, query) => {
        const answer = await market.read(feed, query);
        const isBtc = feed === 'bars' && 'symbol' in query && query.symbol === 'BTC';
        if (!revised || !isBtc || !answer.ok || !('closed' in answer.value)) return answer;
        const { closed } = answer.value;
        const close = closed.close.map((close, i) => (closed.time[i] === bar ? 1.07 * close : close));
        return { ...answer, value: { ...answer.value, closed: { ...closed, close } } };
      },
    };
    const clock = movableClock(START);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is published, so nothing is forecast by it
    const producer = ledgerProducer({ store: ledger, timeline: TIMELINE, artifact: {} as NowcastArtifact });
    const runner = runnerOf([{ ...producer, needs: [] }], clock, { source: revising, timeline: TIMELINE, states, observations, tables }); // prettier-ignore
    for (let hour = 1; hour < 5 * 24; hour++) {
      revised = hour > 60;
      clock.put(START + hour * HOUR_MS);
      while ((await runner.run(LEDGER_PRODUCER)).isUnfinished);
    }
    await runner.stop();
    const grades: GradeRow[] = [];
    for (const scope of ['market', 'BTC', 'ETH']) {
      for (const horizon of ['4h', '24h'] as const) {
        grades.push(...(await ledger.grades(TIMELINE, { origin: 'live', scope, horizon, from: 0, asOf: clock.now() })));
      }
    }
    const corrections = grades.filter(({ corrects }) => corrects !== null);
    const expected = ['market', 'BTC'].flatMap((scope) =>
      (
        [
          ['4h', 4],
          ['24h', 24],
        ] as const
      ).flatMap(
        ([horizon, hours]) => // prettier-ignore
        Array.from({ length: hours + 1 }, (_, i) => `live/${scope}/${horizon}/${new Date(bar - i * HOUR_MS).toISOString()}/grade/1`), // prettier-ignore
      ),
    );
    expect(corrections.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
    for (const { recorded, time } of corrections) {
      expect(Date.parse(recorded) - Date.parse(time)).toBeGreaterThan(2 * DAY_MS);
    }
  }, 120_000);
});
