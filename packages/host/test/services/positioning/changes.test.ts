/** Changes of positions between cycles: their events and signals, once each, over replicas, restarts and kills. */

import type { WalletSignalsWire } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../../../store/src/events.ts';
import type { ComparedCycle } from '../../../../store/src/position-cycles.ts';
import { memoryStates, START } from '../../test-support.ts';
import { perpOf } from '../liquidity/test-support.ts';
import { memoryObservations } from '../quant/test-support.ts';
import {
  accountsVenue,
  cycleOf,
  memoryPositionCycles,
  memoryWhaleDays,
  type MemoryCycles,
  type TestCycle,
} from './test-support.ts';

const CYCLE = 5 * MINUTE_MS;
const PERPS = [perpOf('BTC'), perpOf('ETH', { mark: 10 })];
const address = (i: number): string => `0x${String(i).padStart(40, '0')}`;

/** Sizes of BTC and ETH of one account after the other; entries are 100 and 10. */
type Sizes = readonly (readonly [btc: number, eth: number])[];

function accountsOf(sizes: Sizes): readonly AccountRecord[] {
  return sizes.map(([btc, eth], i) => ({
    address: address(i),
    equity: 1e6,
    positions: [
      ...(btc === 0 ? [] : [{ coin: 'BTC', size: btc, entry: 100 }]),
      ...(eth === 0 ? [] : [{ coin: 'ETH', size: eth, entry: 10 }]),
    ],
  }));
}

/** A venue with such accounts at each cycle; the last ones stay. */
const venueOf = (cycles: readonly Sizes[]) =>
  accountsVenue({
    perps: () => PERPS,
    accounts: (time) => accountsOf(cycles[Math.min(cycles.length - 1, Math.round((time - START) / CYCLE))]!),
  });

async function signalsOf(cycle: TestCycle, query: object = {}): Promise<WalletSignalsWire> {
  return cycle.asks().json<WalletSignalsWire>('perpdex.wallet_signals', { tier: 'free', query: { ...query } });
}

/** Action, account, coin and USD of events, in their order. */
const toldBy = (events: readonly NewEvent[]) =>
  events.map(({ payload, symbol, usd }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the schema of the event
    const { action, side, address: of } = payload as { action: string; side: string; address: string };
    return [action, side, Number(of.slice(2)), symbol, usd];
  });

