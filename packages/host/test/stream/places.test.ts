import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryLog } from '../../src/stream/memory-log.ts';
import { EVERYTHING } from './samples.ts';
import { NOW, open, Reader, replica, stopAll, until } from './test-support.ts';

afterEach(stopAll);

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
    // Only the live replica's clock advances, and renews.
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
