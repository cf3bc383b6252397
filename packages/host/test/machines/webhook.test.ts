/** Webhooks of an account under any order of commands, over replicas that die: each answer equals the model's. */

import { encodeEvent } from '@barograph/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectModel, type Real } from '../../../../test/machines/machine.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { newKey } from '../../../store/src/secret.ts';
import { QUIET, startTestServer, valueOf, type TestServer } from '../../../store/test/test-support.ts';
import type { StoredWebhooks } from '../../../store/src/webhooks.ts';
import { createDeliverer, WEBHOOKS_V1 } from '../../src/webhooks/deliverer.ts';
import { createWebhookSecrets } from '../../src/webhooks/secrets.ts';
import { createWants } from '../../src/webhooks/wanted.ts';
import { createWebhookService } from '../../src/webhooks/service.ts';
import type { Send } from '../../src/webhooks/sender.ts';
import { NOW } from '../accounts/test-support.ts';
import { COOLDOWN_S, PAUSE_AFTER, webhookModel, type WebhookCommand } from './webhook.ts';

/** Looks for subscriptions when it starts, and after each that it delivered to. */
const CONFIG = { ...WEBHOOKS_V1, version: 'webhooks/test', pauseAfter: PAUSE_AFTER, lookMs: 1e9 } as const;
let server: TestServer;
let store: Store;
beforeAll(async () => {
  server = await startTestServer();
  store = await server.open(await server.database());
});
afterAll(async () => server.stop());

interface Watched {
  readonly webhooks: StoredWebhooks;
  /** Resolves when nothing is left to deliver to. */
  readonly idle: Promise<void>;
}
/** The subscriptions as a replica sees them that loses the store for one of them, once `isLost` says so. */
function watched(isLost: (id: string) => boolean): Watched {
  const { webhooks: all } = store;
  let underWay = 0;
  let end = (): void => undefined;
  const idle = new Promise<void>((resolve) => (end = resolve));
  const unlessLost = async <Value>(id: string, call: () => Promise<Value>): Promise<Value> => {
    if (isLost(id)) throw new Error('the replica died');
    return call();
  };
  const webhooks: StoredWebhooks = {
    ...all,
    claim: async (claim) => {
      const claimed = await all.claim(claim);
      underWay += claimed.length;
      if (underWay === 0) end();
      return claimed;
    },
    advance: async (id, ...rest) => unlessLost(id, async () => all.advance(id, ...rest)),
    fail: async (id, ...rest) => unlessLost(id, async () => all.fail(id, ...rest)),
    release: async (id, by) => {
      await unlessLost(id, async () => all.release(id, by)).finally(() => {
        underWay--;
        if (underWay === 0) end();
      });
    },
  };
  return { webhooks, idle };
}

/** An event of a coin; `?`: one that another version wrote; `BTC!`: an hour of the nowcast. */
function eventOf(name: string, at: number) {
  const symbol = name.replace('!', '');
  const head = { ts: at, recvTs: at, venue: 'perpdex', symbol, dataSource: 'simulated' } as const;
  if (name !== symbol) {
    const snapshot = { name: 'quant', asOf: at, sha256: '0' };
    return encodeEvent({ ...head, type: 'nowcast_hour', scope: 'coin', snapshot, from: '0', to: '1', drawdown: null });
  }
  const event = encodeEvent({ ...head, type: 'liquidation', side: 'long', usd: 1000 });
  return symbol === '?' ? { ...event, payload: {} } : event;
}

