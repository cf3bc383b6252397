/** States next to forecasts: the long-horizon regime and the daily colour as they were published, with what followed. */

import type { CycleCurrentWire, ForecastRow, GradeRow, SignumItemWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { cycleProducer } from '../../../../runtime/src/producers/cycle/producer.ts';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { marketReader } from '../../../../runtime/src/market-reader.ts';
import { createCyclePast } from '../../../../runtime/src/producers/cycle/past.ts';
import { createPastStates } from '../../../../runtime/src/producers/ledger/past-states.ts';
import { leadOf, perpsOf } from '../../../../runtime/src/producers/quant/listings.ts';
import { refreshAt } from '../../../../runtime/test/test-support.ts';
import { simulatedMarket } from '../../test-support.ts';
import { standingStates } from '../../../../runtime/src/producers/ledger/standing.ts';
import { openStage, START } from './stage.ts';

const HOURS = 28;
const stage = await openStage(HOURS, ['engines']);
afterAll(async () => stage.stop());

describe('states next to forecasts', () => {
  it('are those published for the scope, and the day after is graded', async () => {
    const rows = await stage.allRows('&horizon=24h');
    const forecasts = rows.filter((row): row is ForecastRow => row.type === 'forecast');
    const colors = new Map(stage.rowsOfEngine<SignumItemWire>('signum').map((row) => [row.symbol, row.color]));
    const last = forecasts.filter(({ time }) => Date.parse(time) === START - 6 * 60_000 + (HOURS - 1) * HOUR_MS);
    expect(last.length).toBeGreaterThan(2);
    for (const { scope, states } of last) {
      // 62 days are too few for a long-horizon regime.
      if (scope === 'market') expect(states).not.toHaveProperty('long_regime');
      else expect(states['signum_color'], scope).toBe(colors.get(scope));
      expect(states['shock'], scope).toBeDefined();
    }
    const grades = rows.filter((row): row is GradeRow => row.type === 'grade');
    expect(grades.length).toBeGreaterThan(0);
    for (const { followed } of grades) for (const value of Object.values(followed)) expect(value).not.toBeNull();
  });

  it('have a line each in the scorecard, which counts the hours of whole days', async () => {
    type Line = { kind: string; state: string; value: string; graded: number; unknown: number; followed: unknown };
    const card = await stage.get<{ live: { rows: number; states: Line[] } }>('quant/scorecard?scope=BTC&horizon=4h');
    for (const state of ['shock', 'signum_color', 'flip_alert']) {
      const own = card.live.states.filter((line) => line.state === state);
      expect(own.length, state).toBeGreaterThan(0);
      expect(
        own.reduce((sum, { graded, unknown }) => sum + graded + unknown, 0),
        state,
      ).toBe(card.live.rows);
      for (const { kind, followed } of own) expect([kind, followed]).toEqual(['state', null]);
    }
    expect(card.live.rows).toBeGreaterThan(0);
  });

  it('have the committed long-horizon regime for the market alone', async () => {
    const { engineStates: states, observations } = stage.store;
    const snapshots = createMemorySnapshotStore();
    const at = SIMULATOR_V2.start + 420 * DAY_MS + HOUR_MS;
    await refreshAt(cycleProducer('cycle'), { source: simulatedMarket(), states, observations, snapshots })(at);
    const { head } = snapshots.latest('cycle')!;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the producer
    const { name } = (head as { readonly current: CycleCurrentWire }).current;
    const of = await standingStates({ published: async () => [], head: async (asked) => (asked === 'cycle' ? head : undefined) }); // prettier-ignore
    expect([of('market'), of('BTC')]).toEqual([{ long_regime: name }, {}]);
    expect(name.length).toBeGreaterThan(0);
  });

  it('are told by bars of the past as they were published, and by no bar of later', async () => {
    const reader = marketReader(stage.market);
    const now = stage.clock.now();
    const hour = START - 6 * 60_000 + (HOURS - 1) * HOUR_MS;
    const perps = perpsOf(await stage.market.listings(now));
    const colors = new Map(stage.rowsOfEngine<SignumItemWire>('signum').map((row) => [row.symbol, row.color]));
    let known = 0;
    for (const listing of perps) {
      const at = createPastStates(listing.symbol, listing);
      const [then, later] = [await at(reader, now), await at(reader, now + 3 * DAY_MS)];
      const color = colors.get(listing.symbol);
      expect(then(hour), listing.symbol).toEqual(color === undefined ? {} : { signum_color: color });
      for (let time = hour - 20 * DAY_MS; time <= hour; time += HOUR_MS) expect(later(time)).toEqual(then(time));
      known += Number(color !== undefined);
    }
    expect(known).toBeGreaterThan(1);
  });

  it('are told of the market by the days of its long-horizon regime', async () => {
    const [market, last] = [simulatedMarket(), SIMULATOR_V2.start + 420 * DAY_MS];
    const [lead] = leadOf(await market.listings(last));
    const at = await createPastStates('market', lead!)(marketReader(market), last);
    const { days } = await createCyclePast(market).days(last);
    for (const { timestamp, name } of days.slice(-60)) {
      const expected = name === null ? {} : { long_regime: name };
      // From one day's close to the next.
      for (const hours of [23, 24, 46]) {
        if (timestamp + (hours + 1) * HOUR_MS <= last) expect(at(timestamp + hours * HOUR_MS)).toEqual(expected);
      }
    }
    expect(at(last - HOUR_MS)).toHaveProperty('long_regime');
  });

  it('are left out while nothing is published, and of a coin with stale bars', async () => {
    const none = await standingStates({ published: async () => [], head: async () => undefined });
    expect([none('market'), none('BTC')]).toEqual([{}, {}]);
    const row = stage.rowsOfEngine<SignumItemWire>('signum').find(({ source }) => source === 'perpdex_perp');
    const of = async (change: Partial<SignumItemWire>) => {
      const json = JSON.stringify({ ...row!, ...change });
      const published = async (name: string) => (name === 'signum' ? [json] : []);
      return (await standingStates({ published, head: async () => undefined }))(row!.symbol);
    };
    expect(await of({ stale: false, flip_alert: true })).toEqual({ signum_color: row!.color, flip_alert: 'on' });
    expect(await of({ stale: false, flip_alert: false })).toEqual({ signum_color: row!.color, flip_alert: 'off' });
    expect(await of({ stale: true })).toEqual({});
    expect(await of({ stale: false, source: 'cexa_spot' })).toEqual({});
  });
});