describe('events of changed positions', () => {
  const cycles: readonly Sizes[] = [
    [[2000, 0], [-3000, 0], [0, 40_000]],
    [[2000, 0], [-3000, 0], [0, 40_000]],
    [[2500, 0], [2000, 0], [0, 37_500]],
    [[0, 0], [2249.99, 0], [0, 35_000.1]],
  ]; // prettier-ignore

  it('are told from $25,000 on: entry, exit, increase, decrease, and a turn as an exit and an entry [#286][#290]', async () => {
    const cycle = cycleOf(venueOf(cycles));
    const { told } = cycle.positionCycles;
    await cycle.run(START);
    expect(told).toEqual([]); // the first cycle has nothing to be compared with
    await cycle.run(START + CYCLE);
    expect(told).toEqual([]);
    await cycle.run(START + 2 * CYCLE);
    expect(toldBy(told)).toEqual([
      ['increase', 'long', 0, 'BTC', 50_000],
      ['exit', 'short', 1, 'BTC', 300_000],
      ['entry', 'long', 1, 'BTC', 200_000],
      ['decrease', 'long', 2, 'ETH', 25_000],
    ]);
    expect(told[0]).toMatchObject({ type: 'whale_position', ts: START + 2 * CYCLE, venue: 'perpdex' });
    expect(told[0]!.payload).toEqual({
      action: 'increase',
      side: 'long',
      size: 2500,
      usd: 50_000,
      address: address(0),
      change_pct: 25,
      trader_class: 'whale',
      data_source: 'simulated',
    });
    await cycle.run(START + 3 * CYCLE);
    // $24,999 of BTC and of ETH are too little.
    expect(toldBy(told.slice(4))).toEqual([['exit', 'long', 0, 'BTC', 250_000]]);
    // The account that holds nothing has no class any more.
    expect(told[4]!.payload).toMatchObject({ size: 0, change_pct: 100, trader_class: null });
  });

  it('are told by wallet-signals too, with what they were compared with [#357][#360]', async () => {
    const cycle = cycleOf(venueOf(cycles));
    for (let i = 0; i < 4; i++) await cycle.run(START + i * CYCLE);
    const all = await signalsOf(cycle);
    expect(all).toMatchObject({ minutes: 10, entries: 1, exits: 2, increases: 1, decreases: 1, total: 5, count: 5 });
    expect(all).toMatchObject({ record_start: START, window_end: START + 3 * CYCLE, complete: true });
    expect(all).toMatchObject({ data_source: 'simulated' });
    expect(all.signals.map(({ action, ts, since_ts: since }) => [action, ts - START, ts - since])).toEqual([
      ['exit', 3 * CYCLE, CYCLE],
      ...['increase', 'exit', 'entry', 'decrease'].map((action) => [action, 2 * CYCLE, CYCLE]),
    ]);
    const some = await signalsOf(cycle, { minutes: 1440, address: `${address(1)},${address(2)}` });
    expect(some.signals.map(({ action }) => action)).toEqual(['exit', 'entry', 'decrease']);
    expect(some).toMatchObject({ complete: false, record_start: START });
    expect(await signalsOf(cycle, { minutes: 5, address: address(7) })).toMatchObject({ total: 0, complete: true });
  });

  it('refuse an address that is none: 422 [#360]', async () => {
    const cycle = cycleOf(venueOf(cycles));
    const done = await cycle.asks().outcome('perpdex.wallet_signals', { query: { address: `${address(1)},0x12` } });
    expect(done.ok ? 200 : done.error.status).toBe(422);
  });

  it('are not told after a pause: what changed meanwhile did not happen now', async () => {
    const venue = venueOf([cycles[0]!, ...Array.from({ length: 6 }, () => cycles[2]!), cycles[2]!, cycles[3]!]);
    const paused = cycleOf(venue);
    for (const i of [0, 7, 8]) await paused.run(START + i * CYCLE);
    expect(toldBy(paused.positionCycles.told)).toEqual([['exit', 'long', 0, 'BTC', 250_000]]);
    expect(await signalsOf(paused, { minutes: 40 })).toMatchObject({
      record_start: START + 7 * CYCLE,
      complete: false,
    });
    const short = cycleOf(venue);
    for (const i of [0, 6]) await short.run(START + i * CYCLE);
    expect(short.positionCycles.told).toHaveLength(4);
    expect(await signalsOf(short, { minutes: 30 })).toMatchObject({ record_start: START, complete: true });
  });

  it('say nothing of an account that a cycle did not ask for', async () => {
    const left = accountsVenue({
      perps: () => PERPS,
      accounts: (time) => accountsOf(cycles[0]!).slice(time === START + CYCLE ? 1 : 0),
    });
    const cycle = cycleOf(left);
    for (let i = 0; i < 3; i++) await cycle.run(START + i * CYCLE);
    expect(cycle.positionCycles.told).toEqual([]);
  });

  it('of the same positions are told once, however often the source is asked for them', async () => {
    const still = accountsVenue({
      perps: () => PERPS,
      accounts: (time) => accountsOf(cycles[time < START + CYCLE ? 0 : 2]!),
      cycleMs: CYCLE,
    });
    const cycle = cycleOf(still);
    for (let i = 0; i < 8; i++) await cycle.run(START + i * MINUTE_MS);
    expect(cycle.positionCycles.told).toHaveLength(4);
    expect((await signalsOf(cycle)).window_end).toBe(START + CYCLE);
  });

  it('of a replay that was set back are not told again', async () => {
    const cycle = cycleOf(venueOf(cycles));
    for (const i of [0, 1, 2, 3]) await cycle.run(START + i * CYCLE);
    const told = [...cycle.positionCycles.told];
    for (const i of [1, 2, 3]) await cycle.run(START + i * CYCLE);
    expect(cycle.positionCycles.told).toEqual(told);
    await cycle.run(START + 2 * CYCLE);
    expect(await signalsOf(cycle)).toMatchObject({ window_end: START + 2 * CYCLE, total: 4 });
  });
});

