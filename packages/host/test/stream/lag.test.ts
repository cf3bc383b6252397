import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { STREAM_CLIENT_V1 } from '../../src/stream/client.ts';
import { createMemoryLog } from '../../src/stream/memory-log.ts';
import { samples } from './samples.ts';
import { ids, NOW, open, Reader, replica, stopAll, until } from './test-support.ts';

afterEach(stopAll);

describe('a client that is too slow', () => {
  const config = { ...STREAM_CLIENT_V1, queueMost: 50 };

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
