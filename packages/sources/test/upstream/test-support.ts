/** A loopback source for tests of the upstream layer: HTTP and websocket, with handlers that misbehave on purpose. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { UPSTREAM_V1, type UpstreamConfig } from '../../src/upstream/config.ts';
import { createBudget } from '../../src/upstream/budget.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import { createSteadyClock } from '../../src/upstream/steady-clock.ts';
import type { UpstreamOptions } from '../../src/upstream/ask.ts';
import { createUpstream } from '../../src/upstream/upstream.ts';
import { createLog } from '../log.ts';

/**
 * Runs after the current test, the last one first. A hook of this module would be one of the first file alone that imports it: files of
 * the host share what they import, and the connections of all others stayed, and opened again.
 */
export function onEnd(cleanup: () => Promise<unknown>): void {
  onTestFinished(async () => {
    await cleanup();
  });
}

/** A handler, and the requests that it got. */
export async function listen(handle: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const asked: { readonly url: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push({ url: request.url ?? '', headers: request.headers, body });
      handle(request, response, body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { baseUrl: `http://127.0.0.1:${port}`, port, asked, server };
}

/** Answers JSON. */
export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Times short enough for tests. */
export const QUICK: UpstreamConfig = {
  ...UPSTREAM_V1,
  timeoutMs: 5000,
  retryDelayMs: 2,
  breakAfter: 100,
  breakMs: 60,
};

/** An upstream with its meter, its budget and the lines that it logged. */
export function upstreamTo(baseUrl: string, options: Partial<UpstreamOptions> = {}) {
  const meter = createUpstreamMeter('toy');
  const steady = createSteadyClock();
  const budget = createBudget({ limit: 1200, clock: steady });
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const clock = { now: steady.now };
  const upstream = createUpstream({
    source: 'toy',
    baseUrl,
    budget,
    clock,
    steady,
    log,
    meter,
    config: QUICK,
    random: () => 0,
    ...options,
  });
  onEnd(async () => upstream.close());
  return { upstream, meter, budget, lines };
}

/** A websocket server, its connections in order, and the texts that each got. */
export async function listenSocket(onText: (socket: WebSocket, text: string, connection: number) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const sockets: WebSocket[] = [];
  const texts: string[][] = [];
  server.on('connection', (socket) => {
    const connection = sockets.push(socket) - 1;
    texts[connection] = [];
    socket.on('error', () => {});
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      texts[connection]!.push(text);
      onText(socket, text, connection);
    });
  });
  onEnd(async () => {
    for (const socket of sockets) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, texts, server };
}
