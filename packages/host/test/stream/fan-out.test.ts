/** One event to many: the same bytes, framed and joined once, and nothing lost on the way. */

// oxlint-disable typescript/no-unsafe-type-assertion -- parts of services and keys, as much as a stream looks at

import { EVENT_STREAM, OPERATIONS } from '@barograph/contract';
import { ok } from '@barograph/core';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/http/access.ts';
import { contextsOver } from '../ask.ts';
import { createServer } from '../../src/http/server.ts';
import { createLog } from '../../../store/src/log.ts';
import type { KeyRecord } from '../../../store/src/keys.ts';
import { createMemoryLog } from '../../src/stream/memory-log.ts';
import { EVERYTHING, sample, samples } from './samples.ts';
import { ids, open, replica, stopAll, until } from './test-support.ts';

afterEach(stopAll);

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

  it('that are as far as each other are written the very same bytes of several events too', async () => {
    const log = createMemoryLog();
    const { service } = await replica(log);
    await log.events.append(samples(0, 10));
    await until(() => service.state().lastId === 10);
    const chunks: Buffer[] = [];
    const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
      if (chunk.toString().startsWith('id:')) chunks.push(chunk);
      done();
    };
    for (const query of [EVERYTHING, EVERYTHING, { ...EVERYTHING, minUsd: 2000 }, EVERYTHING]) {
      await open(service, new Writable({ write }), { since: 2, query, key: `k${chunks.length}` });
    }
    await until(() => chunks.length === 4);
    expect(new Set([0, 1, 3].map((i) => chunks[i]!.buffer)).size).toBe(1);
    const idsIn = (chunk: Buffer): number[] =>
      [...chunk.toString().matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(idsIn(chunks[0]!)).toEqual(ids(3, 10));
    expect(idsIn(chunks[2]!)).toEqual([3, 5, 7, 9, 10]); // odd ids have no size and pass, 4, 6 and 8 are too small
  });
});

describe('three hundred clients over HTTP', () => {
  it('are told the same events in the same order, none left out and none twice, whenever they came', async () => {
    const log = createMemoryLog();
    const { service, wall } = await replica(log);
    const caller = (id = ''): Caller => ({ key: { id } as KeyRecord, tier: 'pro' });
    const server = createServer({
      contexts: contextsOver(new Map([[EVENT_STREAM.name, service]])),
      operations: OPERATIONS.filter(({ id }) => id === 'stream.live'),
      gate: { pricingUrl: '', admit: async (_, key) => ok({ caller: caller(key), headers: {}, refund: undefined }) },
      dataSource: 'simulated',
      log: createLog('silent'),
    });
    await server.listen({ host: '127.0.0.1', port: 0, backlog: 500 });
    const { port } = server.server.address() as AddressInfo;
    const texts: string[] = [];
    const sockets: Socket[] = [];
    const join = async (key: number, since: number): Promise<void> =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(`GET /api/v1/stream?since_id=${since} HTTP/1.1\r\nhost: x\r\nx-api-key: k${key}\r\n\r\n`),
        );
        const at = texts.push('') - 1;
        sockets.push(socket);
        socket.setEncoding('utf8').on('data', (text: string) => (texts[at] += text));
        socket.on('error', reject).once('data', () => resolve());
      });
    // They come while events are added, each with all that was missed.
    for (let wave = 0; wave < 6; wave++) {
      const joining = Promise.all(Array.from({ length: 50 }, async (_, i) => join(50 * wave + i, 0)));
      for (let i = 0; i < 20; i++) {
        await log.events.append(samples(40 * wave + 2 * i, 40 * wave + 2 * i + 2));
        await setImmediate();
      }
      await joining;
    }
    await until(() => texts.every((text) => text.includes('\nid: 240\n')));
    const told = texts.map((text) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)));
    for (const one of told) expect(one).toEqual(ids(1, 240));
    expect(texts[0]).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(texts[0]).toMatch(/\r\nconnection: close\r\n/i); // the body ends with it, and is not sent in chunks
    expect(texts[0]).not.toMatch(/transfer-encoding/i);
    // Rubbish cuts the connection off; nothing is written into the stream about it.
    sockets[0]!.write('\u0000rubbish\r\n\r\n');
    await until(() => sockets[0]!.closed);
    expect(texts[0]!.match(/HTTP\/1\.1/g)).toHaveLength(1);
    for (const socket of sockets) socket.destroy();
    await until(() => service.state().open === 0);
    expect(await log.leases.count('stream:k7', wall.now())).toBe(0);
    await server.close();
  });
});
