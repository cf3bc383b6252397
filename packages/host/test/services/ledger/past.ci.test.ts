/** The backfilled chain: reconstructed publications day by day, equal to the actual ones. */

import { canonicalJson, closeDay, NO_DIGEST, type LedgerRow } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { afterAll, describe, expect, it } from 'vitest';
import { BACKFILL_PRODUCER, createBackfill } from '../../../../runtime/src/backfill/producer.ts';
import { pastLedger } from '../../../../runtime/src/producers/ledger/past.ts';
import { perpsOf } from '../../../../runtime/src/producers/quant/listings.ts';
import { largestFirst } from '../../../../runtime/src/slice.ts';
import { runnerOf } from '../../../../runtime/test/test-support.ts';
import type { Market } from '../../../../sources/src/market/market.ts';
import { sha256 } from '../../../../store/src/sha256.ts';
import { dateOf, openStage, START } from './stage.ts';

const stage = await openStage(66);
const { store, clock, market, model, rowsOf } = stage;
afterAll(async () => stage.stop());

describe('the backfilled chain', () => {
  const TIMELINE = 'past';
  const parts = (timeline: string) => ({ store: store.ledger, timeline, artifact: model.artifact });
  const DAY = Math.floor(START / DAY_MS) * DAY_MS;

  /** Fills the ledger of a market that nothing was published of, at a moment. */
  async function fill(at: number, source: Market = market, timeline = TIMELINE): Promise<void> {
    clock.put(at);
    const { engineStates: states, observations, tables } = store;
    const backfill = createBackfill([pastLedger(model, parts(timeline))]);
    const runner = runnerOf([backfill.producer], clock, { source, timeline, states, observations, tables }); // prettier-ignore
    do while ((await runner.run(BACKFILL_PRODUCER)).isUnfinished);
    while (backfill.progress()?.[0]?.error !== null);
    await runner.stop();
    expect(backfill.progress()).toMatchObject([{ name: 'ledger', status: 'done', error: null }]);
  }
  const pastRows = async (day: number, timeline = TIMELINE) => {
    const asked = { origin: 'backfilled', day, limit: 5000, asOf: Number.MAX_SAFE_INTEGER } as const;
    return (await store.ledger.rows(timeline, asked)).map(({ text }) => JSON.parse(text) as LedgerRow);
  };
  const digests = async () =>
    store.ledger.digests(TIMELINE, { origin: 'backfilled', from: 0, to: Number.MAX_SAFE_INTEGER });

  it('says of each hour of the market what was published then, and grades it by the same outcome', async () => {
    await fill(START + 4 * DAY_MS);
    const past = new Map((await pastRows(DAY + DAY_MS)).map((row) => [row.id.replace('backfilled', 'live'), row]));
    const live = (await rowsOf(dateOf(DAY + DAY_MS), '&scope=market')).filter(
      ({ time }) => Date.parse(time) >= DAY + DAY_MS,
    );
    expect(live.length).toBeGreaterThan(60);
    for (const row of live) {
      const same = past.get(row.id);
      if (row.type === 'forecast' && same?.type === 'forecast') {
        expect(same.forecasts.next_regime!.p).toEqual(row.forecasts.next_regime!.p);
        expect(same.forecasts.volatility).toMatchObject({
          p: row.forecasts.volatility!.p,
          cuts: row.forecasts.volatility!.cuts,
        });
        expect(same.forecasts.day_quantiles).toEqual(row.forecasts.day_quantiles);
        expect(same).toMatchObject({ regime: row.regime, states: row.states, snapshot: null });
      } else if (row.type === 'grade' && same?.type === 'grade') {
        expect(same.grades.next_regime!.came).toBe(row.grades.next_regime!.came);
        expect(same.followed).toEqual(row.followed);
      } else expect(same?.type).toBe(row.type);
    }
  });

  it('has every row of a day whose first attempt failed midway', async () => {
    let left = 3;
    const failing: Market = {
      ...market,
      read: async (feed, query) => {
        // The third coin, after rows of the market and of a coin were made.
        const isCoin = feed === 'bars' && 'symbol' in query && query.symbol === coins[1];
        if (isCoin && left > 0) {
          left--;
          throw new Error('the source is away');
        }
        return market.read(feed, query);
      },
    };
    const listings = await market.listings(START + 4 * DAY_MS);
    const coins = largestFirst(perpsOf(listings)).map(({ symbol }) => symbol);
    await fill(START + 4 * DAY_MS, failing, 'failing');
    expect(left).toBe(0);
    const days = Array.from({ length: 34 }, (_, i) => DAY + (4 - i) * DAY_MS);
    for (const day of days) {
      const ids = async (timeline: string) => (await pastRows(day, timeline)).map(({ id }) => id);
      expect(await ids('failing'), dateOf(day)).toEqual(await ids(TIMELINE));
    }
  });

  it('goes on day by day in another process, with the counts and the rows of the days before', async () => {
    const before = await digests();
    await fill(START + 6 * DAY_MS);
    const after = await digests();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 2);
    let previous = NO_DIGEST;
    let [forecasts, grades] = [0, 0];
    for (const { date, ...closed } of after) {
      const rows = await pastRows(Date.parse(date));
      const texts = rows.map((row) => ({ id: row.id, text: canonicalJson(row) }));
      expect(closeDay({ origin: 'backfilled', date, previous }, texts, sha256)).toMatchObject(closed);
      previous = closed.digest;
      const ofMarket = rows.filter(({ scope, horizon }) => scope === 'market' && horizon === '4h');
      forecasts += ofMarket.filter(({ type }) => type === 'forecast').length;
      grades += ofMarket.filter(({ type }) => type === 'grade').length;
    }
    expect(forecasts - grades).toBe(4);
    const all = await store.ledger.newest(TIMELINE, 'backfilled');
    const newest = all.find(({ scope, horizon }) => scope === 'market' && horizon === '4h');
    const { volatility, next_regime: next } = newest!.grade!.counts;
    expect(volatility!.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(grades);
    expect(next!.reduce((a, b) => a + b, 0)).toBe(grades);
  });
});
