/** Producer of the taker flow: over any runs, restarts and takeovers, the minutes equal the observed trades. */

import { MINUTE_MS } from '@barograph/core';
import { TAKER_FLOW_V1, takerRows, type SealedMinute } from '@barograph/positioning';
import type { TradeFlowHead } from '@barograph/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import type { ConnectionChange } from '../../../../sources/src/market/trades.ts';
import { createFlowArchive } from '../../../../runtime/src/producers/flow/archive.ts';
import { TRADE_FLOW_V1 } from '../../../../runtime/src/producers/flow/config.ts';
import { tradeFlowProducer } from '../../../../runtime/src/producers/flow/producer.ts';
import { memoryStates, START } from '../../test-support.ts';
import { runAt, tablesOf } from '../../../../runtime/test/test-support.ts';
import {
  memoryMinutes,
  tradesSource,
  type LearnedFill,
  type MemoryMinutes,
  type Seen,
} from '../../../../runtime/test/producers/flow/fake-trades.ts';

const MINUTES = 6;
const END = START + MINUTES * MINUTE_MS;
/** The run that seals the last minute. */
const LAST = END + 6000;

const fills = fc
  .array(
    fc.record({
      time: fc.integer({ min: START, max: END - 1 }),
      delay: fc.nat({ max: 4999 }),
      coin: fc.constantFrom('BTC', 'ETH', 'kPEPE'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      price: fc.integer({ min: 1, max: 1_000_000 }).map((ticks) => ticks / 100),
      size: fc.integer({ min: 1, max: 100_000 }).map((lots) => lots / 1e3),
    }),
    { maxLength: 60 },
  )
  .map((all): LearnedFill[] =>
    all.map(({ delay, ...fill }, i) => ({ ...fill, learned: fill.time + delay, id: String(i) })),
  );
const cuts = fc
  .uniqueArray(fc.integer({ min: START + 1, max: END - 1 }), { maxLength: 6 })
  .map((times) => times.sort((a, b) => a - b))
  .map((times) => times.slice(0, times.length - (times.length % 2)))
  .map((times) => times.map((time, i): ConnectionChange => ({ time, isUp: i % 2 === 1 })));
/** Moments of runs between the start and the last one. */
const moments = fc.uniqueArray(fc.integer({ min: START + 1, max: LAST - 1 }), { maxLength: 12 });

const isCut = (open: number, changes: readonly ConnectionChange[]): boolean =>
  changes.some(({ time }, i) => i % 2 === 0 && time < open + MINUTE_MS && changes[i + 1]!.time > open);

/** A market, its stores and a run of it by whichever instance. */
function flowOver(seen: () => Seen, minutes: MemoryMinutes = memoryMinutes(), states = memoryStates()) {
  const snapshots = createMemorySnapshotStore();
  const stores = {
    source: openMarket([tradesSource(seen)]),
    states,
    tables: tablesOf({ takerMinutes: minutes.write }),
    snapshots,
  };
  const archive = createFlowArchive(minutes, 't');
  const instance = () => runAt(tradeFlowProducer(), stores);
  const head = (): TradeFlowHead | undefined => snapshots.latest<never, TradeFlowHead>('trade-flow')?.head;
  return {
    instance,
    head,
    /** The state as it is stored. */
    state: async () => states.loadTexts('trade-flow@t', `${TAKER_FLOW_V1.version} ${TRADE_FLOW_V1.version}`),
    sealed: async (count = 1440): Promise<readonly SealedMinute[]> => {
      const sealed = head()?.sealed ?? null;
      return sealed === null ? [] : archive.minutes(sealed, count);
    },
  };
}

/** Minutes from the start on: those before it are of the time before the source had seen anything. */
async function minutesOf(
  seen: Seen,
  runs: readonly number[],
  isRestarted: (run: number) => boolean = () => false,
): Promise<{ readonly minutes: readonly SealedMinute[]; readonly state: unknown }> {
  const flow = flowOver(() => seen);
  let run = flow.instance();
  for (const at of [START, ...[...runs].sort((a, b) => a - b), LAST]) {
    if (isRestarted(at)) run = flow.instance();
    await run(at);
  }
  const minutes = (await flow.sealed()).filter(({ time }) => time >= START);
  return { minutes, state: (await flow.state()).map(({ json }) => json) };
}

describe('the minutes of the producer', () => {
  it('sum to the fills in watched time, minute by minute, and a cut one says nothing [#340][#348][#349]', async () => {
    await fc.assert(
      fc.asyncProperty(fills, cuts, moments, async (all, changes, runs) => {
        const { minutes } = await minutesOf({ fills: all, changes }, runs);
        expect(minutes.map(({ time }) => time)).toEqual(
          Array.from({ length: MINUTES }, (_, i) => START + i * MINUTE_MS),
        );
        for (const { time, partial, coins } of minutes) {
          expect(partial).toBe(isCut(time, changes));
          const here = partial ? [] : all.filter((fill) => fill.time >= time && fill.time < time + MINUTE_MS);
          for (const side of ['buy', 'sell'] as const) {
            const sum = here
              .filter((fill) => fill.side === side)
              .reduce((usd, { price, size }) => usd + price * size, 0);
            const found = coins.reduce((usd, coin) => usd + coin[side], 0);
            expect(Math.abs(found - sum)).toBeLessThanOrEqual(1e-13 * sum);
          }
          expect(coins.reduce((count, { trades }) => count + trades, 0)).toBe(here.length);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('and the state are the same, to the bit, whenever it runs and however often it begins again from the store', async () => {
    await fc.assert(
      fc.asyncProperty(fills, cuts, moments, fc.nat({ max: 2 }), async (all, changes, runs, every) => {
        const seen = { fills: all, changes };
        const restarted = await minutesOf(seen, runs, (at) => every === 0 || at % 3 === every);
        expect(restarted).toStrictEqual(await minutesOf(seen, []));
      }),
      { numRuns: 60 },
    );
  });

  it('do not change when a trade comes after they were sealed: it is dropped and counted', async () => {
    const fill = (id: string, time: number, learned: number): LearnedFill => ({
      id,
      time,
      learned,
      coin: 'BTC',
      side: 'buy',
      price: 100,
      size: 1,
    });
    const onTime = fill('1', START + 1000, START + 1000);
    const late = [fill('2', START + 2000, START + MINUTE_MS + 5000), fill('3', START + 3000, START + 2 * MINUTE_MS)];
    const bad = { ...fill('4', START + 4000, START + 4000), size: 0 };
    const seen = { fills: [onTime, ...late, bad, { ...onTime, learned: START + 5000 }] };
    const flow = flowOver(() => seen);
    const run = flow.instance();
    await run(START);
    await run(START + MINUTE_MS + 6000);
    const [before] = (await flow.sealed()).slice(-1);
    expect(before).toMatchObject({ time: START, coins: [{ coin: 'BTC', buy: 100, trades: 1 }] });
    await run(START + 3 * MINUTE_MS);
    expect((await flow.sealed()).find(({ time }) => time === START)).toStrictEqual(before);
    expect(flow.head()?.dropped).toMatchObject({ late: 2, size: 1, duplicate: 1, price: 0, future: 0 });
  });
});

describe('a host that was away', () => {
  const fill = (i: number): LearnedFill => {
    const time = START + i * 10_000;
    return { id: String(i), time, learned: time, coin: 'BTC', side: 'buy', price: 1, size: 1 };
  };
  const all = Array.from({ length: 6 * 180 }, (_, i) => fill(i));

  it('makes up the hour, where the source remembers it from end to end', async () => {
    const flow = flowOver(() => ({ fills: all }));
    await flow.instance()(START + 10 * MINUTE_MS + 6000);
    await flow.instance()(START + 70 * MINUTE_MS + 6000);
    const minutes = (await flow.sealed(70)).filter(({ time }) => time >= START);
    expect(minutes).toHaveLength(70);
    expect(minutes.every(({ partial, coins }) => !partial && coins[0]?.trades === 6)).toBe(true);
  });

  it('has partial minutes for exactly the time that the source does not remember', async () => {
    const minutes = memoryMinutes();
    const states = memoryStates();
    const before = flowOver(() => ({ fills: all, memoryFrom: START - 1 }), minutes, states);
    const run = before.instance();
    await run(START);
    await run(START + 10 * MINUTE_MS + 6000);
    // Another process, whose connection was up 20 s into minute 15.
    const after = flowOver(() => ({ fills: all, memoryFrom: START + 15 * MINUTE_MS + 20_000 }), minutes, states);
    await after.instance()(START + 20 * MINUTE_MS + 6000);
    const found = (await after.sealed(20)).map(({ time, partial }) => [(time - START) / MINUTE_MS, partial]);
    expect(found).toEqual(Array.from({ length: 20 }, (_, i) => [i, i >= 10 && i <= 15]));
  });

  it('seals no minute twice when it died between the minutes and the state', async () => {
    const minutes = memoryMinutes();
    const states = memoryStates();
    const whole = flowOver(() => ({ fills: all, memoryFrom: START - 1 }), minutes, states);
    const run = whole.instance();
    await run(START);
    const lost = { ...states, saveTexts: async () => Promise.reject(new Error('killed')) };
    const dying = flowOver(() => ({ fills: all, memoryFrom: START - 1 }), minutes, lost).instance();
    await expect(dying(START + 2 * MINUTE_MS + 6000)).rejects.toThrow('killed');
    // The next process remembers nothing of those minutes, and would call them partial.
    const next = flowOver(() => ({ fills: all, memoryFrom: START + 3 * MINUTE_MS }), minutes, states);
    await next.instance()(START + 4 * MINUTE_MS + 6000);
    const times = minutes.appended.filter((time) => time >= START && time < START + 2 * MINUTE_MS);
    expect(times).toHaveLength(4);
    expect((await next.sealed(4)).map(({ partial }) => partial)).toEqual([false, false, true, true]);
  });

  it('says nothing before its source began, and the minute in which it did is partial', async () => {
    const flow = flowOver(() => ({ fills: all, memoryFrom: START + 30_000 }));
    const run = flow.instance();
    await run(START + 40_000);
    expect(flow.head()).toMatchObject({ sealed: null, connectedSince: START + 30_001 });
    await run(START + MINUTE_MS + 4999);
    expect(flow.head()?.sealed).toBeNull();
    await run(START + MINUTE_MS + 6000);
    await run(START + 2 * MINUTE_MS + 6000);
    const rows = takerRows(await flow.sealed(), 'BTC', 60);
    expect(rows.map(({ time, partial }) => [(time - START) / MINUTE_MS, partial])).toEqual([
      [0, true],
      [1, false],
    ]);
  });

  it('says nothing while its source is closed, which knows nothing up to the end of any question', async () => {
    const source = tradesSource(() => ({ fills: [] }));
    const trades = source.feeds.trades!;
    const feeds: typeof source.feeds = {
      trades: { pull: async ({ to }) => trades.pull({ from: to, to }) },
    };
    const snapshots = createMemorySnapshotStore();
    const run = runAt(tradeFlowProducer(), { source: openMarket([{ ...source, feeds }]), snapshots });
    await run(START);
    expect(snapshots.latest<never, TradeFlowHead>('trade-flow')?.head).toMatchObject({ sealed: null });
  });

  it('calls the time partial in which its source failed, and goes on when it is back', async () => {
    let isDown = false;
    const source = tradesSource(() => ({ fills: all }));
    const feeds: typeof source.feeds = {
      trades: {
        pull: async (range) =>
          isDown ? { ok: false, error: { code: 'stale_source', reason: 'down' } } : source.feeds.trades!.pull(range),
      },
    };
    const minutes = memoryMinutes();
    const snapshots = createMemorySnapshotStore();
    const stores = {
      source: openMarket([{ ...source, feeds }]),
      tables: tablesOf({ takerMinutes: minutes.write }),
      snapshots,
    };
    const run = runAt(tradeFlowProducer(), stores);
    await run(START);
    for (let minute = 1; minute <= 8; minute++) {
      isDown = minute === 3 || minute === 4;
      await run(START + minute * MINUTE_MS + 6000);
    }
    const kept = await minutes.read('t', { after: START - 1, upTo: END + 2 * MINUTE_MS, most: 99 });
    // Runs 3 and 4 missed the time from 2:06 to 4:06.
    expect(kept.map(({ partial }) => partial)).toEqual([false, false, true, true, true, false, false, false]);
  });
});
