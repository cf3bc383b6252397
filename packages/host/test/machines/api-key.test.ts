/** Keys of a service under any order of commands: each answer equals the model's. */

import { OPERATIONS, type Problem } from '@barograph/contract';
import type { Result } from '@barograph/core';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectModel, type Real } from '../../../../test/machines/machine.ts';
import { createKeySales } from '../../../payments/src/keys.ts';
import { createSale } from '../../../payments/src/sale.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { createCallers } from '../../src/accounts/callers.ts';
import { createClientNetwork } from '../../src/accounts/client-network.ts';
import { createConfirmer } from '../../src/accounts/confirmer.ts';
import { createGate } from '../../src/http/access.ts';
import { NOW, PLENTY } from '../accounts/test-support.ts';
import { CALLS, keyModel, type Access, type KeyCommand, type Plan } from './api-key.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let server: TestServer;
let store: Store;
beforeAll(async () => {
  server = await startTestServer();
  store = await server.open(await server.database());
});
afterAll(async () => server.stop());

const codeOf = ({ body }: Problem): string => (Array.isArray(body.detail) ? '422' : body.detail.error);
const outcome = <Value>(result: Result<Value, Problem>, shown: (value: Value) => unknown): unknown =>
  result.ok ? shown(result.value) : codeOf(result.error);
interface Shown {
  readonly tier: string;
  readonly daily_limit: number;
  readonly per_minute_limit: number;
  readonly email_verified: boolean;
}
const shown = ({ tier, daily_limit: daily, per_minute_limit: perMinute, email_verified: isVerified }: Shown) => ({
  tier,
  daily,
  perMinute,
  isVerified,
});
const OPERATION: Readonly<Record<Access, (typeof OPERATIONS)[number]>> = {
  key: OPERATIONS.find(({ id }) => id === 'auth.keys.me')!,
  pro: OPERATIONS.find(({ access, edge }) => access === 'pro' && edge === undefined)!,
  pro_plus: OPERATIONS.find(({ access, edge }) => access === 'pro_plus' && edge === undefined)!,
};

let runs = 0;
/** A service of keys on the store: mails are kept, and queued ones wait for the command that delivers them. */
async function open(): Promise<Real<KeyCommand>> {
  const wall = createManualClock(NOW);
  const run = `run-${runs++}`;
  const limits = PLENTY;
  const mails: string[] = [];
  const queue = new Map<string, unknown>();
  let isDown = false;
  const send = async ({ text }: { readonly text: string }): Promise<void> => {
    if (isDown) throw new Error('try later');
    mails.push(/token=([\w-]+)/.exec(text)![1]!);
  };
  const jobs = { ...store.jobs, add: async (_: string, payload: unknown, key = '') => void queue.set(key, payload) };
  const mailed = { mailer: { send }, wall, baseUrl: () => 'https://example.org', limits };
  const confirmer = createConfirmer({ store: { ...store, jobs }, ...mailed });
  const callers = createCallers(store, wall);
  const networkOf = createClientNetwork(undefined);
  const accounts = createAccounts({ vault: store, callers, confirmer, wall, pricingUrl: '/plans', networkOf, limits });
  const gate = createGate({ callers, usage: store.usage, wall, pricingUrl: '/plans' });
  const keys: string[] = [];
  const from = (network: number) => ({ remote: `192.0.${network}.1`, headers: {} });
  /** Numbers count from the newest. */
  const newest = (list: readonly string[], number: number): string => list.at(-1 - (number % list.length)) ?? 'none';
  const textOf = (key: number): string => newest(keys, key);
  const found = async (text: string) => callers.find(text);

  const call = async (text: string, access: Access, calls: number): Promise<readonly unknown[]> => {
    const all = await Promise.all(Array.from({ length: calls }, async () => gate.admit(OPERATION[access], text)));
    const refused = all.flatMap((one) => (one.ok ? [] : [codeOf(one.error)]));
    return [calls - refused.length, ...new Set(refused)];
  };
  const rotate = async (first: string, times: number): Promise<readonly unknown[]> => {
    const answers: unknown[] = [];
    for (let text = first; answers.length < times;) {
      const key = await found(text);
      if (key === undefined) return [...answers, 'invalid_api_key'];
      const next = await accounts.rotate(key);
      if (!next.ok) return [...answers, codeOf(next.error)];
      keys.push((text = next.value.api_key));
      answers.push(shown(next.value));
    }
    return answers;
  };
  const infoOf = async (text: string): Promise<unknown> => {
    const key = await found(text);
    if (key === undefined) return 'invalid_api_key';
    const info = await accounts.info(key);
    return { ...shown(info), used: info.requests_today };
  };
  const withKey = async (
    key: number,
    use: (key: NonNullable<Awaited<ReturnType<typeof found>>>) => Promise<unknown>,
  ) => {
    const one = await found(textOf(key));
    return one === undefined ? 'invalid_api_key' : use(one);
  };

  return {
    do: async (command) => {
      switch (command.kind) {
        case 'mint': {
          const minted = await accounts.create(`${command.email}-${run}@example.com`, from(command.network));
          if (minted.ok) keys.push(minted.value.api_key);
          return outcome(minted, (one) => ({ ...shown(one), mail: one.confirmation_mail }));
        }
        case 'buy': {
          const sale = createSale(`${run}-${keys.length}`, false);
          const { text, tier, tierExpiresAt: until } = createKeySales(wall).draft(command.plan, sale);
          await store.db.transaction().execute(async (transaction) => sale.sold!.effect(transaction));
          keys.push(text);
          return { tier, until };
        }
        case 'deliver': {
          isDown = !command.works;
          for (const [name, payload] of Array.from(queue)) {
            queue.delete(name);
            await confirmer.task(payload).catch(() => queue.set(name, payload));
          }
          return { mails: mails.length, waiting: queue.size };
        }
        case 'confirm':
          return outcome(await accounts.confirm(newest(mails, command.mail)), (one) => ({
            status: one.status,
            ...shown(one),
          }));
        case 'resend':
          isDown = !command.works;
          return withKey(command.key, async (key) => outcome(await accounts.resend(key), ({ status }) => status));
        case 'rotate':
          return rotate(textOf(command.key), command.times);
        case 'revoke':
          return withKey(command.key, async (key) =>
            outcome(await accounts.revoke(key, from(command.network)), (one) => ({ from: one.new_key_from })),
          );
        case 'info': {
          const [, refusal] = await call(textOf(command.key), 'key', 1);
          if (refusal !== undefined) return refusal;
          return infoOf(textOf(command.key));
        }
        case 'call': {
          const passed: unknown[] = [];
          for (let minute = 0; minute < command.minutes; minute++) {
            if (minute > 0) wall.moveTo(wall.now() + MINUTE);
            passed.push(await call(textOf(command.key), command.access, CALLS));
          }
          return passed;
        }
        case 'wait':
          wall.moveTo(wall.now() + command.ms);
          return Promise.all(keys.map(infoOf));
      }
    },
    close: async () => callers.close(),
  };
}