let replicas = 0;
/** Subscriptions of a new account, and receivers that answer as the commands say. */
async function open(): Promise<Real<WebhookCommand>> {
  const wall = createManualClock(NOW);
  const { hash, prefix } = newKey();
  const key = valueOf(await store.keys.create({ hash, prefix, email: null, tier: 'pro_plus' }, NOW));
  const { lastId: base } = await store.events.bounds();
  const ids: string[] = [];
  const works: boolean[] = [];
  let attempts: number[][] = [];
  let onAttempt = (_hook: number): void => undefined;
  const send: Send = async (url, _, body) => {
    const hook = Number(new URL(url).pathname.slice(1));
    const { type, data } = JSON.parse(body) as { readonly type: string; readonly data: { readonly id: number } };
    if (type !== 'ping') {
      attempts[hook]!.push(data.id - base);
      onAttempt(hook);
    }
    return works[hook] === true ? { status: 200 } : { status: 500, error: 'the receiver answered 500' };
  };
  const secrets = createWebhookSecrets();
  const above = new Set<string>();
  const latest = () => {
    const coinOf = (symbol: string) => ({ monte_carlo: { p_drawdown_5: above.has(symbol) ? 0.31 : 0.3 } });
    const records = ['BTC', 'ETH'].map((symbol) => ({ json: '', value: { symbol, coin: coinOf(symbol) } }));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is looked at
    return { asOf: 0, head: { market: null }, records } as never;
  };
  const service = createWebhookService({ webhooks: store.webhooks, secrets, send, wall, isPrivateAllowed: true, snapshots: { latest } }); // prettier-ignore
  const idOf = (hook: number): string => ids[hook % ids.length] ?? 'wh_none';
  const shown = ({ pausedBecause, failures, lastEventId }: Awaited<ReturnType<typeof service.list>>[number]) => ({
    status: pausedBecause === null ? 'active' : 'paused',
    failures,
    place: lastEventId - base,
  });

  const listed = async () => {
    const all = await service.list(key);
    return all.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(shown);
  };
  const deliver = async (dies: { readonly hook: number; readonly after: number } | undefined) => {
    attempts = ids.map(() => []);
    const dying = dies === undefined ? undefined : dies.hook % ids.length;
    let isDead = false;
    onAttempt = (hook) => {
      if (hook === dying && attempts[hook]!.length > dies!.after) isDead = true;
    };
    const { webhooks, idle } = watched((id) => isDead && id === ids[dying!]);
    const { events, listener } = store;
    const replica = `replica-${replicas++}`;
    const deliverer = createDeliverer({ webhooks, secrets, events, listener, send, wall, replica, log: QUIET, config: CONFIG, wants: createWants({ latest }) }); // prettier-ignore
    deliverer.start();
    await idle;
    await deliverer.stop();
    return { attempts, hooks: await listed() };
  };

  return {
    do: async (command) => {
      switch (command.kind) {
        case 'create': {
          let made = 0;
          for (; made < command.count; made++) {
            const { rules } = command;
            const threshold = { types: 'liquidation,nowcast_hour', when: 'p_drawdown_5 > 0.3' };
            const given = {
              url: `http://127.0.0.1:9/${ids.length}`,
              min_usd: 0,
              ...(rules?.hasThreshold === true ? threshold : {}),
              ...(rules?.hasCooldown === true ? { cooldown_s: COOLDOWN_S } : {}),
            };
            const created = await service.create(key, { ...given, symbols: command.symbol ?? undefined });
            if (!created.ok) break;
            ids.push(created.value.webhook.id);
            works.push(true);
          }
          return { made };
        }
        case 'remove':
          return service.remove(key, idOf(command.hook));
        case 'resume': {
          const resumed = await service.resume(key, idOf(command.hook));
          return resumed === undefined ? undefined : shown(resumed);
        }
        case 'ping': {
          const pinged = await service.ping(key, idOf(command.hook));
          return pinged === undefined ? undefined : { delivered: pinged.delivered };
        }
        case 'receiver':
          if (ids.length > 0) works[command.hook % ids.length] = command.works;
          return undefined;
        case 'events':
          await store.events.append(command.symbols.map((one) => eventOf(one, wall.now())));
          return undefined;
        case 'drawdown':
          above[command.isAbove ? 'add' : 'delete'](command.symbol);
          return undefined;
        case 'deliver':
          return deliver(command.dies);
        case 'tier':
          await store.keys.setTier(key.id, command.isPlus ? 'pro_plus' : 'pro', null);
          return undefined;
        case 'list':
          return listed();
        case 'wait':
          return wall.moveTo(wall.now() + command.ms);
      }
    },
    close: async () => {
      for (const id of ids) await service.remove(key, id);
    },
  };
}

