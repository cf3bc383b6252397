/** The stream over the real store: two replicas, each with connections of its own, on one database. */

import { setTimeout as wait } from 'node:timers/promises';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { createLog } from '../../../store/src/log.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { bodyOf, type Tail } from './test-support.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { EVERYTHING, samples, T0 } from './samples.ts';
import { createStreamService, type StreamService } from '../../src/stream/service.ts';
import { until } from '../../../sources/test/deadlines.ts';

let server: TestServer;
let stores: readonly Store[];
let services: readonly StreamService[];

function serviceOf({ events, tail, leases }: Store): StreamService {
  const clock = createManualClock(T0);
  const isEntitled = async (): Promise<boolean> => true;
  const parts = { events, tail, leases, isEntitled, clock, wall: clock, dataSource: 'simulated' } as const;
  return createStreamService({ ...parts, log: createLog('silent') });
}

beforeAll(async () => {
  server = await startTestServer();
  const url = await server.database();
  stores = [await server.open(url), await server.open(url)];
  services = stores.map(serviceOf);
  for (const service of services) await service.start();
});
afterAll(async () => {
  for (const service of services) await service.stop();
  await server.stop();
});

interface Sink {
  readonly to: PassThrough;
  ids(): number[];
}
async function open(service: StreamService, key: string, since?: number): Promise<Sink | number> {
  const granted = await service.open(key, EVERYTHING, since);
  if (!granted.ok) return granted.error.status;
  const to = new PassThrough();
  let text = '';
  to.on('data', (chunk: Buffer) => (text += chunk.toString()));
  granted.value.attach(to);
  return { to, ids: () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)) };
}
const opened = async (...given: Parameters<typeof open>): Promise<Sink> => {
  const sink = await open(...given);
  if (typeof sink === 'number') throw new Error(`expected a stream, got ${sink}`);
  return sink;
};
const tailOf = (service: StreamService): Tail => bodyOf(service.recent({ ...EVERYTHING, limit: 500 }));
const ids = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('the stream over a database', () => {
  it('gives every event once and in order on both replicas while eight writers append [#281] [#296]', async () => {
    const [a, b] = [services[0]!, services[1]!];
    const whole = [await opened(a, 'whole', 0), await opened(b, 'whole', 0)];
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < 25; i++) await stores[writer % 2]!.events.append(samples(i, i + 2));
    });
    await wait(20);
    // The tail of one replica, then the stream of the other.
    const tail = tailOf(a);
    const after = await opened(b, 'joined', tail.last_id);
    await Promise.all(writers);
    await until(() => [...whole, after].every((sink) => sink.ids().at(-1) === 400));
    for (const sink of whole) expect(sink.ids()).toEqual(ids(1, 400));
    expect([...tail.events.map(({ id }) => id), ...after.ids()]).toEqual(ids(1, 400));
    for (const { to } of [...whole, after]) to.destroy();
  });

  it('goes on with higher ids after a restart, and replays what came before it [#278] [#281]', async () => {
    const restarted = serviceOf(stores[0]!);
    await restarted.start();
    const { last_id: last } = tailOf(restarted);
    await stores[1]!.events.append(samples(0, 3));
    const sink = await opened(restarted, 'again', last - 2);
    await until(() => sink.ids().length === 5);
    expect(sink.ids()).toEqual(ids(last - 1, last + 3));
    await restarted.stop();
  });

  it('counts the streams of a key over both replicas [#84] [#148] [#276]', async () => {
    const first = await opened(services[0]!, 'k');
    await opened(services[1]!, 'k');
    await opened(services[0]!, 'k');
    expect(await open(services[1]!, 'k')).toBe(429);
    expect(await open(services[0]!, 'k')).toBe(429);
    first.to.destroy();
    await until(() => first.to.closed);
    await until(async () => (await open(services[1]!, 'k')) !== 429);
  });

  it('lets one of ten that come at once for the last place have it', async () => {
    for (let i = 0; i < 2; i++) await opened(services[i]!, 'crowd');
    const answers = await Promise.all(Array.from({ length: 10 }, async (_, i) => open(services[i % 2]!, 'crowd')));
    expect(answers.filter((answer) => answer === 429)).toHaveLength(9);
  });
});
