import type { StreamDelayedWire, StreamRecentWire } from '@barograph/contract';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import * as fc from 'fast-check';
import { Writable } from 'node:stream';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Answer } from '../answer.ts';
import { createManualClock, type ManualClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { STREAM_CLIENT_V1 } from './client.ts';
import { createMemoryLog, type MemoryLog } from './memory-log.ts';
import { EVERYTHING, sample, samples, T0 } from './samples.ts';
import { createStreamService, type StreamParts, type StreamService } from './service.ts';

const NOW = Date.UTC(2025, 8, 1, 12);
const running: StreamService[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(async (service) => service.stop()));
});

interface Replica {
  readonly service: StreamService;
  readonly wall: ManualClock;
  readonly clock: ManualClock;
}

async function replica(log: MemoryLog, more: Partial<StreamParts> = {}): Promise<Replica> {
  const wall = createManualClock(NOW);
  const clock = createManualClock(NOW);
  const isEntitled = async (): Promise<boolean> => true;
  const client = { ...STREAM_CLIENT_V1, stopMs: 50 };
  const common = {
    ...log,
    client,
    isEntitled,
    wall,
    clock,
    dataSource: 'simulated',
    log: createLog('silent'),
  } as const;
  const service = createStreamService({ ...common, ...more });
  await service.start();
  running.push(service);
  return { service, wall, clock };
}

/** A client that reads as fast as it is told to. */
class Reader extends Writable {
  text = '';
  readonly messages: EventSourceMessage[] = [];
  readonly comments: string[] = [];
  retry = 0;
  isReading = true;
  #waiting: (() => void) | undefined;
  readonly #parser = createParser({
    onEvent: (message) => this.messages.push(message),
    onComment: (comment) => this.comments.push(comment),
    onRetry: (ms) => (this.retry = ms),
  });

  constructor(highWaterMark = 16_384) {
    super({ highWaterMark });
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const take = (): void => {
      this.text += chunk.toString();
      this.#parser.feed(chunk.toString());
      done();
    };
    if (this.isReading) take();
    else this.#waiting = take;
  }

  resume(): void {
    this.isReading = true;
    this.#waiting?.();
  }

  ids(): number[] {
    return this.messages.filter(({ event }) => event === undefined).map(({ id }) => Number(id));
  }
}

async function open(
  service: StreamService,
  to: Writable,
  { since, query = EVERYTHING, key = 'k' }: { since?: number; query?: typeof EVERYTHING; key?: string } = {},
): Promise<number> {
  const granted = await service.open(key, query, since);
  if (!granted.ok) return granted.error.status;
  granted.value.attach(to);
  return 200;
}

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 2000 && !holds(); i++) await wait(1);
  expect(holds()).toBe(true);
}
const ids = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const bodyOf = <T>({ json }: Answer<T>): T => JSON.parse(json.toString()) as T;

