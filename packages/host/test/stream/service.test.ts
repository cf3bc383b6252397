import * as fc from 'fast-check';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryLog } from '../../src/stream/memory-log.ts';
import { EVERYTHING, samples, T0 } from './samples.ts';
import { bodyOf, ids, NOW, open, Reader, replica, stop, stopAll, until, type Tail } from './test-support.ts';

afterEach(stopAll);

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
    const readers: { reader: Reader; tail: Tail }[] = [];
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

describe('a server that stops', () => {
  it('does not wait for clients that take nothing', async () => {
    const log = createMemoryLog();
    const { service } = await replica(log);
    const stuck = new Reader(10);
    stuck.isReading = false;
    await open(service, stuck);
    await stop(service);
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
