/** A venue whose accounts and contexts a test sets, and the positioning cycle over it. */

import { POSITIONING, positioningPublication, type PositioningArchive } from '@barograph/contract';
import { ok } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import { createMemorySnapshotStore } from '../../../src/adapters/memory/snapshot-store.ts';
import type { PerpContext } from '../../../src/market/contexts.ts';
import { openMarket, type Market } from '../../../src/market/market.ts';
import { createPositioningArchive } from '../../../src/services/positioning/archive.ts';
import { positioningProducer } from '../../../src/services/positioning/producer.ts';
import type { EngineStates } from '../../../src/store/engine-state.ts';
import type { Observations } from '../../../src/store/observations.ts';
import { asker, type Asker } from '../../ask.ts';
import { memoryStates } from '../../test-support.ts';
import { runAt } from '../../work/test-support.ts';
import { memoryObservations } from '../quant/test-support.ts';

/** Answers of a venue at a moment. */
export interface AccountsVenue {
  readonly perps: (asOf: number) => readonly PerpContext[];
  readonly accounts: (asOf: number) => readonly AccountRecord[];
  /** Units by symbol and moment; none are known when left out. */
  readonly openInterest?: (symbol: string, time: number) => number;
}

/** A market of that venue. */
export function accountsVenue({ perps, accounts, openInterest }: AccountsVenue): Market {
  return openMarket([
    {
      id: 'venue',
      kind: 'simulated',
      feeds: {
        contexts: { pull: async ({ asOf }) => ok({ rows: { perps: perps(asOf) }, asOf }) },
        accounts: {
          pull: async ({ asOf }) => {
            const states = accounts(asOf);
            return ok({ rows: { accounts: states, tracked: states.length + 1, leftOut: 1 }, asOf });
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

/** The cycle of a market, over stores that another one may go on from. */
export interface TestCycle {
  readonly run: (at: number) => Promise<unknown>;
  readonly observations: Observations;
  readonly states: EngineStates;
  /** The newest publication, as it would be stored. */
  readonly published: () => unknown;
  readonly asks: (status?: PositioningArchive['status']) => Asker;
}

export function cycleOf(market: Market, on: Partial<Pick<TestCycle, 'observations' | 'states'>> = {}): TestCycle {
  const { observations = memoryObservations(), states = memoryStates() } = on;
  const snapshots = createMemorySnapshotStore();
  const latest = (name: string) => snapshots.latest(name);
  return {
    run: runAt(positioningProducer('t'), { source: market, observations, states, snapshots }),
    observations,
    states,
    published: () => {
      const { asOf, head, records } = snapshots.latest(positioningPublication.name)!;
      return { asOf, head, records: records.map(({ json }) => json) };
    },
    asks: (status = 'on') => {
      const archive = { ...createPositioningArchive(market, observations, 't', false), status };
      return asker({ source: market, latest, ports: new Map([[POSITIONING.name, archive]]) });
    },
  };
}
