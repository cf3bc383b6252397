/**
 * Minutes over the loopback venue with its faults, pulled, sealed and kept as a host does it: exactly the minutes that were
 * cut are partial, and every other one has the trades of the simulator. Another process goes on from the store halfway.
 */

import { MINUTE_MS } from '@barograph/core';
import { takerMinutes, takerRows, type CoinMinute } from '@barograph/positioning';
import { createFlow, createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createFlowArchive } from '../../../../runtime/src/producers/flow/archive.ts';
import { tradeFlowProducer } from '../../../../runtime/src/producers/flow/producer.ts';
import { venueConfig } from '../../../../venue/src/universe.ts';
import { liveSource, type LiveSource } from '../../../../sources/test/perpdex/test-support.ts';
import { memoryStates } from '../../test-support.ts';
import { NOW } from '../../../../venue/test/test-support.ts';
import { runAt, tablesOf } from '../../../../runtime/test/test-support.ts';
import { memoryMinutes } from '../../../../runtime/test/producers/flow/fake-trades.ts';
import { settled } from '../../../../sources/test/deadlines.ts';

const COINS = ['BTC', 'ETH', 'SOL'];
const BEGAN = Math.ceil(NOW / MINUTE_MS) * MINUTE_MS;
const MINUTES = 9;
/** Moments in seconds after the beginning, durations in ms. */
const PLAN = [
  { kind: 'duplicates', at: 65, for: 50_000 },
  { kind: 'disconnect', at: 135 },
  { kind: 'malformed', at: 200, for: 9000, request: 'trades' },
  // Disorder of all coins would be silence: a frame that waits for the next one comes 6 s after its predecessor.
  { kind: 'disorder', at: 250, for: 30_000, coin: 'ETH' },
  { kind: 'disorder', at: 255, for: 30_000, coin: 'SOL' },
  { kind: 'silence', at: 310, for: 15_000 },
  { kind: 'disconnect', at: 380, for: 70_000 },
] as const;
const CUTS: ReadonlySet<string> = new Set(['disconnect', 'malformed', 'silence']);
/** Second at which another process continues. */
const RESTART_S = 270;

const truth = createFlow(createMarket(venueConfig(SIMULATOR_V2.seed, COINS.length)));
/** The minute of a coin as the simulator has it. */
function minuteOf(coin: string, time: number): readonly CoinMinute[] {
  const { length, id, ...columns } = truth.fills(coin, time - 1, time + MINUTE_MS - 1);
  if (length === 0) return [];
  const trades = { ...columns, isBuy: Uint8Array.from(columns.isBuy), id: Array.from(id, String) };
  return takerMinutes(coin, trades, { from: time, to: time + MINUTE_MS })[0]!.coins;
}

let live: LiveSource | undefined;
afterAll(async () => live?.close());

describe('taker flow over a venue that fails', () => {
  it('is partial in exactly the minutes that were cut, and says so in its rows [#309][#346][#348]', async () => {
    live = await liveSource({ coins: COINS.length, from: BEGAN - 20_000 });
    const { clock, venue, source } = live;
    const minutes = memoryMinutes();
    const stores = {
      source: openMarket([source]),
      states: memoryStates(),
      tables: tablesOf({ takerMinutes: minutes.write }),
      snapshots: createMemorySnapshotStore(),
    };
    let run = runAt(tradeFlowProducer(), stores);
    await run(clock.now());
    let running: Promise<unknown> = Promise.resolve();
    const cut = new Set<number>();
    for (let second = -19; second <= MINUTES * 60 + 14; second++) {
      const at = BEGAN + second * 1000;
      clock.moveTo(at);
      for (const { at: when, ...order } of PLAN) {
        if (when === second) expect((await live.fault(order)).status).toBe(201);
      }
      await settled();
      const isFaulty = PLAN.some((order) => {
        const seconds = 'for' in order ? order.for / 1000 : 0;
        return CUTS.has(order.kind) && order.at <= second && second <= order.at + seconds;
      });
      if (isFaulty || venue.state().sockets < 2) cut.add(at - (at % MINUTE_MS));
      if (second === RESTART_S) {
        await running;
        run = runAt(tradeFlowProducer(), stores);
      }
      // A pull waits until the stream has delivered everything up to its end, so the clock runs meanwhile.
      if (second % 60 === 6) running = run(at);
    }
    await running;

    const sealed = BEGAN + (MINUTES - 1) * MINUTE_MS;
    const found = await createFlowArchive(minutes, 't').minutes(sealed, MINUTES);
    const expected = Array.from({ length: MINUTES }, (_, i) => {
      const time = BEGAN + i * MINUTE_MS;
      const partial = cut.has(time);
      return { time, partial, coins: partial ? [] : COINS.flatMap((coin) => minuteOf(coin, time)) };
    });
    expect(found).toEqual(expected);
    expect(expected.map(({ partial }) => partial)).toEqual(
      [2, 3, 5, 6, 7].reduce((all, i) => all.with(i, true), Array<boolean>(MINUTES).fill(false)),
    );
    for (const { partial, buyNotional } of takerRows(found, 'BTC', MINUTES)) {
      expect(Number.isNaN(buyNotional)).toBe(partial);
    }
    expect(new Set(minutes.appended).size).toBe(minutes.appended.length);
  });
});