const key = fc.constantFrom(0, 0, 0, 1, 2, 5);
const email = fc.constantFrom('ann', 'ben');
const network = fc.nat({ max: 1 });
const works = fc.boolean();
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const mint = fc.record({ kind: kind('mint'), email, network });
const deliver = fc.record({ kind: kind('deliver'), works: fc.oneof(fc.constant(true), works) });
const confirm = fc.record({ kind: kind('confirm'), mail: fc.constantFrom(0, 0, 0, 1, 3) });
const waits = [1, MINUTE, 10 * MINUTE - 1, HOUR - 1, 24 * HOUR - 1, 48 * HOUR, 168 * HOUR - 1];
const wait = fc.record({ kind: kind('wait'), ms: fc.constantFrom(...waits) });

describe('an API key', () => {
  it('model: minted, bought, confirmed, rotated, revoked and used in any order', async () => {
    await expectModel<ReturnType<typeof keyModel>['start'], KeyCommand>({
      model: keyModel(NOW),
      open,
      always: [
        // 10 minutes between two mails
        [
          { kind: 'mint', email: 'ann', network: 0 },
          { kind: 'deliver', works: true },
          { kind: 'wait', ms: 10 * MINUTE - 1 },
          { kind: 'resend', key: 0, works: true },
          { kind: 'wait', ms: 1 },
          { kind: 'resend', key: 0, works: true },
        ],
        // A mail that did not leave ended the link of the one before.
        [
          { kind: 'mint', email: 'ann', network: 0 },
          { kind: 'deliver', works: true },
          { kind: 'wait', ms: 10 * MINUTE },
          { kind: 'resend', key: 0, works: false },
          { kind: 'confirm', mail: 0 },
        ],
      ],
      commands: [
        mint,
        mint,
        deliver,
        deliver,
        confirm,
        confirm,
        wait,
        wait,
        fc.record({
          kind: kind('buy'),
          plan: fc.constantFrom<Plan>('monthly', 'annual_plus', 'pass_1h', 'pass_1d_plus'),
        }),
        fc.record({ kind: kind('resend'), key, works }),
        fc.record({ kind: kind('rotate'), key, times: fc.constantFrom(1, 1, 2, 11) }),
        fc.record({ kind: kind('revoke'), key, network }),
        fc.record({ kind: kind('info'), key }),
        fc.record({
          kind: kind('call'),
          key,
          access: fc.constantFrom<Access>('key', 'key', 'pro', 'pro_plus'),
          minutes: fc.constantFrom(1, 1, 1, 2, 12),
        }),
      ],
    });
    expect(runs).toBeGreaterThan(0);
  });
});