const hook = fc.constantFrom(0, 0, 0, 0, 1, 2);
const symbol = fc.constantFrom('BTC', 'ETH');
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const deliver = fc.record({
  kind: kind('deliver'),
  dies: fc.option(fc.record({ hook, after: fc.nat({ max: 2 }) }), { nil: undefined, freq: 4 }),
});
const events = fc.record({
  kind: kind('events'),
  symbols: fc.array(fc.oneof(symbol, fc.constantFrom('BTC!', 'ETH!'), fc.constantFrom('BTC', 'ETH', '?')), {
    minLength: 1,
    maxLength: 4,
  }),
});
const waits = [1, 999, 1000, 4999, 29_999, 30_000, 120_000];
const wait = fc.record({ kind: kind('wait'), ms: fc.constantFrom(...waits) });
/** A wait up to its last millisecond, and its end. */
const WALK = (ms: number): readonly WebhookCommand[] => [
  { kind: 'wait', ms: ms - 1 },
  { kind: 'deliver' },
  { kind: 'wait', ms: 1 },
  { kind: 'deliver' },
];
/** Hours of both coins after a wait, delivered. */
const hour = (ms: number): readonly WebhookCommand[] => [
  { kind: 'wait', ms },
  { kind: 'events', symbols: ['BTC!', 'ETH!', 'BTC'] },
  { kind: 'deliver' },
];
const create = fc.record({
  kind: kind('create'),
  count: fc.constantFrom(1, 1, 1, 1, 2, 11),
  symbol: fc.option(symbol, { nil: null }),
  rules: fc.option(fc.record({ hasThreshold: fc.boolean(), hasCooldown: fc.boolean() }), { nil: undefined, freq: 2 }),
});

describe('a webhook', () => {
  it('model: created, delivered to, failing, paused, resumed and deleted in any order', async () => {
    await expectModel<ReturnType<typeof webhookModel>['start'], WebhookCommand>({
      model: webhookModel(NOW),
      open,
      most: 60,
      // An event that another version wrote ended a subscription for good, and its deliverer never rested.
      always: [
        [{ kind: 'create', count: 1, symbol: null }, { kind: 'events', symbols: ['?', 'BTC'] }, { kind: 'deliver' }],
        // a failure that a delivery ends, and then each wait, just before its end and at it, until the pause
        [
          { kind: 'create', count: 1, symbol: null },
          ...[false, true, false].flatMap((works): readonly WebhookCommand[] => [
            { kind: 'receiver', hook: 0, works },
            { kind: 'events', symbols: ['BTC'] },
            { kind: 'wait', ms: 1000 },
            { kind: 'deliver' },
          ]),
          ...[1000, 5000, 30_000, 120_000].flatMap((ms) => WALK(ms)),
        ],
        // thresholds of two coins: rises, hours above, falls and rises again, one of them within the cool-down
        ...[false, true].map((hasCooldown): readonly WebhookCommand[] => [
          { kind: 'create', count: 1, symbol: null, rules: { hasThreshold: true, hasCooldown } },
          ...['BTC', 'ETH', 'BTC', 'ETH'].flatMap((symbol, i): readonly WebhookCommand[] => [
            { kind: 'drawdown', symbol, isAbove: i < 2 },
            ...hour(i === 0 ? 0 : 3000),
          ]),
          { kind: 'drawdown', symbol: 'BTC', isAbove: true },
          ...hour(1000),
          { kind: 'receiver', hook: 0, works: false },
          { kind: 'drawdown', symbol: 'ETH', isAbove: true },
          ...hour(3000),
          { kind: 'receiver', hook: 0, works: true },
          ...hour(5000),
        ]),
        // cool-downs of two coins, just before their end and at it
        [
          { kind: 'create', count: 1, symbol: null, rules: { hasThreshold: false, hasCooldown: true } },
          ...[0, 1, 4998, 1, 1, 4999].flatMap((ms, i): readonly WebhookCommand[] => [
            { kind: 'wait', ms },
            { kind: 'events', symbols: i === 1 ? ['ETH'] : ['BTC', 'ETH'] },
            { kind: 'deliver' },
          ]),
        ],
      ],
      commands: [
        create,
        deliver,
        deliver,
        deliver,
        deliver,
        events,
        events,
        events,
        wait,
        wait,
        wait,
        wait,
        fc.record({ kind: kind('receiver'), hook, works: fc.boolean() }),
        fc.record({ kind: kind('receiver'), hook, works: fc.boolean() }),
        fc.record({ kind: kind('remove'), hook }),
        fc.record({ kind: kind('resume'), hook }),
        fc.record({ kind: kind('ping'), hook }),
        fc.record({ kind: kind('tier'), isPlus: fc.boolean() }),
        fc.record({ kind: kind('list') }),
        fc.record({ kind: kind('drawdown'), symbol, isAbove: fc.boolean() }),
        fc.record({ kind: kind('drawdown'), symbol, isAbove: fc.boolean() }),
      ],
    });
  });
});
