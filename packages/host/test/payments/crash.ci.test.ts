/**
 * Payments while processes die: before and after every step, on two replicas, with equal payments at once. A payment
 * moves money at most once and creates at most one key. A payer gets the key, a failed payment costs nothing, and no
 * caller is asked to pay again for a possibly settled payment.
 */

import { operationNamed, PLANS, usdcUnits, type Problem } from '@barograph/contract';
import { HOUR_MS, ok } from '@barograph/core';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, type Answer } from '../../../runtime/src/answer.ts';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import { measureDeadlinesBy, REAL_TIME } from '../../../sources/src/deadline.ts';
import { createLog } from '../../../store/src/log.ts';
import { PAYMENTS_V1 } from '../../../payments/src/config.ts';
import { createKeySales } from '../../../payments/src/keys.ts';
import { TEST_RAIL } from '../../../payments/src/ledger.ts';
import { createResolver } from '../../../payments/src/resolver.ts';
import { createSeller, type Seller } from '../../../payments/src/seller.ts';
import type { Settlement, Settler } from '../../../payments/src/settler.ts';
import type { Store } from '../../../store/src/open-store.ts';
import type { PaymentRow } from '../../../store/src/payments.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { payment, wallet } from './test-support.ts';

/** 2026-11-18T09:30:20Z. */
const NOW = 1_794_994_220_000;
const IS_FULL = process.env['BAROGRAPH_FULL'] === '1';
const RAIL = { ...TEST_RAIL, isTest: false };
const CONFIG = { ...PAYMENTS_V1, settleMs: 60, waitMs: 60, pollMs: 5 };
measureDeadlinesBy(REAL_TIME);
const OPERATION = operationNamed('payments.agent_subscribe');
const rich = wallet(9);

let server: TestServer;
let store: Store;
let nonces = 0;
beforeAll(async () => {
  server = await startTestServer();
  store = await server.open(await server.database());
});
afterAll(async () => {
  await server.closeStores();
  await server.stop();
});

/**
 * Behaviour of the network with the next settlement: `lost` sends nothing and fails, `late` sends it and fails, `queued` sends
 * it and fails, and the transfer arrives later.
 */
type Weather = 'fair' | 'lost' | 'late' | 'queued' | 'refused';
/** A step at which the process dies: so many calls of the store or the network from now, before or after its effect. */
interface Death {
  readonly at: number;
  readonly isAfter: boolean;
}

/** A state of a payment. */
type State = PaymentRow['state'] | 'delivered';

/** One payment, a network that it is settled on, and processes that die. */
class World {
  readonly wall: ManualClock = createManualClock(NOW);
  readonly nonce: number = ++nonces + 10_000_000;
  /** Transfers on the network. */
  readonly moved: string[] = [];
  readonly texts = new Set<string>();
  readonly refusals: Problem[] = [];
  weather: Weather = 'fair';
  /** A transfer that was sent and has not arrived. */
  private isQueued = false;
  private readonly header: Promise<string>;
  private readonly validBefore: number;

  constructor(validMs: number = 120_000) {
    this.validBefore = NOW + validMs;
    const { nonce, validBefore } = this;
    this.header = payment({
      wallet: rich,
      units: usdcUnits(PLANS.pass_1h.usd),
      now: NOW,
      rail: RAIL,
      nonce,
      validBefore,
    });
  }

  /** Lets the queued transfer arrive, unless the authorization has ended. */
  arrive(): void {
    if (this.isQueued && this.wall.now() < this.validBefore) this.moved.push(`0x${this.nonce.toString(16)}`);
    this.isQueued = false;
  }

  private readonly network: Settler = {
    verify: async () => (this.moved.length > 0 ? { code: 'payment_replayed', reason: 'nonce_used' } : undefined),
    settle: async ({ authorization }): Promise<Settlement> => {
      const { weather } = this;
      this.weather = 'fair';
      // The funds of a transfer that is on its way are gone.
      if (weather === 'refused' || this.isQueued) return { kind: 'failed', reason: 'insufficient_funds' };
      if (weather === 'lost') throw new Error('lost');
      const isLive = this.wall.now() < Number(authorization.validBefore) * 1000;
      if (this.moved.length > 0 || !isLive) return { kind: 'unknown' };
      if (weather === 'queued') {
        this.isQueued = true;
        throw new Error('queued');
      }
      this.moved.push(`0x${this.nonce.toString(16)}`);
      if (weather === 'late') throw new Error('late');
      return { kind: 'settled', transaction: this.moved[0]! };
    },
    standing: async () => {
      const [transaction] = this.moved;
      return transaction === undefined ? { kind: 'unused', time: this.wall.now() } : { kind: 'moved', transaction };
    },
  };

