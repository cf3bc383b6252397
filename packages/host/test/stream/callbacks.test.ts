/** The service calls no callbacks: events wait to be read. */

import { apiDocument, ENDPOINT_LIST } from '@barograph/contract';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createMemoryLog } from '../../src/stream/memory-log.ts';
import { samples } from './samples.ts';
import { ids, open, Reader, replica, stopAll, until, bodyOf } from './test-support.ts';

/** Every connection that this process has begun since then. */
const begun: unknown[] = [];
const count = (message: unknown): void => void begun.push(message);
const CHANNELS = ['net.client.socket', 'undici:request:create', 'udp.socket'];
for (const channel of CHANNELS) subscribe(channel, count);
afterAll(() => {
  for (const channel of CHANNELS) unsubscribe(channel, count);
});
afterEach(stopAll);

/** Every name of a JSON value, at any depth. */
function namesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...namesOf(item)]);
}

describe('events', () => {
  it('are sent to no address of the caller that was not subscribed: outside of our own webhooks the contract has no callback and takes none [#279]', () => {
    const { paths, ...rest } = apiDocument();
    expect(namesOf([paths, rest]).filter((name) => name === 'callbacks')).toEqual([]);
    expect(Object.keys(rest)).not.toContain('webhooks');
    for (const [id, { query, pathParameters, headers, body, family }] of ENDPOINT_LIST) {
      if (family === 'webhooks') continue;
      const taken = [query, pathParameters, headers, body].flatMap((part) => Object.entries(part?.properties ?? {}));
      const addresses = taken.filter(
        ([name, schema]) =>
          /url|uri|callback|webhook|endpoint|host/i.test(name) || /"(?:uri|url)"/.test(JSON.stringify(schema)),
      );
      expect(addresses, id).toEqual([]);
    }
  });

  it('are read from the three operations of the stream, and telling them begins no connection [#279]', async () => {
    const operations = ENDPOINT_LIST.filter(([, { family }]) => family === 'stream');
    expect(operations.map(([, { method, path }]) => `${method} ${path}`)).toEqual([
      'GET /api/v1/stream',
      'GET /api/v1/stream/recent',
      'GET /api/v1/stream/delayed',
    ]);
    const log = createMemoryLog();
    const { service } = await replica(log);
    const reader = new Reader();
    expect(await open(service, reader)).toBe(200);
    await log.events.append(samples(0, 20));
    await until(() => reader.ids().length === 20);
    const tail = bodyOf(service.recent({ types: undefined, symbols: undefined, minUsd: 0, limit: 100 }));
    expect(tail.events.map(({ id }) => id)).toEqual(ids(1, 20));
    expect(begun).toEqual([]);
  });

  it('would have been seen to be sent', async () => {
    const server = createServer((socket) => socket.end());
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await new Promise((closed) => {
      socket.resume().once('close', closed);
    });
    expect(begun).toHaveLength(1);
    server.close();
  });

  it('have no client at hand to be sent by: only the store, mails, traces, sources of market data and webhooks talk to others [#279]', () => {
    const root = new URL('../../../', import.meta.url);
    const service = ['host', 'payments', 'runtime', 'sources', 'store', 'venue'];
    const sources = service.flatMap((name) =>
      readdirSync(new URL(`${name}/src`, root), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${name}/src/${path}`,
      ),
    );
    const talking = sources.filter((path) => {
      if (!path.endsWith('.ts') || /\.(?:test|test-d|cases)\.ts$|test-support\.ts$/.test(path)) return false;
      const text = readFileSync(new URL(path, root), 'utf8');
      return /\bfetch\(|\b(?:undici|axios|got|ws|nodemailer|pg)'|@opentelemetry|\b(?:request|get|connect)\b[^;\n]* from 'node:(?:https?|net|tls|dgram)'/.test(
        text,
      );
    });
    const places = new Set(talking.map((path) => /^(?:host\/src\/[^/]+|[^/]+)/.exec(path)![0]));
    expect(places).toEqual(
      new Set(['host/src/mail', 'host/src/operations', 'host/src/webhooks', 'sources', 'store', 'venue']),
    );
  });
});
