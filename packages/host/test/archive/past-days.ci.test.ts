/** Archive days before the first start: bars and funding of the source, and no forward-only data. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backfilledHistories } from '../../../runtime/src/backfill/histories.ts';
import { BACKFILL_PRODUCER, createBackfill } from '../../../runtime/src/backfill/producer.ts';
import { perpSamplesSeries } from '../../../runtime/src/producers/perp/archive.ts';
import { pastScoreSeries } from '../../../runtime/src/producers/scores/archive.ts';
import { memoryBlobs } from '../../../runtime/test/archive/one-day.ts';
import { movableClock, runnerOf } from '../../../runtime/test/test-support.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { createSystemClock } from '../../../sources/src/clock.ts';
import { asked, startArchives } from './asking.ts';
import { archiveOver, TIMELINE } from './samples.ts';

const source = createSimulatedSource({
  ...SIMULATOR_V2,
  listings: SIMULATOR_V2.listings.filter(({ symbol, venue }) => symbol === 'BTC' && venue === 'perpdex_perp'),
});
const market = openMarket([source]);
/** Three days after the first that an archive may have: the span is short. */
const SINCE = Date.UTC(2026, 2, 30);
const NOW = SINCE + 3 * DAY_MS + 7 * HOUR_MS;

let archives: Awaited<ReturnType<typeof startArchives>>;
beforeAll(async () => {
  archives = await startArchives();
});
afterAll(async () => archives.stop());

describe('days of the archive from before the first start', () => {
  it('have the minutes and the funding of the source, back to the first day of every archive, and write nothing else', async () => {
    const { stores } = await archives.replicas(1, NOW);
    const store = stores[0]!;
    await store.observations.prune(perpSamplesSeries(TIMELINE), NOW);
    const archive = archiveOver(store, memoryBlobs(), NOW, createSystemClock(), market);
    const histories = backfilledHistories(market, TIMELINE, archive.archiver);
    expect(histories.map(({ name }) => name)).toEqual(['daily-score-market-health', 'whale-days', 'klines', 'funding']);
    const days = histories.filter(({ name }) => name !== 'daily-score-market-health');
    const backfill = createBackfill(days);
    const { observations, engineStates: states } = store;
    const before = await store.pool.query('select count(*) from observations');
    const runner = runnerOf([backfill.producer], movableClock(NOW), {
      source: market,
      observations,
      states,
      timeline: TIMELINE,
      tables: store.tables,
    });
    await runner.run(BACKFILL_PRODUCER);
    expect(backfill.progress()).toMatchObject([
      { name: 'whale-days', status: 'done', to: SINCE + 2 * DAY_MS, done: 180, total: 180 },
      { name: 'klines', status: 'done', from: SINCE, to: SINCE + 2 * DAY_MS, done: 3, total: 3 },
      { name: 'funding', status: 'done', from: SINCE, to: SINCE + 2 * DAY_MS, done: 3, total: 3 },
    ]);

    const { items } = await asked(archive, 'klines', { symbol: 'BTC', limit: 10_000 });
    expect(items).toHaveLength(3 * 1440);
    const window = { kind: 'range', from: SINCE, to: SINCE + DAY_MS - 1 } as const;
    const query = { symbol: 'BTC', venue: 'perpdex_perp', interval: '1m', window, asOf: SINCE + DAY_MS } as const;
    const bars = await market.read('bars', query);
    if (!bars.ok) throw new Error(bars.error.reason);
    expect(items.slice(0, 1440).map(({ close }) => close)).toEqual([...bars.value.closed.close]);

    const funding = await asked(archive, 'pd_funding_bars', { symbol: 'BTC', limit: 10_000 });
    expect(funding.items).toHaveLength(3 * 1440);
    const sampled = new Set(funding.items.map((row) => Number(row['known_at'])));
    for (const at of sampled) expect(at % (5 * MINUTE_MS)).toBe(0);
    expect(sampled.size).toBe(3 * 288);
    const range = { symbol: 'BTC', from: SINCE - 1, to: SINCE + DAY_MS - 1 };
    const [rates, interest] = [await market.read('funding', range), await market.read('openInterest', range)];
    if (!rates.ok || !interest.ok) throw new Error('expected funding of the simulator');
    const at = SINCE + 10 * HOUR_MS;
    expect(funding.items.find((row) => row['timestamp'] === at)).toMatchObject({
      funding_rate: rates.value.rate1h[rates.value.time.indexOf(at)],
      open_interest: interest.value.contracts[interest.value.time.indexOf(at)],
      known_at: at,
    });

    // Days of whales are separate rows; their ranks and those of gamma continue from samples, and there are no samples.
    const days180 = await store.whaleDays.read(TIMELINE, { from: '', asOf: NOW });
    expect(new Set(days180.map((day) => day.source))).toEqual(new Set(['seed']));
    // Forward-only: no sample, flow, ring, index point or state but the state of the job is stored.
    expect(await store.pool.query('select count(*) from observations')).toMatchObject({ rows: before.rows });
    const kept = await store.pool.query<{ engine: string }>('select distinct engine from engine_state');
    expect(kept.rows.map(({ engine }) => engine).filter((name) => !name.startsWith('link'))).toEqual([
      `${BACKFILL_PRODUCER}@${TIMELINE}`,
    ]);
    expect(await observations.firstTime(perpSamplesSeries(TIMELINE), 'BTC', NOW)).toBeUndefined();
    expect(await observations.firstTime(pastScoreSeries('market_health', TIMELINE), '', NOW)).toBeUndefined();
  });

  it('are not of a live source, and none are kept without a place for files', () => {
    const live = openMarket([{ ...source, kind: 'live' }]);
    const archiver = { writePast: async () => undefined } as never;
    expect(backfilledHistories(live, 't', archiver).map(({ name }) => name)).toEqual(['daily-score-market-health']);
    expect(backfilledHistories(market, 't', undefined).map(({ name }) => name)).toEqual([
      'daily-score-market-health',
      'whale-days',
    ]);
  });
});
