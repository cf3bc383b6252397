/** Sources of events on an open stream: named first, and again when one fails or recovers. */

import type { Provenance } from '@barograph/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { STREAM_CLIENT_V1 } from '../../src/stream/client.ts';
import { createMemoryLog } from '../../src/stream/memory-log.ts';
import { samples } from './samples.ts';
import { NOW, open, Reader, replica, stopAll, until } from './test-support.ts';

afterEach(stopAll);

describe('a stream of a host with several sources', () => {
  it('begins with them, before any event and without an id, and names them again only when one changes', async () => {
    let isFresh = true;
    let asOf = NOW;
    const sources = (): readonly Provenance[] => [
      { feed: 'bars', source: 'files', kind: 'files', asOf, isFresh: true },
      { feed: 'openInterest', source: 'venue', kind: 'live', asOf, isFresh },
    ];
    const log = createMemoryLog();
    await log.events.append(samples(0, 3));
    const { service, wall } = await replica(log, { sources });
    const reader = new Reader();
    await open(service, reader, { since: 0 });
    await until(() => reader.ids().length === 3);
    const named = () => reader.messages.filter(({ event }) => event === 'provenance');
    expect(reader.messages[0]).toMatchObject({ event: 'provenance' });
    expect(reader.messages[0]!.id).toBeUndefined();
    expect(JSON.parse(reader.messages[0]!.data)).toEqual({
      provenance: [
        { feed: 'bars', source: 'files', kind: 'files', as_of: NOW, fresh: true },
        { feed: 'open_interest', source: 'venue', kind: 'live', as_of: NOW, fresh: true },
      ],
    });
    const ping = (count: number): void => wall.moveTo(NOW + count * STREAM_CLIENT_V1.pingMs);
    asOf += 60_000;
    ping(1);
    await until(() => reader.comments.length === 1);
    expect(named()).toHaveLength(1);
    isFresh = false;
    ping(2);
    await until(() => reader.comments.length === 2);
    expect(named().map(({ data }) => data.includes('"fresh":false'))).toEqual([false, true]);
  });

  it('says nothing of them where there is one', async () => {
    const log = createMemoryLog();
    await log.events.append(samples(0, 3));
    const { service } = await replica(log);
    const reader = new Reader();
    await open(service, reader, { since: 0 });
    await until(() => reader.ids().length === 3);
    expect(reader.messages).toHaveLength(3);
  });
});
