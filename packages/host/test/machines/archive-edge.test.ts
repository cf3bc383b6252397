/** Heavy reads of two replicas on one store, and the rate of a key: each answer equals the model's. */

import { OPERATIONS, type Problem } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import * as fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectModel, type Real } from '../../../../test/machines/machine.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import { measureDeadlinesBy } from '../../../sources/src/deadline.ts';
import { settled } from '../../../sources/test/deadlines.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { QUIET, startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { createGate } from '../../src/http/access.ts';
import { BULKHEAD_V1, createBulkhead } from '../../src/http/bulkhead.ts';
import { NOW } from '../accounts/test-support.ts';
import { edgeModel, MOST_WAITING, type EdgeCommand, type Phase } from './archive-edge.ts';

const CONFIG = { ...BULKHEAD_V1, version: 'bulkhead/test', mostWaiting: MOST_WAITING } as const;
const LIGHT = OPERATIONS.find(({ edge }) => edge === 'light')!;
const HEAVY = OPERATIONS.find(({ edge }) => edge === 'heavy')!;
let server: TestServer;
let stores: readonly Store[];
beforeAll(async () => {
  server = await startTestServer();
  const url = await server.database();
  stores = [await server.open(url), await server.open(url)];
});
afterAll(async () => server.stop());

/** One read: its phase, and what ends it. */
interface Read {
  phase: Phase;
  readonly end: (fails: boolean) => void;
  readonly cancel: () => void;
}

let runs = 0;
/** Two bulkheads and two gates over the places and buckets of one store. */
async function open(): Promise<Real<EdgeCommand>> {
  const run = runs++;
  const wall = createManualClock(NOW);
  measureDeadlinesBy(wall);
  const bulkheads = stores.map(({ archivePlaces: places }) => createBulkhead({ places, log: QUIET, config: CONFIG }));
  const gates = stores.map(({ rates }) =>
    createGate({
      callers: {
        find: async (id) =>
          ({ id, accountId: null, tier: 'pro_plus', tierExpiresAt: null, emailVerifiedAt: 1 }) as never,
        forget: () => undefined,
        close: () => undefined,
      },
      usage: { take: async () => ({ ok: true, dailyCount: 1, minuteCount: 1 }), refund: async () => undefined },
      rates,
      wall,
      pricingUrl: '/plans',
    }),
  );
  const reads: Read[] = [];

  const begin = (replica: number): void => {
    let end = (_fails: boolean): void => undefined;
    const ended = new Promise<boolean>((resolve) => (end = resolve));
    const caller = new AbortController();
    const read: Read = { phase: 'waiting', end, cancel: () => caller.abort(new Error('the caller went')) };
    reads.push(read);
    const work = async (cancelled: AbortSignal): Promise<Result<true, Problem>> => {
      read.phase = 'running';
      const stopped = new Promise<boolean>((resolve) => {
        cancelled.addEventListener('abort', () => resolve(true), { once: true });
      });
      if (await Promise.race([ended, stopped])) throw new Error('it failed');
      return ok(true);
    };
    const whole = async (): Promise<void> => {
      const result = await bulkheads[replica]!.run(caller.signal, work).catch((error: unknown) => err(error));
      if (caller.signal.aborted) read.phase = 'left';
      else if (result.ok) read.phase = 'served';
      else read.phase = codeOf(result.error) === 'backtesting_busy' ? 'busy' : 'failed';
    };
    void whole();
  };
  const inPhase = (...phases: readonly Phase[]): Read[] => reads.filter(({ phase }) => phases.includes(phase));
  /** Whether something is bound to change: a place is free, and somebody waits. */
  const isStill = (): boolean => inPhase('waiting').length === 0 || inPhase('running').length >= 2;
  /** Phases once nothing changes any more; what never happens is seen by the model. */
  const phases = async (): Promise<readonly Phase[]> => {
    await settled();
    for (let i = 0; i < 1000 && !isStill(); i++) await pause(5);
    await settled();
    return reads.map(({ phase }) => phase);
  };

  return {
    do: async (command) => {
      switch (command.kind) {
        case 'read':
          begin(command.replica);
          break;
        case 'finish': {
          const running = inPhase('running');
          running[command.running % running.length]?.end(command.fails);
          break;
        }
        case 'leave': {
          const all = inPhase('running', 'waiting');
          all[command.read % all.length]?.cancel();
          break;
        }
        case 'pass':
          wall.moveTo(wall.now() + command.ms);
          break;
        case 'knock': {
          const admitted = await Promise.all(
            Array.from({ length: command.count }, async (_, i) =>
              gates[i % 2]!.admit(i % 3 === 0 ? HEAVY : LIGHT, `run-${run}-${command.key}`),
            ),
          );
          return admitted.filter((one) => one.ok).length;
        }
      }
      return phases();
    },
    close: async () => {
      for (const one of inPhase('waiting', 'running')) one.cancel();
      await phases();
    },
  };
}

function codeOf(error: unknown): unknown {
  const { body } = error as Partial<Problem>;
  return body !== undefined && 'error' in body.detail ? body.detail.error : undefined;
}

const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const read = fc.record({ kind: kind('read'), replica: fc.nat({ max: 1 }) });
const finish = fc.record({ kind: kind('finish'), running: fc.nat({ max: 1 }), fails: fc.boolean() });

const pass = fc.record({ kind: kind('pass'), ms: fc.constantFrom(1, 499, 500, 24_999, 24_999, 25_000) });

describe('the edge of the archive', () => {
  it('model: reads of two replicas that come, wait, end and go in any order, and the rate of a key', async () => {
    await expectModel<ReturnType<typeof edgeModel>['start'], EdgeCommand>({
      model: edgeModel(NOW),
      open,
      most: 40,
      commands: [
        read,
        read,
        read,
        finish,
        finish,
        fc.record({ kind: kind('leave'), read: fc.nat({ max: 5 }) }),
        pass,
        pass,
        fc.record({ kind: kind('knock'), key: fc.nat({ max: 1 }), count: fc.constantFrom(1, 3, 12, 21) }),
      ],
    });
  });
});
