/** Clients that send slowly lose their connection. */

import { OPERATIONS } from '@barograph/contract';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../store/src/log.ts';
import { OPEN_GATE } from '../test-support.ts';
import { contextsOver } from '../ask.ts';
import { createServer } from '../../src/http/server.ts';

const parts = {
  operations: OPERATIONS,
  contexts: contextsOver(new Map()),
  gate: OPEN_GATE,
  dataSource: 'files',
  log: createLog('silent'),
} as const;
const server = createServer({
  ...parts,
  patience: { headers: 150, request: 300, lookEvery: 50 },
});
beforeAll(async () => {
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => server.close());

describe('a client that never finishes', () => {
  it.each([
    ['its headers', 'GET /api/v1 HTTP/1.1\r\nhost: x\r\n'],
    ['its body', 'POST /api/v1/auth/keys HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{'],
  ])('%s is answered 408 and let go, however it trickles', async (_, text) => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', () => {});
    socket.write(text);
    const trickle = setInterval(() => socket.write('x'), 30);
    await once(socket, 'close');
    clearInterval(trickle);
    expect(answer).toContain('HTTP/1.1 408 ');
    expect(answer).toContain('"error":"request_timeout"');
  });
});

describe('a server that closes', () => {
  it.each([
    ['that was opened ahead of its first request', ''],
    ['with half a request on it', 'GET /api/v1 HTTP/1.1\r\nhost: x\r\n'],
  ])('does not wait for a connection %s', async (_, text) => {
    const closing = createServer({ ...parts, drainMs: 1000 });
    await closing.listen({ host: '127.0.0.1', port: 0 });
    const { port } = closing.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    const gone = once(socket, 'close');
    await once(closing.server, 'connection');
    if (text !== '') await new Promise((sent) => void socket.write(text, sent));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const late = Symbol('late');
    const closed = Promise.all([closing.close(), gone]);
    const timer = new Promise((resolve) => setTimeout(() => resolve(late), 20_000).unref());
    expect(await Promise.race([closed, timer])).not.toBe(late);
  });
});