/** Ends of a run. `before`: the store is away; `after`: killed when the changes were kept, before anything else. */
type End = 'done' | 'before' | 'after';

/** Cycles whose next append fails before or after it was stored. */
function failing(cycles: MemoryCycles): MemoryCycles & { next: End } {
  const made = {
    ...cycles,
    next: 'done' as End,
    write: async (compared: ComparedCycle) => {
      if (made.next === 'before') throw new Error('away');
      const done = await cycles.write(compared);
      if (made.next === 'after') throw new Error('killed');
      return done;
    },
  };
  return made;
}

/** Sizes far enough apart for every change to count. */
const size = fc.constantFrom(0, 1000, 2000, 4000, -1000, -3000);
const market = fc.array(
  fc.array(fc.tuple(size, size.map((of) => of * 10)), { minLength: 4, maxLength: 4 }),
  { minLength: 2, maxLength: 12 },
); // prettier-ignore

describe('changes over replicas, restarts and kills', () => {
  it('are told once, and with the first positions they give the last ones', async () => {
    const step = fc.record({
      replica: fc.nat(1),
      restarts: fc.boolean(),
      end: fc.constantFrom<End>('done', 'done', 'before', 'after'),
    });
    await fc.assert(
      fc.asyncProperty(market, fc.array(step, { minLength: 12, maxLength: 12 }), async (moments, steps) => {
        const states = memoryStates();
        const kept = memoryPositionCycles(states);
        const venue = venueOf(moments);
        const replicas = [0, 1].map(() => {
          const positionCycles = failing(kept);
          const stores = { states, observations: memoryObservations(), whaleDays: memoryWhaleDays() };
          const open = () => cycleOf(venue, { ...stores, positionCycles });
          return { positionCycles, open, cycle: open() };
        });
        for (const [i] of moments.entries()) {
          const { replica, restarts, end } = steps[i]!;
          const one = replicas[replica]!;
          if (restarts) one.cycle = one.open();
          one.positionCycles.next = end;
          await one.cycle.run(START + i * CYCLE).catch((error: Error) => {
            if (!['away', 'killed'].includes(error.message)) throw error;
          });
        }
        const record = await kept.read('t', { after: -1, upTo: Infinity });
        // Each cycle continues from its predecessor; the first has no predecessor.
        expect(record.map(({ before }) => before)).toEqual(
          [null, ...record.map(({ time }) => time)].slice(0, record.length),
        );
        expect(kept.told).toHaveLength(record.reduce((sum, { changes }) => sum + changes.length, 0));
        if (record.length > 0) {
          const index = (time: number): number => Math.round((time - START) / CYCLE);
          const held = positionsOf(accountsOf(moments[index(record[0]!.time)]!));
          for (const { coin, address: of, side, size: is } of record.flatMap(({ changes }) => changes)) {
            if (is === 0) held.delete(`${of} ${coin}`);
            else held.set(`${of} ${coin}`, side === 'long' ? is : -is);
          }
          expect(held).toEqual(positionsOf(accountsOf(moments[index(record.at(-1)!.time)]!)));
        }
      }),
      { numRuns: 60 },
    );
  });
});

function positionsOf(accounts: readonly AccountRecord[]): Map<string, number> {
  return new Map(
    accounts.flatMap(({ address: of, positions }) =>
      positions.map(({ coin, size: units }) => [`${of} ${coin}`, units] as const),
    ),
  );
}
