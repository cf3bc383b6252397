/** Events that the log pruned before a replica read them: open streams end, and a new one begins with the gap. */

import { afterEach, describe, expect, it } from 'vitest';
import { createTail } from '../../../store/src/event-tail.ts';
import { createMemoryLog, type MemoryLog } from '../../src/stream/memory-log.ts';
import { encodeEvent, type EncodedEvent } from '@barograph/contract';
import { EVERYTHING, samples, T0 } from './samples.ts';
import { bodyOf, ids, open, Reader, replica, stopAll, until } from './test-support.ts';

afterEach(stopAll);

/** The same log over a connection that can be cut. */
function cuttable(log: MemoryLog): MemoryLog & { isCut: boolean } {
  const of = {
    ...log,
    isCut: false,
    events: {
      ...log.events,
      since: async (afterId: number, limit: number) => {
        if (of.isCut) throw new Error('the store is away');
        return log.events.since(afterId, limit);
      },
    },
  };
  const tail = createTail(of.events, { on: () => () => true });
  of.tail = (afterId, options) => tail(afterId, { ...options, pollMs: 5 });
  return of;
}

describe('events that were pruned before a replica read them', () => {
  it('end its open streams, and are a gap to who resumes', async () => {
    const log = createMemoryLog();
    const behind = cuttable(log);
    const { service } = await replica(behind);
    await log.events.append(samples(0, 3));
    const reader = new Reader();
    await open(service, reader, { since: 0 });
    await until(() => reader.ids().length === 3);
    behind.isCut = true;
    await log.events.append(samples(3, 10));
    expect(await log.events.prune(T0 + 7 * 1000)).toBe(7);
    behind.isCut = false;
    await until(() => service.state().open === 0);
    expect(reader.ids()).toEqual(ids(1, 3));
    expect(reader.messages.at(-1)).toMatchObject({ event: 'lagged', data: '{"last_id":3}' });
    const again = new Reader();
    await open(service, again, { since: 3 });
    await until(() => again.ids().length === 3);
    expect(again.messages[0]).toMatchObject({ event: 'gap', data: '{"after_id":3,"resumed_after_id":7}' });
    expect(again.ids()).toEqual(ids(8, 10));
    expect(bodyOf(service.recent({ ...EVERYTHING, limit: 500 })).events.map(({ id }) => id)).toEqual(ids(8, 10));
  });

  it('are no gap to who resumes with types of changed states alone: those outlive the log', async () => {
    const log = createMemoryLog();
    const change = (i: number): EncodedEvent => {
      const head = { ts: T0 + i * 1000, recvTs: T0 + i * 1000, venue: 'barograph', symbol: 'BTC' } as const;
      const snapshot = { name: 'signum', asOf: head.ts, sha256: '0' };
      return encodeEvent({
        ...head,
        dataSource: 'simulated',
        type: 'signum_color',
        timeframe: '1d',
        from: 'red',
        to: 'grey',
        snapshot,
      });
    };
    const kept = { version: 'stream-kept/test', keepMs: 2000, most: 100 } as const;
    const first = await replica(log, { kept });
    await log.events.append([change(0), ...samples(1, 4), change(4), ...samples(5, 12)]);
    await until(() => first.service.state().lastId === 12);
    const resumed = async (service: typeof first.service, since: number, types: 'signum_color' | undefined) => {
      const reader = new Reader();
      await open(service, reader, {
        since,
        query: { ...EVERYTHING, types: types === undefined ? undefined : new Set([types]) },
      });
      await until(() => reader.messages.length > 0);
      return [reader.messages[0]?.event, reader.ids()] as const;
    };
    expect(await resumed(first.service, 1, 'signum_color')).toEqual([undefined, [5]]);
    expect((await resumed(first.service, 1, undefined))[0]).toBe('gap');
    const query = { ...EVERYTHING, types: new Set(['signum_color'] as const), limit: 500 };
    expect(bodyOf(first.service.recent(query)).events.map(({ id }) => id)).toEqual([1, 5]);

    // A replica that starts later finds them outside of the log.
    const stored = await log.events.since(0, 100);
    const outliving = stored.filter(({ id, type }) => id > 9 || type === 'signum_color');
    const events = {
      since: async (after: number, limit: number) => outliving.filter(({ id }) => id > after).slice(0, limit),
      bounds: async () => ({ oldestId: 10, lastId: 12 }),
    };
    const later = await replica({ ...log, events: { ...log.events, ...events } }, { kept });
    expect(await resumed(later.service, 1, 'signum_color')).toEqual([undefined, [5]]);
    expect(bodyOf(later.service.recent(query)).events.map(({ id }) => id)).toEqual([1, 5]);
  });

  it('are a gap, too, when they went between its first two looks', async () => {
    const log = createMemoryLog();
    await log.events.append(samples(0, 10));
    const bounds = async (): ReturnType<typeof log.events.bounds> => {
      const found = await log.events.bounds();
      await log.events.prune(T0 + 7 * 1000);
      return found;
    };
    const { service } = await replica({ ...log, events: { ...log.events, bounds } });
    const reader = new Reader();
    await open(service, reader, { since: 4 });
    await until(() => reader.ids().length === 3);
    expect(reader.messages[0]).toMatchObject({ event: 'gap', data: '{"after_id":4,"resumed_after_id":7}' });
    expect(reader.ids()).toEqual(ids(8, 10));
  });
});
