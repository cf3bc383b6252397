/** Connections below Fastify: their time limits, and the answers to clients that do not send HTTP. */

import { API_VERSION } from '@barograph/contract';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { EdgeGuard } from './edge-guard.ts';
import { problemOfError } from './errors.ts';
import { linesOf, KEEP_ALIVE_MS, ReadyResponse } from './ready-response.ts';
import type { HeaderMap } from './limits.ts';

/** Time limits for a client to send its request, ms. A slower client gets a 408, and its connection is closed. */
export interface Patience {
  readonly headers: number;
  readonly request: number;
  /** Interval of the connection checks. */
  readonly lookEvery: number;
}
const PATIENCE: Patience = { headers: 10_000, request: 40_000, lookEvery: 2000 };

/** Headers of every answer of a server, except the request id. */
export function stampOf(dataSource: string): HeaderMap {
  return { 'x-api-version': API_VERSION, 'x-data-source': dataSource, 'x-content-type-options': 'nosniff' };
}

/** True when the request has a Host header, which HTTP/1.1 requires. */
export function hasHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion !== '1.1' || headers.host !== undefined;
}

type Listener = (request: IncomingMessage, response: ReadyResponse) => void;

/**
 * Creates the bare HTTP server.
 *
 * @param take called first; returns false to leave a request to `read`.
 * @param guard called before both.
 */
export function createListener(
  read: (request: IncomingMessage, response: ServerResponse) => void,
  take: (request: IncomingMessage, response: ReadyResponse) => boolean,
  patience: Patience = PATIENCE,
  guard: EdgeGuard = () => false,
): Server {
  const listener: Listener = (request, response) => {
    if (guard(request, response)) return;
    if (!hasHost(request) || !take(request, response)) read(request, response);
  };
  const server = createServer(
    {
      ServerResponse: ReadyResponse,
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      connectionsCheckingInterval: patience.lookEvery,
      // Node would answer a bare 400; Fastify's hooks refuse the request with the error envelope.
      requireHostHeader: false,
    },
    listener,
  );
  // Node would answer a bare 417; Fastify's hooks refuse the request with the error envelope.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    if (!guard(request, response)) read(request, response);
  });
  return server;
}

/** Longest wait of a stop for answers in progress, ms; equal to the longest answer. */
const DRAIN_MS = 10_000;

/**
 * Lets a closing server end. Node waits for every connection and no longer applies its time limits while closing: a
 * connection opened ahead of its first request (by browsers and balancers), or with half a request on it, would block
 * the stop for as long as its client stays connected.
 *
 * @returns a function to call when the server begins to close.
 */
export function closable(server: Server, drainMs: number = DRAIN_MS): () => void {
  const silent = new Set<Socket>();
  let isClosing = false;
  server.on('connection', (socket) => {
    if (isClosing) {
      socket.destroy();
      return;
    }
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  for (const name of ['request', 'checkExpectation'])
    server.on(name, ({ socket }: IncomingMessage) => silent.delete(socket));
  return () => {
    isClosing = true;
    for (const socket of silent) socket.destroy();
    const timer = setTimeout(() => server.closeAllConnections(), drainMs);
    server.once('close', () => clearTimeout(timer));
  };
}

const STATUS_OF_CLIENT_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * True while the previous request on the connection has an unfinished answer: anything written now would become part of
 * that answer. Node's own handler reads this property of a socket too; there is no public one.
 */
function isAnswering(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- the name is Node's
  const message = socket._httpMessage;
  return message !== undefined && message !== null && (message.headersSent || message.req.complete);
}

/** Creates the handler for connections that did not send HTTP. */
export function answerClientError(stamp: HeaderMap) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const statusCode = STATUS_OF_CLIENT_ERROR[error.code ?? ''] ?? 400;
    const { status, body } = problemOfError(Object.assign(new Error(), { statusCode }));
    const text = JSON.stringify(body);
    const head = linesOf({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      ...stamp,
      connection: 'close',
    });
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${text}`);
  };
}
