/** Positioning of two replicas on one store, before, after and without cycles: each answer equals the model's. */

import {
  POSITION_CHANGES,
  POSITIONING,
  positionChangesPublication,
  positioningPublication,
  whalesPublication,
} from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectModel, type Real } from '../../../../test/machines/machine.ts';
import { createKeptChanges } from '../../../runtime/src/producers/positioning/kept-changes.ts';
import { accountsStatus, createPositioningArchive } from '../../../runtime/src/producers/positioning/archive.ts';
import { positioningProducer } from '../../../runtime/src/producers/positioning/producer.ts';
import { createSharedSnapshotStore } from '../../../runtime/src/snapshots/shared/snapshot-store.ts';
import { runAt } from '../../../runtime/test/test-support.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { QUIET, startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { asker } from '../ask.ts';
import { perpOf } from '../services/liquidity/test-support.ts';
import { accountsVenue } from '../services/positioning/test-support.ts';
import { START } from '../test-support.ts';
import { COINS, OPERATIONS, POSITIONING_MODEL, type PositioningCommand } from './positioning-readiness.ts';

let server: TestServer;
let stores: readonly Store[];
beforeAll(async () => {
  server = await startTestServer();
  const url = await server.database();
  stores = [await server.open(url), await server.open(url)];
});
afterAll(async () => server.stop());

let runs = 0;
async function open(): Promise<Real<PositioningCommand>> {
  const timeline = `run-${runs++}`;
  let now = START;
  let works = true;
  const source = accountsVenue({
    perps: () => [perpOf('BTC'), perpOf('ETH'), perpOf('SOL', { mark: 1 })],
    accounts: () => {
      if (!works) throw new Error('down');
      const position = { coin: 'BTC', size: 1000, entry: 100, leverage: 5, liquidation: 85 };
      return [{ address: 'one', equity: 1e5, positions: [position, { ...position, coin: 'ETH', liquidation: 10 }] }];
    },
  });
  const start = async (at: number, isOff: boolean) => {
    const store = stores[at]!;
    const snapshots = createSharedSnapshotStore(store.snapshots, store.listener, timeline, QUIET);
    await snapshots.open();
    const ports = new Map<string, unknown>([
      [POSITIONING.name, createPositioningArchive(source, store, timeline, isOff)],
      [POSITION_CHANGES.name, createKeptChanges(store.positionCycles, timeline, accountsStatus(source, isOff))],
    ]);
    const { observations, engineStates: states, tables } = store;
    const parts = { source, timeline, observations, states, snapshots, tables };
    const latest = (name: string) => snapshots.latest(name);
    return {
      isOff,
      snapshots,
      ask: asker({ source, latest, ports, now: () => now }),
      run: runAt(positioningProducer(timeline), parts),
    };
  };
  const replicas = [await start(0, false), await start(1, false)];
  const asked = async (replica: number, id: string, query = {}): Promise<unknown> => {
    const answer = await replicas[replica]!.ask.outcome(id, { query, tier: 'pro_plus' });
    if (answer.ok) return 200;
    const { body, headers } = answer.error;
    const code = 'error' in body.detail ? body.detail.error : 422;
    // Every 503 of positioning says when to come again.
    return code === 'symbol_not_found' || 'retry-after' in headers ? code : `${code} without Retry-After`;
  };
  /** Waits until every replica has the new publications, a few seconds at most; the model detects missing ones. */
  const heard = async (): Promise<void> => {
    const isOld = ({ snapshots }: (typeof replicas)[number]): boolean =>
      [positioningPublication, whalesPublication, positionChangesPublication].some(
        ({ name }) => snapshots.latest(name)?.asOf !== now,
      );
    for (let i = 0; i < 1000 && replicas.some(isOld); i++) await pause(5);
  };
  return {
    do: async (command) => {
      const { replica } = command;
      switch (command.kind) {
        case 'ask':
          return asked(replica, command.operation);
        case 'ladder':
          return asked(replica, 'quant.ladder', { symbol: command.coin });
        case 'cycle': {
          if (replicas[replica]!.isOff) return 'off';
          now += MINUTE_MS;
          ({ works } = command);
          const isDone = await replicas[replica]!.run(now).then(
            () => true,
            () => false,
          );
          if (isDone) await heard();
          return isDone ? 'done' : 'failed';
        }
        case 'restart':
          replicas[replica]!.snapshots.close();
          replicas[replica] = await start(replica, command.isOff);
          return undefined;
      }
    },
    close: async () => {
      for (const { snapshots } of replicas) snapshots.close();
    },
  };
}

const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const replica = fc.nat({ max: 1 });

describe('the cycle of positioning', () => {
  it('model: asked for before and after cycles, restarts and a switch, in any order [#152]', async () => {
    await expectModel<(typeof POSITIONING_MODEL)['start'], PositioningCommand>({
      model: POSITIONING_MODEL,
      open,
      most: 16,
      commands: [
        fc.record({ kind: kind('ask'), replica, operation: fc.constantFrom(...OPERATIONS) }),
        fc.record({ kind: kind('ladder'), replica, coin: fc.constantFrom(...COINS) }),
        fc.record({ kind: kind('cycle'), replica, works: fc.boolean() }),
        fc.record({ kind: kind('restart'), replica, isOff: fc.boolean() }),
      ],
    });
  });
});
