/** A venue whose accounts and contexts a test sets, and the positioning cycle over it. */

import {
  POSITION_CHANGES,
  POSITIONING,
  positionChangesPublication,
  positioningPublication,
  whalesPublication,
  type PositionCycle,
  type PositioningArchive,
} from '@barograph/contract';
import { ok } from '@barograph/core';
import type { AccountRecord, WhaleDay } from '@barograph/positioning';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import type { PerpContext } from '../../../../sources/src/market/contexts.ts';
import { openMarket, type Market } from '../../../../sources/src/market/market.ts';
import { createPositioningArchive } from '../../../../runtime/src/producers/positioning/archive.ts';
import { createKeptChanges } from '../../../../runtime/src/producers/positioning/kept-changes.ts';
import { positioningProducer } from '../../../../runtime/src/producers/positioning/producer.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import type { NewEvent } from '../../../../store/src/events.ts';
import type { Observations } from '../../../../store/src/observations.ts';
import { marketState } from '../../../../store/src/engine-state.ts';
import type { ComparedCycle, PositionCycles } from '../../../../store/src/position-cycles.ts';
import type { WhaleDays } from '../../../../store/src/whale-days.ts';
import { asker, type Asker } from '../../ask.ts';
import { memoryStates } from '../../test-support.ts';
import { runAt, tablesOf } from '../../../../runtime/test/test-support.ts';
import { memoryObservations } from '../quant/test-support.ts';

/** Answers of a venue at a moment. */
export interface AccountsVenue {
  readonly perps: (asOf: number) => readonly PerpContext[];
  readonly accounts: (asOf: number) => readonly AccountRecord[];
  /** Units by symbol and moment; none are known when left out. */
  readonly openInterest?: (symbol: string, time: number) => number;
  /** Age of a cycle when it is asked for, ms. */
  readonly lag?: number;
  /** Distance of its cycles, ms: in between the venue has the last one. */
  readonly cycleMs?: number;
}

/** A market of that venue. */
export function accountsVenue({ perps, accounts, openInterest, lag = 0, cycleMs = 1 }: AccountsVenue): Market {
  return openMarket([
    {
      id: 'venue',
      kind: 'simulated',
      feeds: {
        contexts: { pull: async ({ asOf }) => ok({ rows: { perps: perps(asOf) }, asOf }) },
        accounts: {
          pull: async ({ asOf }) => {
            const time = asOf - lag - ((asOf - lag) % cycleMs);
            const states = accounts(time);
            return ok({ rows: { accounts: states, tracked: states.length + 1, leftOut: 1 }, asOf: time });
          },
        },
        ...(openInterest === undefined
          ? {}
          : {
              openInterest: {
                every: 60_000,
                pull: async ({ symbol, to }) => {
                  const contracts = Float64Array.of(openInterest(symbol, to));
                  return ok({ rows: { time: Float64Array.of(to), contracts, mark: Float64Array.of(NaN) }, asOf: to });
                },
              },
            }),
      },
      start: async () => undefined,
      close: async () => undefined,
      state: () => [],
    },
  ]);
}

/** Days in memory. */
export interface MemoryWhaleDays extends WhaleDays {
  readonly write: (day: WhaleDay) => Promise<void>;
}

export function memoryWhaleDays(): MemoryWhaleDays {
  const kept = new Map<string, WhaleDay>();
  return {
    write: async (day) => {
      const before = kept.get(day.date);
      if (before === undefined || (before.time < day.time && day.source === 'live')) kept.set(day.date, day);
    },
    read: async (_, { from, asOf }) =>
      [...kept.values()].filter(({ date, time }) => date >= from && time <= asOf).sort((a, b) => a.time - b.time),
  };
}

/** Compared cycles in memory, with the events that were appended. */
export interface MemoryCycles extends PositionCycles {
  readonly told: readonly NewEvent[];
  readonly write: (compared: ComparedCycle) => Promise<boolean>;
}

/** @param states hold the positions to compare with. */
export function memoryPositionCycles(states: EngineStates): MemoryCycles {
  const kept: PositionCycle[] = [];
  const told: NewEvent[] = [];
  return {
    told,
    write: async ({ cycle, baseline, replaces, events }) => {
      const state = marketState('t', baseline);
      const [stored] = await states.loadTexts(state.engine, state.configVersion);
      if ((stored?.asOf ?? null) !== replaces) return false;
      await states.saveTexts([state]);
      kept.push(JSON.parse(JSON.stringify(cycle)) as PositionCycle);
      told.push(...events);
      return true;
    },
    read: async (_, { after, upTo }) => kept.filter(({ time }) => time > after && time <= upTo),
  };
}

/** Stores that a cycle continues from. */
export type TestStores = Pick<TestCycle, 'observations' | 'states' | 'whaleDays' | 'positionCycles'>;

/** The cycle of a market, over stores that a later cycle may continue from. */
export interface TestCycle {
  readonly run: (at: number) => Promise<unknown>;
  readonly observations: Observations;
  readonly states: EngineStates;
  readonly whaleDays: MemoryWhaleDays;
  readonly positionCycles: MemoryCycles;
  /** The newest publications, as they would be stored. */
  readonly published: () => unknown;
  readonly asks: (status?: PositioningArchive['status']) => Asker;
}

export function cycleOf(market: Market, on: Partial<TestStores> = {}): TestCycle {
  const { observations = memoryObservations(), states = memoryStates(), whaleDays = memoryWhaleDays() } = on;
  const positionCycles = on.positionCycles ?? memoryPositionCycles(states);
  const snapshots = createMemorySnapshotStore();
  const latest = (name: string) => snapshots.latest(name);
  return {
    run: runAt(positioningProducer('t'), {
      source: market,
      observations,
      states,
      snapshots,
      tables: tablesOf({ whaleDays: whaleDays.write, positionCycles: positionCycles.write }),
    }),
    observations,
    states,
    whaleDays,
    positionCycles,
    published: () =>
      [positioningPublication, whalesPublication, positionChangesPublication].map(({ name }) => {
        const { asOf, head, records } = snapshots.latest(name)!;
        return { asOf, head, records: records.map(({ json }) => json) };
      }),
    asks: (status = 'on') => {
      const archive = { ...createPositioningArchive(market, { observations, whaleDays }, 't', false), status };
      const ports = new Map<string, unknown>([
        [POSITIONING.name, archive],
        [POSITION_CHANGES.name, createKeptChanges(positionCycles, 't', status)],
      ]);
      return asker({ source: market, latest, ports });
    },
  };
}