describe('a stream', () => {
  it('begins now when it is not told where, and tells what happens from then on', async () => {
    const log = createMemoryLog();
    await log.events.append(samples(0, 5));
    const { service } = await replica(log);
    const reader = new Reader();
    await open(service, reader);
    await log.events.append(samples(5, 8));
    await until(() => reader.ids().length === 3);
    expect(reader.ids()).toEqual([6, 7, 8]);
    expect(reader.retry).toBe(3000);
    expect(reader.text.startsWith('retry: 3000\n\n')).toBe(true);
    const one = JSON.parse(reader.messages[0]!.data) as object;
    expect(one).toMatchObject({
      id: 6,
      ts: T0 + 5000,
      recv_ts: T0 + 5005,
      type: 'liquidation',
      symbol: 'SOL',
      usd: 1250,
    });
  });

  it('tells what was kept after an id first, exactly the suffix that passes its filters [#278] [#281]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 320 }),
        fc.constantFrom(EVERYTHING, { ...EVERYTHING, symbols: new Set(['BTC']) }, { ...EVERYTHING, minUsd: 5000 }),
        fc.constantFrom(1, 100, 16_384),
        async (count, since, query, mark) => {
          const log = createMemoryLog();
          await log.events.append(samples(0, count));
          const { service } = await replica(log);
          const reader = new Reader(mark);
          await open(service, reader, { since, query });
          await log.events.append(samples(count, count + 40));
          // Number i is BTC when i % 3 = 0; odd ones have 250·i USD, even ones no size. Its id is i + 1.
          const passes = (id: number): boolean => {
            if (query.symbols !== undefined) return (id - 1) % 3 === 0;
            return query.minUsd === 0 || (id - 1) % 2 === 0 || 250 * (id - 1) >= 5000;
          };
          const first = Math.min(since, count);
          const expected = ids(1, count + 40).filter((id) => id > first && passes(id));
          await until(() => reader.ids().length >= expected.length);
          expect(reader.ids()).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('joins on to the tail without gap or duplicate while events are added, also on another replica [#296]', async () => {
    const log = createMemoryLog();
    const [a, b] = [await replica(log), await replica(log)];
    let added = 0;
    const writing = (async (): Promise<void> => {
      while (added < 600) {
        await log.events.append(samples(added, added + 3));
        added += 3;
        if (added % 30 === 0) await wait(1);
      }
    })();
    const readers: { reader: Reader; tail: StreamRecentWire }[] = [];
    for (const { service } of [a, b, a, b]) {
      await wait(2);
      const tail = bodyOf(a.service.recent({ ...EVERYTHING, limit: 500 }));
      const reader = new Reader();
      expect(await open(service, reader, { since: tail.last_id, key: `k${readers.length}` })).toBe(200);
      readers.push({ reader, tail });
    }
    await writing;
    for (const { reader, tail } of readers) {
      const before = tail.events.map(({ id }) => id);
      await until(() => before.length + reader.ids().length >= 600);
      expect([...before, ...reader.ids()]).toEqual(ids(1, 600));
    }
    expect(readers.some(({ tail }) => tail.count > 0 && tail.count < 600)).toBe(true);
  });

  it('says how much is missing when what it should begin with is no longer kept', async () => {
    const log = createMemoryLog(100);
    await log.events.append(samples(0, 3));
    const { service } = await replica(log);
    const reader = new Reader();
    await open(service, reader, { since: 40 });
    await until(() => reader.ids().length === 3);
    expect(reader.messages[0]).toMatchObject({ event: 'gap', data: '{"after_id":40,"resumed_after_id":100}' });
    expect(reader.messages[0]!.id).toBeUndefined();
    expect(reader.ids()).toEqual([101, 102, 103]);
    const whole = new Reader();
    await open(service, whole, { since: 100 });
    await until(() => whole.ids().length === 3);
    expect(whole.messages.filter(({ event }) => event === 'gap')).toEqual([]);
  });

  it('takes an id that was never given out for now', async () => {
    const log = createMemoryLog();
    await log.events.append(samples(0, 3));
    const { service } = await replica(log);
    const reader = new Reader();
    await open(service, reader, { since: 999 });
    await log.events.append(samples(3, 4));
    await until(() => reader.ids().length === 1);
    expect(reader.ids()).toEqual([4]);
  });

  it('is pinged every 15 s of the wall, not a moment earlier [#275] [#282]', async () => {
    const { service, wall, clock } = await replica(createMemoryLog());
    const reader = new Reader();
    await open(service, reader);
    clock.moveTo(NOW + 3_600_000);
    wall.moveTo(NOW + 14_999);
    expect(reader.comments).toEqual([]);
    wall.moveTo(NOW + 15_000);
    expect(reader.comments).toEqual(['ping']);
    wall.moveTo(NOW + 45_000);
    expect(reader.comments).toEqual(['ping', 'ping', 'ping']);
    expect(reader.text.endsWith(': ping\n\n')).toBe(true);
  });
});

describe('a client that is too slow', () => {
  const config = { ...STREAM_CLIENT_V1, queueMost: 50, stopMs: 50 };

  it('is told, let go, and misses nothing when it resumes after its last event [#277] [#297]', async () => {
    const log = createMemoryLog();
    const { service } = await replica(log, { client: config });
    const slow = new Reader(1000);
    await open(service, slow, { since: 0 });
    slow.isReading = false;
    for (let i = 0; i < 300; i += 10) {
      await log.events.append(samples(i, i + 10));
      await setImmediate();
    }
    await until(() => slow.writableEnded);
    expect(service.state().open).toBe(1);
    slow.resume();
    await until(() => service.state().open === 0);
    const farewell = slow.messages.at(-1)!;
    const last = slow.ids().at(-1)!;
    expect(farewell).toMatchObject({ event: 'lagged', data: JSON.stringify({ last_id: last }) });
    expect(last).toBeLessThan(300);
    const again = new Reader();
    await open(service, again, { since: last });
    await until(() => again.ids().length === 300 - last);
    expect([...slow.ids(), ...again.ids()]).toEqual(ids(1, 300));
  });

  it('has ten seconds to take the farewell, then it is cut off', async () => {
    const log = createMemoryLog();
    const { service, wall } = await replica(log, { client: config });
    const stuck = new Reader(10);
    stuck.isReading = false;
    await open(service, stuck);
    await log.events.append(samples(0, 51));
    await until(() => stuck.writableEnded);
    wall.moveTo(NOW + 9999);
    await setImmediate();
    expect(stuck.destroyed).toBe(false);
    wall.moveTo(NOW + 10_000);
    await until(() => service.state().open === 0);
    expect(stuck.destroyed).toBe(true);
    expect(await log.leases.count('stream:k', NOW)).toBe(0);
  });

  it('is let go after a minute in which it took nothing, however little happened', async () => {
    const log = createMemoryLog();
    const { service, wall } = await replica(log);
    const stuck = new Reader(10);
    stuck.isReading = false;
    await open(service, stuck);
    wall.moveTo(NOW + 45_000);
    expect(stuck.writableEnded).toBe(false);
    wall.moveTo(NOW + 60_000);
    expect(stuck.writableEnded).toBe(true);
  });

  it('is let go when what it should be told next is no longer kept', async () => {
    const log = createMemoryLog();
    await log.events.append(samples(0, 200));
    const keptConfig = { version: 'stream-kept/test', keepMs: 1e9, most: 200 } as const;
    const { service } = await replica(log, { client: { ...config, queueMost: 1e9 }, kept: keptConfig });
    const slow = new Reader(1000);
    slow.isReading = false;
    await open(service, slow, { since: 0 });
    await log.events.append(samples(200, 600));
    await until(() => service.state().lastId === 600);
    slow.resume();
    await until(() => service.state().open === 0);
    const last = slow.ids().at(-1)!;
    expect(slow.ids()).toEqual(ids(1, last));
    expect(last).toBeLessThan(400); // the first that is kept is 401
    expect(slow.messages.at(-1)).toMatchObject({ event: 'lagged', data: JSON.stringify({ last_id: last }) });
  });

  it('may take long over what it missed, as long as it takes it', async () => {
    const log = createMemoryLog();
    await log.events.append(samples(0, 500));
    const { service } = await replica(log, { client: config });
    const reader = new Reader(10);
    reader.isReading = false;
    await open(service, reader, { since: 0 });
    await setImmediate();
    reader.resume();
    await until(() => reader.ids().length === 500);
    expect(reader.ids()).toEqual(ids(1, 500));
    expect(reader.writableEnded).toBe(false);
  });

  it('does not hold the others back', async () => {
    const log = createMemoryLog();
    const { service } = await replica(log, { client: config });
    const [stuck, quick] = [new Reader(10), new Reader()];
    stuck.isReading = false;
    await open(service, stuck);
    await open(service, quick);
    await log.events.append(samples(0, 200));
    await until(() => quick.ids().length === 200);
    expect(stuck.ids()).toEqual([]);
  });
});

describe('a thousand clients', () => {
  it('are written the very same bytes', async () => {
    const log = createMemoryLog();
    const { service } = await replica(log);
    const chunks = new Map<string, Set<unknown>>();
    let written = 0;
    for (let i = 0; i < 1000; i++) {
      const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
        const text = chunk.toString();
        if (text.startsWith('id:')) {
          written++;
          chunks.set(text, (chunks.get(text) ?? new Set()).add(chunk.buffer).add(chunk.byteOffset));
        }
        done();
      };
      await open(service, new Writable({ write }), { key: `k${i}` });
    }
    for (let i = 0; i < 3; i++) {
      await log.events.append([sample(i)]);
      await until(() => written === 1000 * (i + 1));
    }
    // One buffer and one place in it for each event.
    expect([...chunks.values()].map(({ size }) => size)).toEqual([2, 2, 2]);
    expect(service.state().open).toBe(1000);
  });
});

describe('a key', () => {
  it('has three streams at a time over all replicas; a fourth is 429 until one is closed [#84] [#148] [#276]', async () => {
    const log = createMemoryLog();
    const [a, b] = [await replica(log), await replica(log)];
    const readers = [new Reader(), new Reader(), new Reader()];
    expect(await open(a.service, readers[0]!)).toBe(200);
    expect(await open(b.service, readers[1]!)).toBe(200);
    expect(await open(a.service, readers[2]!)).toBe(200);
    for (const { service } of [a, b]) {
      const fourth = await service.open('k', EVERYTHING, undefined);
      expect(fourth).toMatchObject({
        ok: false,
        error: { status: 429, headers: { 'retry-after': '15' }, body: { detail: { error: 'too_many_streams' } } },
      });
    }
    expect(await open(a.service, new Reader(), { key: 'other' })).toBe(200);
    readers[1]!.destroy();
    await until(() => b.service.state().open === 0);
    expect(await open(a.service, new Reader())).toBe(200);
    expect(await open(b.service, new Reader())).toBe(429);
  });

  it('keeps its places while they are renewed; those of a dead replica come free after 45 s', async () => {
    const log = createMemoryLog();
    const dead = await replica(log);
    const alive = await replica(log);
    await open(dead.service, new Reader());
    await open(alive.service, new Reader());
    // Only the living replica's wall goes on, and renews.
    for (const at of [15_000, 30_000, 44_999]) {
      alive.wall.moveTo(NOW + at);
      await setImmediate();
      expect(await log.leases.count('stream:k', NOW + at)).toBe(2);
    }
    alive.wall.moveTo(NOW + 45_000);
    await setImmediate();
    expect(await log.leases.count('stream:k', NOW + 45_000)).toBe(1);
  });

  it('loses a stream whose place was given to another while this replica slept', async () => {
    const log = createMemoryLog();
    const { service, wall } = await replica(log);
    const reader = new Reader();
    await open(service, reader);
    const late = NOW + 60_000;
    for (const holder of ['x', 'y', 'z']) await log.leases.take('stream:k', 3, holder, 45_000, late);
    wall.moveTo(late);
    await until(() => reader.closed);
    expect(reader.messages).toEqual([]);
  });

  it('loses its streams at the next ping when it is no longer entitled to them', async () => {
    const log = createMemoryLog();
    const asked: string[] = [];
    const isEntitled = async (keyId: string): Promise<boolean> => asked.push(keyId) < 2;
    const { service, wall } = await replica(log, { isEntitled });
    const reader = new Reader();
    await open(service, reader);
    wall.moveTo(NOW + 15_000);
    await setImmediate();
    expect(reader.writableEnded).toBe(false);
    wall.moveTo(NOW + 30_000);
    await until(() => service.state().open === 0);
    expect(asked).toEqual(['k', 'k']);
  });

  it('keeps its streams while the leases cannot be reached', async () => {
    const log = createMemoryLog();
    const down = async (): Promise<never> => {
      throw new Error('down');
    };
    const { service, wall } = await replica({ ...log, leases: { ...log.leases, renew: down } });
    const reader = new Reader();
    await open(service, reader);
    wall.moveTo(NOW + 60_000);
    await setImmediate();
    expect(reader.writableEnded).toBe(false);
  });

  it('has its place back when the caller had gone before the stream began', async () => {
    const log = createMemoryLog();
    const { service } = await replica(log);
    const gone = new Reader();
    gone.destroy();
    await open(service, gone);
    await until(() => gone.closed);
    expect(await log.leases.count('stream:k', NOW)).toBe(0);
    expect(service.state().open).toBe(0);
  });
});

describe('a server that stops', () => {
  it('does not wait for clients that take nothing', async () => {
    const log = createMemoryLog();
    const { service } = await replica(log);
    const stuck = new Reader(10);
    stuck.isReading = false;
    await open(service, stuck);
    await service.stop();
    expect(stuck.destroyed).toBe(true);
    expect(service.state().open).toBe(0);
    expect(await log.leases.count('stream:k', NOW)).toBe(0);
  });

  it('ends its streams in order and opens no more', async () => {
    const log = createMemoryLog();
    const { service } = await replica(log);
    const reader = new Reader();
    await open(service, reader);
    const granted = await service.open('k', EVERYTHING, undefined);
    await service.stop();
    await until(() => reader.closed);
    expect(reader.writableFinished).toBe(true);
    expect(await log.leases.count('stream:k', NOW)).toBe(1); // that of the granted one below
    expect(reader.messages).toEqual([]);
    expect(await open(service, new Reader())).toBe(503);
    const late = new Reader();
    if (granted.ok) granted.value.attach(late);
    await until(() => late.closed);
    expect(await log.leases.count('stream:k', NOW)).toBe(0);
  });
});

describe('the tail', () => {
  it('has the newest events that pass, oldest first, and the last id of the whole stream [#270] [#298]', async () => {
    const log = createMemoryLog();
    await log.events.append(samples(0, 30));
    const { service } = await replica(log);
    const tail = bodyOf(service.recent({ ...EVERYTHING, symbols: new Set(['BTC']), limit: 4 }));
    expect(tail.events.map(({ id }) => id)).toEqual([19, 22, 25, 28]);
    expect(tail).toMatchObject({ count: 4, last_id: 30, data_source: 'simulated' });
    await log.events.append(samples(30, 31));
    await until(() => bodyOf(service.recent({ ...EVERYTHING, limit: 1 })).last_id === 31);
    expect(bodyOf(service.recent({ ...EVERYTHING, symbols: new Set(['BTC']), limit: 1 })).events[0]!.id).toBe(31);
  });

  it('is made once for one question until the next event', async () => {
    const log = createMemoryLog();
    await log.events.append(samples(0, 3));
    const { service } = await replica(log);
    const ask = (): Answer<StreamRecentWire> =>
      service.recent({ types: new Set(['funding', 'price_move']), symbols: undefined, minUsd: 0, limit: 2 });
    const swapped = service.recent({
      types: new Set(['price_move', 'funding']),
      symbols: undefined,
      minUsd: 0,
      limit: 2,
    });
    expect(ask()).toBe(swapped);
    expect(service.recent({ ...EVERYTHING, limit: 2 })).not.toBe(ask());
  });

  it('is empty with id 0 before the first event', async () => {
    const { service } = await replica(createMemoryLog());
    expect(bodyOf(service.recent({ ...EVERYTHING, limit: 5 }))).toMatchObject({ count: 0, last_id: 0, events: [] });
    expect(service.state()).toEqual({ lastId: 0, lastEventAt: null, open: 0 });
  });

  it('goes back about two hours [#85] [#282]', async () => {
    const log = createMemoryLog();
    const hours = (h: number): number => NOW - h * 3_600_000;
    await log.events.append([sample(0, hours(2) - 1), sample(1, hours(2)), sample(2, hours(0))]);
    const { service } = await replica(log);
    expect(bodyOf(service.recent({ ...EVERYTHING, limit: 5 })).events.map(({ id }) => id)).toEqual([2, 3]);
    const reader = new Reader();
    await open(service, reader, { since: 0 });
    await until(() => reader.ids().length === 2);
    expect(reader.messages[0]).toMatchObject({ event: 'gap' });
  });
});

describe('the preview', () => {
  const minute = 60_000;
  const shown = (service: StreamService): StreamDelayedWire => bodyOf(service.delayed());

  it('is of the three minutes that ended 30 minutes ago, first moment in, last one out [#271] [#299]', async () => {
    const log = createMemoryLog();
    const start = NOW - 33 * minute;
    const times = [start - 1, start, start + 3 * minute - 1, start + 3 * minute];
    await log.events.append(times.map((ts, i) => sample(i, ts)));
    const { service } = await replica(log);
    const preview = shown(service);
    expect(preview.events.map(({ id }) => id)).toEqual([2, 3]);
    expect(preview).toMatchObject({
      server_now: NOW,
      window_start: start,
      window_end: NOW - 30 * minute,
      count: 2,
      delay_ms: 33 * minute,
    });
    expect(preview.events_per_min).toBeCloseTo(2 / 3, 12);
  });

  it('replays at the original pace: ts + delay_ms lies within the three minutes from now on [#297]', async () => {
    const log = createMemoryLog();
    await log.events.append(Array.from({ length: 180 }, (_, i) => sample(i, NOW - 33 * minute + i * 1000)));
    const { service } = await replica(log);
    const { events, delay_ms: delay } = shown(service);
    expect(events.map(({ ts }) => ts + delay)).toEqual(Array.from({ length: 180 }, (_, i) => NOW + i * 1000));
  });

  it('is kept for a minute, and windows asked for every three minutes tile [#86] [#299]', async () => {
    const log = createMemoryLog();
    await log.events.append(Array.from({ length: 360 }, (_, i) => sample(i, NOW - 33 * minute + i * 5000)));
    const { service, clock } = await replica(log);
    const first = service.delayed();
    clock.moveTo(NOW + minute - 1);
    expect(service.delayed()).toBe(first);
    clock.moveTo(NOW + minute);
    expect(service.delayed()).not.toBe(first);
    const seen = [...bodyOf(first).events];
    for (let i = 1; i < 10; i++) {
      clock.moveTo(NOW + i * 3 * minute + 777 * i);
      seen.push(...shown(service).events);
    }
    expect(seen.map(({ id }) => id)).toEqual(ids(1, 360));
  });

  it('has 900 events at most, the first ones, and the rate of all [#86]', async () => {
    const log = createMemoryLog();
    await log.events.append(Array.from({ length: 1000 }, (_, i) => sample(i, NOW - 33 * minute + i * 100)));
    const { service } = await replica(log);
    const preview = shown(service);
    expect(preview.events.map(({ id }) => id)).toEqual(ids(1, 900));
    expect(preview.count).toBe(900);
    expect(preview.events_per_min).toBeCloseTo(1000 / 3, 9);
  });

  it('shows no negative time to a clock at the beginning of time', async () => {
    const log = createMemoryLog();
    const { service } = await replica(log, { clock: createManualClock(0) });
    expect(shown(service)).toMatchObject({ window_start: 0, count: 0 });
  });
});
