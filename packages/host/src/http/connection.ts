/** Connections beneath Fastify: their patience, and what is answered to those that do not send HTTP. */

import { API_VERSION } from '@barograph/contract';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { EdgeGuard } from './edge-guard.ts';
import { problemOfError } from './errors.ts';
import { linesOf, KEEP_ALIVE_MS, ReadyResponse } from './ready-response.ts';
import type { HeaderMap } from './limits.ts';

/** Time limits for a client to send its request, ms. A slower one is answered 408, and the connection closed. */
export interface Patience {
  readonly headers: number;
  readonly request: number;
  /** Interval of the connection checks. */
  readonly lookEvery: number;
}
const PATIENCE: Patience = { headers: 10_000, request: 40_000, lookEvery: 2000 };

/** The headers of every answer of a server, but for the request id. */
export function stampOf(dataSource: string): HeaderMap {
  return { 'x-api-version': API_VERSION, 'x-data-source': dataSource, 'x-content-type-options': 'nosniff' };
}

/** True when the request names its host, which HTTP/1.1 demands. */
export function hasHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion !== '1.1' || headers.host !== undefined;
}

type Listener = (request: IncomingMessage, response: ReadyResponse) => void;

/**
 * The bare server.
 *
 * @param take asked first; false leaves a request to `read`.
 * @param guard asked before both.
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
      // Node's own answer is a bare 400; Fastify's hooks refuse the request in the envelope.
      requireHostHeader: false,
    },
    listener,
  );
  // Node's own answer is a bare 417; Fastify's hooks refuse the request in the envelope.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    if (!guard(request, response)) read(request, response);
  });
  return server;
}

/** Longest wait of a stop for answers under way, ms: as long as any of them may take. */
const DRAIN_MS = 10_000;

/**
 * Lets a server that closes come to its end. Node waits for every connection and, once closing, looks at none of its
 * time limits: one opened ahead of its first request (browsers and balancers do), or with half a request on it, would
 * hold a stop for as long as its client lives.
 *
 * @returns what is called when the server begins to close.
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
 * True when the request before the broken one has no whole answer yet: what is written now would be taken for that
 * answer, or for a part of it. Node's own handler looks at this property of a socket too; there is no public one.
 */
function isAnswering(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- the name is Node's
  const message = socket._httpMessage;
  return message !== undefined && message !== null && (message.headersSent || message.req.complete);
}

/** Answers a connection that did not send HTTP. */
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
