/** Days of whales before the first cycle: exactly what a cycle at that time would have stored. */

import type { WhaleDayWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import { describe, expect, it } from 'vitest';
import { BACKFILL_PRODUCER, createBackfill } from '../../../../runtime/src/backfill/producer.ts';
import { pastWhaleDays } from '../../../../runtime/src/producers/positioning/past.ts';
import { movableClock, runnerOf, tablesOf } from '../../../../runtime/test/test-support.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { memoryStates, START } from '../../test-support.ts';
import { perpOf } from '../liquidity/test-support.ts';
import { memoryObservations } from '../quant/test-support.ts';
import { accountsVenue, cycleOf, memoryWhaleDays } from './test-support.ts';

const NOW = START + 12 * HOUR_MS;
/** The last cycle of a day before `START`, 1 for the day before. */
const lastCycle = (days: number): number => START - (days - 1) * DAY_MS - 5 * MINUTE_MS;
const date = (time: number): string => new Date(time).toISOString().slice(0, 10);

function accountsAt(time: number): readonly AccountRecord[] {
  const size = 9000 + 3000 * Math.sin(time / DAY_MS);
  return ['a', 'b'].map((address, i) => ({
    address,
    equity: 2e6,
    positions: [
      { coin: 'BTC', size: i === 0 ? size : -size / 3, entry: 100 },
      { coin: 'ETH', size: -30_000, entry: 10 },
    ],
  }));
}
const venue = accountsVenue({ perps: () => [perpOf('BTC'), perpOf('ETH', { mark: 10 })], accounts: accountsAt });

interface History {
  readonly days: readonly WhaleDayWire[];
  readonly meta: Readonly<Record<string, unknown>>;
}

describe('days of whales that were computed afterwards', () => {
  it('are those of the last cycle of each day, marked; they are no sample and end no warming', async () => {
    const [observations, states, whaleDays] = [memoryObservations(), memoryStates(), memoryWhaleDays()];
    const stores = { observations, states, whaleDays };
    // A host has seen the afternoon of the day before yesterday, and runs now.
    const host = cycleOf(venue, stores);
    const seen = START - 2 * DAY_MS + 15 * HOUR_MS;
    for (const at of [seen, NOW]) await host.run(at);
    const before = [...(await observations.asOf('whale-samples/whales/1@t', { knownAt: NOW }))];

    const backfill = createBackfill([pastWhaleDays(venue)!]);
    const tables = tablesOf({ whaleDays: whaleDays.write });
    await runnerOf([backfill.producer], movableClock(NOW), { source: venue, observations, states, tables }).run(
      BACKFILL_PRODUCER,
    );
    expect(backfill.progress()).toMatchObject([{ name: 'whale-days', status: 'done', done: 180, total: 180 }]);

    const { days, meta } = await host.asks().json<History>('quant.whales_history', { tier: 'pro_plus' });
    expect(days).toHaveLength(180);
    expect(meta).toEqual({ seeded_count: 178, live_count: 2, first_live_date: date(seen), live_only: false });
    expect(days.filter(({ source }) => source === 'live').map((day) => day.date)).toEqual([date(seen), date(NOW)]);
    for (const back of [1, 3, 100]) {
      const live = cycleOf(venue);
      await live.run(lastCycle(back));
      const [of] = (await live.asks().json<History>('quant.whales_history', { tier: 'pro_plus' })).days;
      expect(days.find((day) => day.date === of!.date)).toEqual({ ...of, source: 'seed' });
    }
    const only = { tier: 'pro_plus', query: { live_only: true } } as const;
    expect((await host.asks().json<History>('quant.whales_history', only)).days).toHaveLength(2);
    expect(await observations.asOf('whale-samples/whales/1@t', { knownAt: NOW })).toEqual(before);
  });

  it('are not made from a live source, which tells the present alone, nor without one', () => {
    const live = openMarket(venue.sources.map((source) => ({ ...source, kind: 'live' as const })));
    expect(pastWhaleDays(live)).toBeUndefined();
    expect(pastWhaleDays({ sources: [] })).toBeUndefined();
  });

  it('leave out a day of which nothing is known', async () => {
    const none = accountsVenue({ perps: () => [perpOf('BTC')], accounts: () => [] });
    const whaleDays = memoryWhaleDays();
    const { producer } = createBackfill([pastWhaleDays(none)!]);
    const tables = tablesOf({ whaleDays: whaleDays.write });
    await runnerOf([producer], movableClock(NOW), { source: none, tables }).run(BACKFILL_PRODUCER);
    expect(await whaleDays.read('t', { from: '', asOf: NOW })).toEqual([]);
  });
});
