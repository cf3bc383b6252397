/** Funding histories of two replicas on one store: each answer is the model's. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectModel, type Real } from '../../../../test/machines/machine.ts';
import { movedDeadlines, settled } from '../../../sources/test/deadlines.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { OTHER_VENUES_V1 } from '../../src/producers/venues/config.ts';
import { createFundingHistories, type FundingHistoryParts } from '../../src/producers/venues/funding-history.ts';
import { movableClock } from '../test-support.ts';
import { venueOf } from './funding-venue.ts';
import { fundingModel, OUTCOMES, type FundingCommand, type Outcome } from './funding-history.ts';

/** 2025-01-01T00:20Z. */
const START = 1_735_689_600_000 + 20 * MINUTE_MS;
const pass = movedDeadlines();
let server: TestServer;
let store: Store;
beforeAll(async () => {
  server = await startTestServer();
  store = await server.open(await server.database());
});
afterAll(async () => server.stop());

let runs = 0;
async function open(): Promise<Real<FundingCommand>> {
  const clock = movableClock(START);
  const timeline = `run-${runs++}`;
  let outcome: Outcome = 'fails';
  let isSlow = false;
  const saves = new Set<Promise<unknown>>();
  const states: FundingHistoryParts['states'] = {
    load: async (...which) => store.engineStates.load(...which),
    save: async (rows) => {
      const saved = store.engineStates.save(rows);
      saves.add(saved);
      return saved;
    },
  };
  /** Errors other than those of the venue. */
  const errors: unknown[] = [];
  const report = (error: unknown): void => void (String(error) === 'Error: broken' || errors.push(error));
  const replica = () => {
    let bring: () => void = () => undefined;
    const until = async (): Promise<void> =>
      isSlow ? new Promise<void>((resolve) => (bring = resolve)) : Promise.resolve();
    const market = venueOf(() => outcome, until);
    const ask = createFundingHistories({ market, clock, states, timeline, report });
    return { ask, bring: () => bring() };
  };
  const replicas = [replica(), replica()];
  /** Lets a fetch that has its answer end, and its state be stored. */
  const stored = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await setImmediate();
    await Promise.all(saves);
    await setImmediate();
  };
  const ask = async (command: FundingCommand & { readonly kind: 'ask' }): Promise<unknown> => {
    ({ outcome, isSlow } = command);
    const asked = replicas[command.replica]!.ask('BTC');
    // What has not answered by itself waits for a fetch that is under way.
    const later = async (): Promise<undefined> => {
      await settled();
      return undefined;
    };
    let answer = await Promise.race([asked, later()]);
    while (answer === undefined) {
      await Promise.race([asked, pass(OTHER_VENUES_V1.historyWaitMs)]);
      answer = await Promise.race([asked, later()]);
    }
    await stored();
    return errors.length === 0 ? { status: answer.status, rows: answer.rows.length } : errors;
  };
  return {
    do: async (command) => {
      switch (command.kind) {
        case 'ask':
          return ask(command);
        case 'arrive':
          replicas[command.replica]!.bring();
          return stored();
        case 'restart':
          replicas[command.replica] = replica();
          return undefined;
        case 'pass':
          clock.put(clock.now() + command.ms);
          return undefined;
      }
    },
  };
}

const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const replica = fc.nat({ max: 1 });
const ask = fc.record({ kind: kind('ask'), replica, outcome: fc.constantFrom(...OUTCOMES), isSlow: fc.boolean() });
const passes = [MINUTE_MS - 1, MINUTE_MS, MINUTE_MS, 5 * HOUR_MS, 26 * HOUR_MS];

describe('the history of a perp on demand', () => {
  it('model: asked for, brought late, empty, failed and restarted in any order [#209] [#211]', async () => {
    await expectModel<ReturnType<typeof fundingModel>['start'], FundingCommand>({
      model: fundingModel(START),
      open,
      commands: [
        ask,
        ask,
        ask.map((one) => ({ ...one, isSlow: false })),
        fc.record({ kind: kind('pass'), ms: fc.constantFrom(...passes) }),
        fc.record({ kind: kind('pass'), ms: fc.constantFrom(...passes) }),
        fc.record({ kind: kind('arrive'), replica }),
        fc.record({ kind: kind('restart'), replica }),
      ],
    });
  });
});
