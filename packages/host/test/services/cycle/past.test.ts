/**
 * Reconstructed days of the long-horizon regime: equal to those of the engine and the command line, and separate from
 * published ones.
 */

import { CYCLE_ARCHIVE, CYCLE_PAST, type CycleHistoryEntryWire } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { cycleDays, marketDays } from '@barograph/cycle';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createCyclePast } from '../../../../runtime/src/producers/cycle/past.ts';
import { createCycleArchive, cycleProducer } from '../../../../runtime/src/producers/cycle/producer.ts';
import { refreshAt } from '../../../../runtime/test/test-support.ts';
import { asker } from '../../ask.ts';
import { filesMarket, memoryStates, simulatedMarket } from '../../test-support.ts';
import { memoryObservations } from '../quant/test-support.ts';

const COINS = new Set(['BTC', 'ETH', 'SOL', 'ADA', 'XRP', 'LTC', 'LINK', 'DOGE']);
const source = simulatedMarket({
  ...SIMULATOR_V2,
  listings: SIMULATOR_V2.listings.filter(({ symbol, venue }) => venue === 'perpdex_perp' && COINS.has(symbol)),
});
const DAYS = 500;
const NOW = SIMULATOR_V2.start + DAYS * DAY_MS + DAY_MS / 2;

interface Reconstructed {
  readonly days: readonly Readonly<Record<string, unknown>>[];
  readonly count: number;
  readonly available: { readonly from: number | null; readonly to: number | null; readonly reason: string | null };
}

function stage(of = source, now = NOW) {
  const snapshots = createMemorySnapshotStore();
  const observations = memoryObservations();
  const ports = new Map<string, unknown>([
    [CYCLE_ARCHIVE.name, createCycleArchive(observations, 't')],
    [CYCLE_PAST.name, createCyclePast(of)],
  ]);
  const service = asker({ source: of, now: () => now, latest: () => snapshots.latest('cycle'), ports });
  const refresh = refreshAt(cycleProducer('t'), { source: of, states: memoryStates(), observations, snapshots });
  const asked = async (query: object = {}): Promise<Reconstructed> =>
    service.json<Reconstructed>('regimes.reconstructed', { query: query as Record<string, string> });
  return { asked, service, refresh };
}

describe('reconstructed days of the long-horizon regime', () => {
  it('are to the last sentence what the engine says of the same bars', async () => {
    const from = SIMULATOR_V2.start + 150 * DAY_MS;
    const { days, count, available } = await stage().asked({ from: String(from), to: String(from + 400 * DAY_MS) });
    const daily = await Promise.all(
      (await source.listings(NOW)).map(async ({ symbol, venue }) => {
        const window = { kind: 'range', from: 0, to: NOW } as const;
        const bars = await source.read('bars', { symbol, venue, interval: '1d', window, asOf: NOW });
        if (!bars.ok) throw new Error(bars.error.reason);
        return { symbol, daily: bars.value.closed };
      }),
    );
    const btc = daily.find(({ symbol }) => symbol === 'BTC')!.daily;
    const want = cycleDays(marketDays(btc, daily)).filter(({ time }) => time >= from);
    expect(count).toBe(DAYS - 150);
    expect(days.map(({ timestamp, id, rationale, raw_id }) => [timestamp, id, rationale, raw_id])).toEqual(
      want.map(({ time, report, read }) => [time, report?.regime ?? null, report?.rationale ?? null, read.raw.regime]),
    );
    expect(new Set(days.map((day) => day['reconstructed']))).toEqual(new Set([true]));
    expect(new Set(days.map((day) => day['id'])).size).toBeGreaterThan(1);
    expect(available).toEqual({ from: SIMULATOR_V2.start, to: NOW - DAY_MS / 2, reason: null });
  });

  it('never feed the committed history', async () => {
    const { asked, service, refresh } = stage();
    await asked();
    await refresh(NOW);
    const { history, samples } = await service.json<{ history: readonly CycleHistoryEntryWire[]; samples: number }>(
      'regimes.history',
      { query: { from: '0' } },
    );
    expect([samples, history.length, history[0]!.first_observed_at]).toEqual([1, 1, new Date(NOW).toISOString()]);
  });

  it('say why there are none, and from when there are', async () => {
    const { asked, service } = stage();
    const before = { from: '2020-01-01', to: '2020-02-01' };
    expect(await asked(before)).toMatchObject({
      count: 0,
      available: { from: SIMULATOR_V2.start, reason: 'the window has no completed day of the bars' },
    });
    expect(await stage(filesMarket([])).asked()).toMatchObject({
      count: 0,
      available: { from: null, to: null, reason: 'no source has days of Bitcoin' },
    });
    for (const query of [{ from: 'x' }, { from: '2024-02-01', to: '2024-01-01' }]) {
      expect(await service.outcome('regimes.reconstructed', { query })).toMatchObject({ error: { status: 422 } });
    }
  });
});
