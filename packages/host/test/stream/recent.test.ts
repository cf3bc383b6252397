import type { TextBody } from '@barograph/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryLog } from '../../src/stream/memory-log.ts';
import { EVERYTHING, sample, samples } from './samples.ts';
import { bodyOf, NOW, open, Reader, replica, stopAll, until } from './test-support.ts';

afterEach(stopAll);

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
    const ask = (): TextBody<never> =>
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
