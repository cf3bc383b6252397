/** Archive of funding and open interest: stored rows, their start, and reading them back. */

import { ENDPOINT_LIST } from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import type { PerpContext } from '../../../../sources/src/market/contexts.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import type { Source } from '../../../../sources/src/market/source.ts';
import { createManualClock } from '../../../../sources/src/clock.ts';
import {
  createPerpSamples,
  perpArchiveProducer,
  perpSamplesSeries,
} from '../../../../runtime/src/producers/perp/archive.ts';
import { observationRetention } from '../../../../runtime/src/retention.ts';
import { SAMPLE_RETENTION_V1, sampleRetention } from '../../../../runtime/src/producers/perp/retention.ts';
import { withArchivedInterest } from '../../../../runtime/src/producers/perp/archived-market.ts';
import { memoryStates, START } from '../../test-support.ts';
import { runAt } from '../../../../runtime/test/test-support.ts';
import { memoryObservations } from '../quant/test-support.ts';

const perp = (symbol: string, openInterest: number): PerpContext => ({
  symbol,
  sizeDecimals: 2,
  maxLeverage: 5,
  isDelisted: symbol === 'OLD',
  onlyIsolated: false,
  fundingRate1h: NaN,
  openInterest,
  mark: 10,
  oracle: 10,
  mid: 10,
  premium: 0,
  dayNotional: 1,
  previousDayPrice: 9,
});

/** A venue that knows the present alone: open interest grows by one a minute. */
function venue(kind: Source['kind'] = 'live'): Source {
  const level = (at: number): number => (at - START) / MINUTE_MS;
  return {
    id: 'venue',
    kind,
    feeds: {
      contexts: {
        pull: async ({ asOf }) => ok({ rows: { perps: [perp('BTC', level(asOf)), perp('OLD', 1)] }, asOf }),
      },
      openInterest: {
        every: MINUTE_MS,
        pull: async ({ to }) =>
          ok({
            rows: { time: Float64Array.of(to), contracts: Float64Array.of(level(to)), mark: Float64Array.of(10) },
            asOf: to,
          }),
      },
    },
    start: async () => undefined,
    close: async () => undefined,
    state: () => [],
  };
}

describe('the archive of perps', () => {
  const observations = memoryObservations();
  const snapshots = createMemorySnapshotStore();
  const source = openMarket([venue()]);
  const run = runAt(perpArchiveProducer('t', 200), { source, observations, snapshots, states: memoryStates() });
  const samples = createPerpSamples(observations, 't');
  const all = { symbol: 'BTC', from: START, to: START + 2 * HOUR_MS };

  it('keeps every perp that trades each 5 minutes, and since when', async () => {
    for (let minute = 5; minute <= 60; minute += 5) await run(START + minute * MINUTE_MS);
    const { time, contracts, mark } = await samples.openInterest(all);
    expect([...time]).toEqual(Array.from({ length: 12 }, (_, i) => START + (i + 1) * 5 * MINUTE_MS));
    expect([...contracts]).toEqual(Array.from({ length: 12 }, (_, i) => (i + 1) * 5));
    expect(new Set(mark)).toEqual(new Set([10]));
    expect((await samples.openInterest({ ...all, symbol: 'OLD' })).time).toHaveLength(0);
    expect(snapshots.latest('perp-archive')?.head).toEqual({ archiveStart: START + 5 * MINUTE_MS });
  });

  it('gives a live market the hours before its own first observation, each moment once', async () => {
    const market = withArchivedInterest(source, samples);
    const answer = await market.read('openInterest', all);
    const rows = answer.ok ? answer.value : expect.fail(answer.error.reason);
    expect([...rows.time]).toEqual([...(await samples.openInterest(all)).time, all.to]);
    expect(rows.provenance).toMatchObject({ source: 'venue', kind: 'live' });
    const minute = await market.read('openInterest', { ...all, from: all.to - MINUTE_MS });
    expect(minute.ok && minute.value.time).toHaveLength(1);
  });

  it('leaves a market without a live source as it is', () => {
    const simulated = openMarket([venue('simulated')]);
    expect(withArchivedInterest(simulated, samples)).toBe(simulated);
  });

  it('begins where what is kept begins, once older samples are forgotten', async () => {
    await run(START + 300 * DAY_MS);
    expect(snapshots.latest('perp-archive')?.head).toEqual({ archiveStart: START + 100 * DAY_MS });
  });
});

describe('the retention of samples', () => {
  const clock = createManualClock(START + 500 * DAY_MS);
  const prunedWith = async (days: number, holdFrom: number): Promise<readonly (readonly [string, number])[]> => {
    const pruned: [string, number][] = [];
    const observations = { prune: async (series: string, before: number) => void pruned.push([series, before]) };
    const parts = { clock, observations, holdFrom: async () => holdFrom };
    await observationRetention(parts, [sampleRetention('t', days)]).run(0);
    return pruned;
  };

  it('forgets them after the days that are configured, and none that no verified file has', async () => {
    const series = perpSamplesSeries('t');
    expect(await prunedWith(400, Infinity)).toEqual([[series, START + 100 * DAY_MS]]);
    expect(await prunedWith(400, START + 7 * DAY_MS)).toEqual([[series, START + 7 * DAY_MS]]);
  });

  it('keeps at least what a question may ask for', () => {
    const [, endpoint] = ENDPOINT_LIST.find(([, { path }]) => path === '/api/v1/derivatives/perpdex/history')!;
    const { maximum } = endpoint.query.properties['days'] as { readonly maximum?: number };
    expect(SAMPLE_RETENTION_V1.least).toBeGreaterThan(maximum!);
    expect(SAMPLE_RETENTION_V1.days).toBeGreaterThanOrEqual(SAMPLE_RETENTION_V1.least);
  });
});
