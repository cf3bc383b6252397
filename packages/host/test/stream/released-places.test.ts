/** A released place stays free, even when a ping renews it at the same moment. */

import * as fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import type { Leases } from '../../../store/src/leases.ts';
import { createMemoryLog } from '../../src/stream/memory-log.ts';
import { STREAM_LEASE_V2 } from '../../src/stream/places.ts';
import type { StreamService } from '../../src/stream/service.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { NOW, open, Reader, replica, stopAll, until } from './test-support.ts';

afterEach(stopAll);

const PING_MS = 15_000;
const CAP = STREAM_LEASE_V2.perKey;
/** Reports a full key sooner. */
const lease = { ...STREAM_LEASE_V2, settleMs: [5, 20, 40] };
const KEYS = ['ann', 'ben'];
/** The long version walks further. */
const TIMES = process.env['BAROGRAPH_FULL'] === '1' ? 20 : 1;

/** Calls of the store that are under way. */
let underWay = 0;
/** Each call of the store takes as many turns of the event loop as come next in a list. */
function slowed<T extends object>(target: T, turns: () => number): T {
  const wait = async (): Promise<void> => {
    for (let left = turns(); left > 0; left--) await setImmediate();
  };
  const slow = ([name, call]: [string, (...given: readonly unknown[]) => Promise<unknown>]) => [
    name,
    async (...given: readonly unknown[]) => {
      underWay++;
      try {
        await wait();
        return await call(...given);
      } finally {
        underWay--;
      }
    },
  ];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same functions, later
  return Object.fromEntries((Object.entries(target) as [string, () => Promise<unknown>][]).map(slow)) as T;
}

/** Two replicas of one log, on one wall, and who has which streams open. */
interface Real {
  readonly services: readonly StreamService[];
  readonly wall: ManualClock;
  readonly leases: Leases;
  /** Streams that are open, by the number that the model gave them. */
  readonly readers: Map<number, Reader>;
  readonly scope: (key: string) => string;
}
interface Place {
  readonly key: string;
  readonly replica: number;
}
interface Model {
  readonly open: Map<number, Place>;
  made: number;
}
type Command = fc.AsyncCommand<Model, Real, true>;

const taken = ({ open: places }: Model, key: string): number =>
  [...places.values()].filter((one) => one.key === key).length;

async function settled(model: Model, real: Real): Promise<void> {
  const on = (at: number): number => [...model.open.values()].filter((one) => one.replica === at).length;
  // The clock advances by a whole ping: every renewal of this ping must have finished by then.
  await until(() => underWay === 0 && real.services.every((service, at) => service.state().open === on(at)));
  for (const key of KEYS) expect(await real.leases.count(real.scope(key), real.wall.now())).toBe(taken(model, key));
}

class Open implements Command {
  readonly key: string;
  readonly at: number;
  constructor(key: string, at: number) {
    this.key = key;
    this.at = at;
  }
  check = async (): Promise<boolean> => true;
  run = async (model: Model, real: Real): Promise<void> => {
    const reader = new Reader();
    const status = await open(real.services[this.at]!, reader, { key: real.scope(this.key).slice('stream:'.length) });
    expect([this.key, status]).toEqual([this.key, taken(model, this.key) < CAP ? 200 : 429]);
    if (status !== 200) return;
    model.open.set(++model.made, { key: this.key, replica: this.at });
    real.readers.set(model.made, reader);
  };
  toString = (): string => `open ${this.key} on ${this.at}`;
}

/** Every stream is pinged; some leave at that very moment, and come back at once where they like. */
class Ping implements Command {
  readonly leaving: readonly boolean[];
  readonly before: boolean;
  readonly back: readonly number[];
  constructor(leaving: readonly boolean[], before: boolean, back: readonly number[]) {
    this.leaving = leaving;
    this.before = before;
    this.back = back;
  }
  check = async (): Promise<boolean> => true;
  run = async (model: Model, real: Real): Promise<void> => {
    const gone = [...model.open].filter((_, i) => this.leaving[i % this.leaving.length] === true);
    const leave = (): void => {
      for (const [id] of gone) {
        real.readers.get(id)!.destroy();
        real.readers.delete(id);
        model.open.delete(id);
      }
    };
    if (this.before) leave();
    real.wall.moveTo(real.wall.now() + PING_MS);
    if (!this.before) leave();
    for (const [i, [, { key }]] of gone.entries()) {
      const at = this.back[i % this.back.length]!;
      if (at < real.services.length) await new Open(key, at).run(model, real);
    }
    await settled(model, real);
  };
  toString = (): string =>
    `ping, ${this.leaving.join()} leave ${this.before ? 'before' : 'on'} it, back on ${this.back.join()}`;
}