  /** A process; without a death it lives. `died` settles at its end. */
  private process(death?: Death): { readonly seller: Seller; readonly died: Promise<void> } {
    let calls = 0;
    let isDead = false;
    let end = (): void => undefined;
    const died = new Promise<void>((resolve) => {
      end = resolve;
    });
    const never = async (): Promise<never> => new Promise<never>(() => undefined);
    const die = async (): Promise<never> => {
      isDead = true;
      end();
      return never();
    };
    const mortal = <T extends object>(of: T): T =>
      new Proxy(of, {
        get: (target, name) => {
          const method: unknown = Reflect.get(target, name);
          if (typeof method !== 'function') return method;
          return async (...parts: unknown[]): Promise<unknown> => {
            if (isDead) return never();
            const isLast = death !== undefined && calls++ === death.at;
            if (isLast && !death.isAfter) return die();
            const called: Promise<unknown> = Reflect.apply(method, target, parts);
            if (isLast) return called.then(die, die);
            const result = await called;
            return isDead ? never() : result;
          };
        },
      });
    const seller = createSeller({
      rail: RAIL,
      settler: mortal(this.network),
      payments: mortal(store.payments),
      brakes: { take: async () => ok(undefined) },
      wall: this.wall,
      networkOf: () => '127.0.0.0/24',
      publicUrl: () => 'http://localhost',
      log: createLog('silent'),
      config: CONFIG,
    });
    return { seller, died };
  }

  /** Sends the payment so many times at once to one process. */
  async buy(times: number, death?: Death): Promise<void> {
    const { seller, died } = this.process(death);
    const headers = { 'payment-signature': await this.header };
    const sales = createKeySales(this.wall);
    const once = async (): Promise<void> => {
      const outcome = await seller.sell({
        operation: OPERATION,
        url: '/api/v1/payments/agent-subscribe',
        headers,
        remote: '127.0.0.1',
        asked: { path: {}, query: {}, body: { plan: 'pass_1h' } },
        unsaleable: () => undefined,
        perform: async (sale) => ok(answerOf({ text: sales.draft('pass_1h', sale).text })),
      });
      if (!outcome.ok) this.refusals.push(outcome.error);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is performed above
      else this.texts.add((JSON.parse((outcome.value as Answer<unknown>).json.toString()) as { text: string }).text);
    };
    await Promise.race([Promise.all(Array.from({ length: times }, once)), died]);
  }

  async look(): Promise<void> {
    const { payments } = store;
    const log = createLog('silent');
    await createResolver({ payments, rail: RAIL, settler: this.network, wall: this.wall, log, config: CONFIG }).look();
  }

  /** The nonce as the store has it. */
  private get stored(): string {
    return `0x${this.nonce.toString(16).padStart(64, '0')}`;
  }

  /** Whether a purchase was delivered so long ago that it is not given again. */
  private async isOver(): Promise<boolean> {
    const { rows } = await store.pool.query<{ readonly answered_at: string | null }>(
      'select answered_at from payments where nonce = $1',
      [this.stored],
    );
    const at = rows[0]?.answered_at ?? null;
    return at !== null && Number(at) + CONFIG.answersMs <= this.wall.now();
  }

  /** Its row. */
  async row(): Promise<PaymentRow | undefined> {
    const { network, asset } = RAIL;
    return store.payments.find({ network, asset, payer: rich.address.toLowerCase(), nonce: this.stored });
  }

  /** State of its row; `delivered` when it is settled and answered, `gone` without a row. */
  async state(): Promise<State | 'gone'> {
    const row = await this.row();
    return row === undefined ? 'gone' : row.answeredAt === null ? row.state : 'delivered';
  }

  /** The keys that the payment made. */
  async keys(): Promise<number> {
    const { rows } = await store.pool.query(
      'select k.id from keys k join payments p on p.key_id = k.id where p.nonce = $1',
      [this.stored],
    );
    return rows.length;
  }

  /** Time passes, the outcome is looked for, and the payer asks again with the same payment. */
  async settleDown(): Promise<void> {
    this.weather = 'fair';
    this.arrive();
    this.wall.moveTo(this.wall.now() + CONFIG.claimMs + 1);
    // The first question after its hour: the answer says that it was delivered.
    const isOver = this.texts.size === 0 && (await this.isOver());
    await this.look();
    await this.buy(1);
    await this.look();
    await this.buy(1);
    await this.check();
    if (isOver)
      expect(this.refusals.at(-1)).toMatchObject({ status: 409, body: { detail: { error: 'payment_replayed' } } });
    else expect(this.moved.length, 'paid and answered, or neither').toBe(this.texts.size);
    expect(await this.keys()).toBe(this.moved.length);
  }

