/** Forced closes: stored once, streamed from $250, and marked as derived where they are. */

import { FORCED_VENUES } from '@barograph/contract';
import { DAY_MS, MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../sources/src/clock.ts';
import type { Liquidation } from '../../../../sources/src/market/liquidations.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { liquidationsSeries } from '../../../../runtime/src/producers/flow/forced-memory.ts';
import { observationRetention } from '../../../../runtime/src/retention.ts';
import { forcedRetention } from '../../../../runtime/src/producers/flow/forced-retention.ts';
import { liquidationsProducer } from '../../../../runtime/src/producers/flow/liquidations.ts';
import { memoryStates, START } from '../../test-support.ts';
import type { NewEvent } from '../../../../store/src/events.ts';
import { runAt } from '../../../../runtime/test/test-support.ts';
import { memoryObservations } from '../quant/test-support.ts';
import { tradesSource } from '../../../../runtime/test/producers/flow/fake-trades.ts';

type Learned = Liquidation & { readonly learned: number };
const close = (id: string, learned: number, changes: Partial<Liquidation> = {}): Learned => {
  const plain = { symbol: 'BTC', id, time: learned - 10, side: 'long', price: 50_000, size: 0.01 } as const;
  return { ...plain, ...changes, learned };
};

/** A producer with its stores. */
function closesOf(liquidations: readonly Learned[], basis: 'venue' | 'fills' = 'fills') {
  const events: NewEvent[] = [];
  const observations = memoryObservations((told) => events.push(...told));
  const source = tradesSource(() => ({ fills: [], liquidations }));
  const told = source.feeds.liquidations!;
  const feeds: typeof source.feeds = {
    liquidations: {
      pull: async (range) => {
        const answer = await told.pull(range);
        return answer.ok ? { ok: true, value: { ...answer.value, rows: { ...answer.value.rows, basis } } } : answer;
      },
    },
  };
  const stores = {
    source: openMarket([{ ...source, feeds }]),
    states: memoryStates(),
    observations,
    events: { append: async () => [] },
  };
  return {
    events,
    instance: () => runAt(liquidationsProducer('t'), stores),
    kept: async () => observations.asOf(liquidationsSeries('t'), { knownAt: START + 300 * MINUTE_MS }),
  };
}

describe('forced closes', () => {
  it('are told from $250 on with the side of the position, price and size, and all are kept [#284][#288]', async () => {
    const at = START + 30_000;
    const small = { price: 100, size: 2.4999 };
    const short = { symbol: 'kPEPE', side: 'short', price: 0.01, size: 25_000 } as const;
    const { events, instance, kept } = closesOf([close('a', at), close('b', at, small), close('c', at, short)]);
    await instance()(START + MINUTE_MS);
    expect(
      events.map(({ type, venue, symbol, usd, ts, payload }) => ({ type, venue, symbol, usd, ts, payload })),
    ).toEqual([
      {
        type: 'liquidation',
        venue: 'perpdex',
        symbol: 'BTC',
        usd: 500,
        ts: at - 10,
        payload: expect.objectContaining({ side: 'long', usd: 500, px: 50_000, sz: 0.01, derived: true }) as unknown,
      },
      {
        type: 'liquidation',
        venue: 'perpdex',
        symbol: 'kPEPE',
        usd: 250,
        ts: at - 10,
        payload: expect.objectContaining({ side: 'short', px: 0.01, sz: 25_000 }) as unknown,
      },
    ]);
    expect((await kept()).map(({ key, validTime, value }) => [key, validTime, value])).toEqual(
      [
        ['BTC/a', at - 10, { symbol: 'BTC', side: 'long', price: 50_000, size: 0.01, basis: 'fills' }],
        ['BTC/b', at - 10, { symbol: 'BTC', side: 'long', ...small, basis: 'fills' }],
        ['kPEPE/c', at - 10, { ...short, symbol: 'kPEPE', basis: 'fills' }],
      ].map(([key, time, value]) => [key, time, expect.objectContaining(value as object)]),
    );
  });

  it('that the venue marks itself are not said to be derived', async () => {
    const { events, instance } = closesOf([close('a', START + 1)], 'venue');
    await instance()(START + MINUTE_MS);
    expect(events).toHaveLength(1);
    expect(Object.keys(events[0]!.payload as object)).not.toContain('derived');
  });

  it('are told once when the source repeats them, also after a restart', async () => {
    const again = [1, 2, 3].map((minute) => close('a', START + minute * MINUTE_MS - 1));
    const { events, instance } = closesOf([...again, close('b', START + 3 * MINUTE_MS - 1)]);
    const run = instance();
    await run(START + MINUTE_MS);
    await run(START + 2 * MINUTE_MS);
    await instance()(START + 3 * MINUTE_MS);
    expect(events.map(({ ts }) => ts)).toEqual([START + MINUTE_MS - 11, START + 3 * MINUTE_MS - 11]);
  });

  it('are told once by two replicas, the one at a minute that the other was held up in', async () => {
    const { events, instance, kept } = closesOf([close('a', START + 90_000)]);
    const [first, second] = [instance(), instance()];
    await first(START + MINUTE_MS);
    await Promise.all([first(START + 2 * MINUTE_MS), second(START + 3 * MINUTE_MS)]);
    expect(events).toHaveLength(1);
    expect(await kept()).toHaveLength(1);
  });

  it('are read from the end of the last run on, two hours back at most', async () => {
    const hours = [1, 59, 61, 179].map((minute) => close(String(minute), START + minute * MINUTE_MS));
    const { events, instance } = closesOf(hours);
    await instance()(START + MINUTE_MS);
    await instance()(START + 180 * MINUTE_MS);
    expect(events.map(({ ts }) => (ts + 10 - START) / MINUTE_MS)).toEqual([1, 61, 179]);
  });

  it('with numbers that cannot be are left out', async () => {
    const bad = [{ price: NaN }, { size: 0 }, { size: Infinity }, { time: NaN }, { price: -1 }];
    const { events, instance, kept } = closesOf(bad.map((changes, i) => close(String(i), START + 1, changes)));
    await instance()(START + MINUTE_MS);
    expect([events, await kept()]).toEqual([[], []]);
  });
});

describe('the retention of forced closes', () => {
  const clock = createManualClock(START + 100 * DAY_MS);
  const prunedWith = async (days: number, holdFrom = Infinity): Promise<ReadonlyMap<string, number>> => {
    const pruned = new Map<string, number>();
    const observations = { prune: async (series: string, before: number) => void pruned.set(series, before) };
    const parts = { clock, observations, holdFrom: async () => holdFrom };
    await observationRetention(parts, [forcedRetention('t', days)]).run(0);
    return pruned;
  };

  it('forgets those of every venue after the days that are configured', async () => {
    const pruned = await prunedWith(30);
    expect([...pruned.keys()].toSorted()).toEqual(
      FORCED_VENUES.map((venue) => liquidationsSeries('t', venue)).toSorted(),
    );
    expect(new Set(pruned.values())).toEqual(new Set([START + 70 * DAY_MS]));
  });

  it('keeps what the totals need, and what no file has yet', async () => {
    expect(new Set((await prunedWith(0.1)).values())).toEqual(new Set([START + 99 * DAY_MS - 120 * MINUTE_MS]));
    expect(new Set((await prunedWith(30, START + DAY_MS)).values())).toEqual(new Set([START + DAY_MS]));
  });
});