const commands = fc.commands<Model, Real, true>(
  [
    fc.tuple(fc.constantFrom(...KEYS), fc.nat({ max: 1 })).map(([key, at]) => new Open(key, at)),
    fc
      .tuple(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 4 }),
      )
      .map(([leaving, before, back]) => new Ping(leaving, before, back)),
  ],
  { maxCommands: 12 },
);

/** Numbers one after the other, from the start again at the end. */
function inTurn(list: readonly number[]): () => number {
  let next = 0;
  return () => list[next++ % list.length]!;
}

describe('[12.3] a place of a stream that is closed', () => {
  it.each(['while its key is looked at', 'while its lease is renewed'])('%s stays free', async (when) => {
    const log = createMemoryLog();
    let turns = 0;
    const slow = { ...log, leases: when.includes('lease') ? slowed(log.leases, () => turns) : log.leases };
    const isEntitled = async (): Promise<boolean> => {
      if (when.includes('key')) for (let i = 0; i < turns; i++) await setImmediate();
      return true;
    };
    const { service, wall } = await replica(slow, { isEntitled });
    const reader = new Reader();
    await open(service, reader);
    turns = 5;
    wall.moveTo(NOW + PING_MS);
    reader.destroy();
    await until(() => service.state().open === 0);
    for (let i = 0; i < 50; i++) await setImmediate();
    expect(await log.leases.count('stream:k', NOW + PING_MS)).toBe(0);
  });

  it('is free for 1,000 clients that leave on a ping and come back at once', async () => {
    const log = createMemoryLog();
    const turns = inTurn([3, 0, 1, 4, 1, 5, 9, 2, 6]);
    const wall = createManualClock(NOW);
    const slow = { ...log, leases: slowed(log.leases, turns) };
    const services = [await replica(slow, { wall }), await replica(slow, { wall })].map(({ service }) => service);
    const keyOf = (i: number): string => `k${Math.floor(i / CAP)}`;
    const connect = async (i: number, at: number): Promise<[Reader, number]> => {
      const reader = new Reader();
      return [reader, await open(services[at]!, reader, { key: keyOf(i) })];
    };
    const first = await Promise.all(Array.from({ length: 1000 }, async (_, i) => connect(i, i % 2)));
    expect(first.filter(([, status]) => status !== 200)).toEqual([]);
    wall.moveTo(NOW + PING_MS);
    for (const [reader] of first) reader.destroy();
    const again = await Promise.all(first.map(async (_, i) => connect(i, i % 2)));
    expect(again.filter(([, status]) => status !== 200)).toHaveLength(0);
    const one = await connect(0, 1);
    expect(one[1]).toBe(429);
  });

  it('model: over two replicas the cap is never exceeded and never short', async () => {
    await fc.assert(
      fc.asyncProperty(commands, fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 9 }), async (list, delays) => {
        const log = createMemoryLog();
        const turns = inTurn(delays);
        const wall = createManualClock(NOW);
        const { isEntitled } = slowed({ isEntitled: async () => true }, turns);
        const slow = { ...log, leases: slowed(log.leases, turns) };
        const more = { wall, isEntitled, lease };
        const services = [await replica(slow, more), await replica(slow, more)].map(({ service }) => service);
        const scope = (key: string): string => `stream:${key}`;
        const real: Real = { services, wall, leases: log.leases, readers: new Map(), scope };
        await fc.asyncModelRun(() => ({ model: { open: new Map(), made: 0 }, real }), list);
        await stopAll();
        for (const key of KEYS) expect(await log.leases.count(scope(key), wall.now())).toBe(0);
      }),
      { numRuns: 60 * TIMES },
    );
  });
});

describe('[12.3] the same on the store', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => server.stop());

  it('model: two replicas with connections of their own', async () => {
    const url = await server.database();
    const stores = [await server.open(url), await server.open(url)];
    let run = 0;
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        const prefix = `run${++run}-`;
        const wall = createManualClock(NOW);
        const { events, tail } = createMemoryLog();
        const services: StreamService[] = [];
        for (const { leases } of stores)
          services.push((await replica({ events, tail, leases }, { wall, lease })).service);
        const scope = (key: string): string => `stream:${prefix}${key}`;
        const real: Real = { services, wall, leases: stores[0]!.leases, readers: new Map(), scope };
        await fc.asyncModelRun(() => ({ model: { open: new Map(), made: 0 }, real }), list);
        await stopAll();
        for (const key of KEYS) expect(await stores[1]!.leases.count(scope(key), wall.now())).toBe(0);
      }),
      { numRuns: 12 * TIMES },
    );
  });
});