  async check(): Promise<void> {
    expect(this.moved.length, 'transfers').toBeLessThanOrEqual(1);
    expect(this.texts.size, 'keys that were given').toBeLessThanOrEqual(1);
    expect(await this.keys(), 'keys that were made').toBeLessThanOrEqual(1);
    // A fresh price is named only where nothing was, or can be, charged.
    const asksAgain = this.refusals.some(({ status }) => status === 402);
    if (asksAgain) expect(this.moved).toEqual([]);
  }
}

/** Calls of the store and the network that a payment takes, with room for more. */
const STEPS = 9;
/** Deaths right after a step of a first attempt: two reads and the row come before them. */
const AFTER = {
  begin: { at: 2, isAfter: true },
  verified: { at: 4, isAfter: true },
  settling: { at: 5, isAfter: true },
  settle: { at: 6, isAfter: true },
} as const;

/** Brings a new payment into each state, as replicas that die and networks that fail do. */
const INTO: Readonly<Record<State, (world: World) => Promise<void>>> = {
  seen: async (world) => world.buy(1, AFTER.begin),
  verified: async (world) => world.buy(1, AFTER.verified),
  settling: async (world) => world.buy(1, AFTER.settling),
  unknown: async (world) => {
    world.weather = 'lost';
    await world.buy(1);
  },
  settled: async (world) => {
    await world.buy(1, AFTER.settle);
    world.wall.moveTo(world.wall.now() + CONFIG.claimMs + 1);
    await world.look();
  },
  delivered: async (world) => world.buy(1),
  failed: async (world) => {
    world.weather = 'refused';
    await world.buy(1);
  },
};

/** Events that move a payment: the payer asks once the claim has ended, and time passes beyond the authorization. */
const WAYS = {
  'the payer asks': async (world: World) => {
    world.wall.moveTo(world.wall.now() + CONFIG.claimMs + 1);
    await world.buy(1);
  },
  'its time is over': async (world: World) => {
    world.wall.moveTo(world.wall.now() + 2 * HOUR_MS);
    await world.look();
  },
  'its time is over, and the table is pruned': async (world: World) => {
    world.wall.moveTo(world.wall.now() + 2 * HOUR_MS);
    const now = world.wall.now();
    await store.payments.prune({ answers: now - CONFIG.answersMs, failed: now });
  },
} as const;

/** The table of `seller.ts`: every way out of every state. */
const TABLE: readonly (readonly [State, keyof typeof WAYS, State | 'gone'])[] = [
  ['seen', 'the payer asks', 'delivered'],
  ['seen', 'its time is over, and the table is pruned', 'gone'],
  ['verified', 'the payer asks', 'delivered'],
  ['verified', 'its time is over, and the table is pruned', 'gone'],
  ['settling', 'the payer asks', 'delivered'],
  ['settling', 'its time is over', 'failed'],
  ['settling', 'its time is over, and the table is pruned', 'settling'],
  ['unknown', 'the payer asks', 'unknown'],
  ['unknown', 'its time is over', 'failed'],
  ['settled', 'the payer asks', 'delivered'],
  ['settled', 'its time is over, and the table is pruned', 'settled'],
  ['delivered', 'its time is over, and the table is pruned', 'delivered'],
  ['failed', 'the payer asks', 'failed'],
  ['failed', 'its time is over, and the table is pruned', 'gone'],
];

describe('every state of a payment', () => {
  it.each(TABLE)('%s: when %s, it is %s', async (from, way, to) => {
    const world = new World(HOUR_MS);
    await INTO[from](world);
    expect(await world.state()).toBe(from);
    await WAYS[way](world);
    expect(await world.state()).toBe(to);
    await world.check();
    await world.settleDown();
  });

  it.each(Object.keys(INTO).filter((state) => state !== 'delivered'))('%s is left', (state) => {
    expect(TABLE.filter(([from, , to]) => from === state && to !== from)).not.toEqual([]);
  });
});

describe('a payment', () => {
  it.each(Array.from({ length: STEPS * 2 }, (_, i) => [i % 2 === 0 ? 'before' : 'after', Math.floor(i / 2)] as const))(
    'survives a process that dies %s its step %d',
    async (side, at) => {
      const world = new World();
      await world.buy(1, { at, isAfter: side === 'after' });
      await world.check();
      // Another replica meanwhile: it waits, or says that it does not know.
      await world.buy(1);
      await world.check();
      await world.settleDown();
      expect(await world.keys()).toBe(world.moved.length);
    },
  );

  it.each(Array.from({ length: STEPS * 2 }, (_, i) => [i % 2 === 0 ? 'before' : 'after', Math.floor(i / 2)] as const))(
    'is settled and delivered by another replica when its own died %s its step %d',
    async (side, at) => {
      const world = new World(HOUR_MS);
      await world.buy(1, { at, isAfter: side === 'after' });
      world.wall.moveTo(world.wall.now() + CONFIG.claimMs + 1);
      await world.buy(1);
      await world.check();
      expect([world.moved.length, world.texts.size, await world.keys(), await world.state()]).toEqual([
        1,
        1,
        1,
        'delivered',
      ]);
    },
  );

  it('is delivered by the last of six replicas when five died in its settlement', async () => {
    const world = new World(HOUR_MS);
    await world.buy(1, AFTER.settling);
    // Others ask the network, take the row over, keep its first moment, send the payment, and die after each of it.
    for (const [at, transfers] of [
      [2, 0],
      [3, 0],
      [4, 0],
      [5, 1],
    ] as const) {
      // prettier-ignore
      world.wall.moveTo(world.wall.now() + CONFIG.claimMs + 1);
      await world.buy(1, { at, isAfter: true });
      expect([await world.state(), (await world.row())?.settlingAt, world.moved.length]).toEqual(['settling', NOW, transfers]); // prettier-ignore
    }
    world.wall.moveTo(world.wall.now() + CONFIG.claimMs + 1);
    await world.buy(1);
    expect([world.moved.length, world.texts.size, await world.keys()]).toEqual([1, 1, 1]);
  });

  it('that is refused when it is settled again may have been sent before: the network decides', async () => {
    const world = new World(HOUR_MS);
    world.weather = 'queued';
    await world.buy(1, AFTER.settle);
    world.wall.moveTo(world.wall.now() + CONFIG.claimMs + 1);
    await world.buy(1);
    expect([await world.state(), world.refusals.at(-1)?.status]).toEqual(['unknown', 503]);
    world.arrive();
    await world.look();
    await world.buy(1);
    await world.check();
    expect([world.moved.length, world.texts.size, await world.keys()]).toEqual([1, 1, 1]);
  });

  it('gives nothing again when the hour of its answer is over', async () => {
    const world = new World();
    await world.buy(1, { at: STEPS - 2, isAfter: true });
    expect([world.moved.length, world.texts.size, await world.keys()]).toEqual([1, 0, 1]);
    world.wall.moveTo(world.wall.now() + CONFIG.answersMs);
    await world.settleDown();
    expect([world.moved.length, world.texts.size, await world.keys()]).toEqual([1, 0, 1]);
  });

  it.each(['lost', 'late', 'refused'] as const)('survives a network that is %s', async (weather) => {
    const world = new World();
    world.weather = weather;
    await world.buy(1);
    await world.check();
    await world.settleDown();
    expect(world.moved.length).toBe(weather === 'late' ? 1 : 0);
  });

  it('is settled once for ten equal ones on two replicas', async () => {
    const world = new World();
    await Promise.all([world.buy(5), world.buy(5)]);
    await world.settleDown();
    expect(world.moved).toHaveLength(1);
  });

  /** One act of the world. */
  interface Act {
    readonly name: string;
    readonly run: (world: World) => Promise<void>;
  }
  const command = ({ name, run }: Act): fc.AsyncCommand<object, World> => ({
    check: () => true,
    run: async (_, world) => {
      await run(world);
      await world.check();
    },
    toString: () => name,
  });
  const death = fc.option(fc.record({ at: fc.nat(STEPS), isAfter: fc.boolean() }), { nil: undefined });
  const acts = [
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), death)
      .map(([times, at]) =>
        command({ name: `buy ${times} ${JSON.stringify(at)}`, run: async (w) => w.buy(times, at) }),
      ),
    fc.tuple(death, death).map(([one, other]) =>
      command({
        name: `two replicas ${JSON.stringify([one, other])}`,
        run: async (w) => void (await Promise.all([w.buy(1, one), w.buy(2, other)])),
      }),
    ),
    fc.constantFrom<Weather>('lost', 'late', 'queued', 'refused').map((weather) =>
      command({
        name: weather,
        run: async (w) => {
          w.weather = weather;
        },
      }),
    ),
    fc.constantFrom(5000, 20_000, CONFIG.claimMs, HOUR_MS).map((ms) =>
      command({
        name: `wait ${ms}`,
        run: async (w) => w.wall.moveTo(w.wall.now() + ms),
      }),
    ),
    fc.constant(command({ name: 'look', run: async (w) => w.look() })),
    fc.constant(command({ name: 'arrive', run: async (w) => w.arrive() })),
  ];

  it('keeps its word through any history', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(120_000, HOUR_MS),
        fc.commands(acts, { maxCommands: 12 }),
        async (ms, commands) => {
          const world = new World(ms);
          await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
          await world.settleDown();
        },
      ),
      { numRuns: IS_FULL ? 300 : 8 },
    );
  });
});
