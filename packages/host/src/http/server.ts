/** The HTTP surface: every route comes from the endpoint table. */

import { API_VERSION, deprecationHeaders, problem, type Operation, type Problem } from '@barograph/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { isFreeOfCharge, type Admission, type Gate } from './access.ts';
import { problemOfError, problemOfUnknownRoute } from './errors.ts';
import type { Contexts } from './context.ts';
import type { HeaderMap } from './limits.ts';
import { performed, type Performed } from './operation.ts';
import { isDecodable, settleQuery, type RawQuery } from './query.ts';
import { sendFeed } from './send-feed.ts';
import { formOf, keepingOf, readyAnswer, readyProblem, send, sendProblem, shownUrl } from './send.ts';
import { KEEP_ALIVE_MS, ReadyResponse } from './ready-response.ts';
import { createShortcut, type Shortcut } from './shortcut.ts';
import { watchersOf } from './watch.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Decision of the gate; undefined before it, and without an operation. */
    admission: Admission | undefined;
  }
}

const BODY_LIMIT_BYTES = 65_536;

/** Time limits for a client to send its request, ms. Who is slower is answered 408, and the connection closed. */
export interface Patience {
  readonly headers: number;
  readonly request: number;
  /** Interval of the connection checks. */
  readonly lookEvery: number;
}
const PATIENCE: Patience = { headers: 10_000, request: 40_000, lookEvery: 2000 };
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Parts of a server. */
export interface ServerOptions {
  readonly operations: readonly Operation[];
  /** Contexts of operations. */
  readonly contexts: Contexts;
  readonly gate: Gate;
  /** Kinds of all sources in their order, as in the header: `files, live`. */
  readonly dataSource: string;
  readonly log: Logger;
  /** Another one in tests. */
  readonly patience?: Patience;
}

function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
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
function answerClientError(dataSource: string) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const statusCode = STATUS_OF_CLIENT_ERROR[error.code ?? ''] ?? 400;
    const { status, body } = problemOfError(Object.assign(new Error(), { statusCode }));
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      `x-api-version: ${API_VERSION}`,
      `x-data-source: ${dataSource}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  };
}

/** A server with every operation of the table; nothing listens yet. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { dataSource, gate, log, patience = PATIENCE } = options;
  const stamp: HeaderMap = { 'x-api-version': API_VERSION, 'x-data-source': dataSource };
  const failure = (error: unknown, id: string, url: string): Problem => {
    const found = problemOfError(error instanceof Error ? error : new Error(String(error)));
    if (found.status >= 500) log.error({ requestId: id, url: shownUrl(url), err: error }, 'request failed');
    return found;
  };
  // A connection that answers while the server closes would otherwise linger until its keep-alive ends.
  let isClosing = false;

  const server = Fastify({
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (read) =>
      createHttpServer(
        {
          ServerResponse: ReadyResponse,
          keepAliveTimeout: KEEP_ALIVE_MS,
          headersTimeout: patience.headers,
          requestTimeout: patience.request,
          connectionsCheckingInterval: patience.lookEvery,
        },
        (request, response) => {
          if (!shortcut.take(request, response)) read(request, response);
        },
      ),
    genReqId: requestId,
    requestIdHeader: false,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: true } },
    clientErrorHandler: answerClientError(dataSource),
    frameworkErrors: (error, request, reply) => {
      void send(reply.headers(stamp).header('x-request-id', request.id), readyProblem(problemOfError(error)));
    },
  });

  const watchers = watchersOf(server);
  const shortcut = createShortcut({ gate, watchers, requestId, stamp, failure, isClosing: () => isClosing });

  server.removeAllContentTypeParsers();
  // A body of any content type is parsed as JSON where the table wants one; elsewhere it is measured and discarded.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    done(null, request.routeOptions.schema?.body === undefined ? undefined : jsonOf(body));
  });
  server.decorateRequest('admission', undefined);

  server.addHook('onRequest', async (request, reply) => {
    reply.headers(stamp).header('x-request-id', request.id);
    if (!isDecodable(request.url)) return sendProblem(reply, problem('bad_request', 'The URL is not well encoded.'));
    return undefined;
  });
  server.addHook('preClose', async () => {
    isClosing = true;
  });
  server.addHook('onSend', async (request, reply) => {
    if (isClosing) reply.header('connection', 'close');
    const refund = isFreeOfCharge(reply.statusCode) ? request.admission?.refund : undefined;
    if (refund !== undefined) reply.headers(await refund());
  });
  watchers.push(({ requestId: id, method, url, status, ms }) => {
    if (!log.isLevelEnabled('debug')) return;
    log.debug({ requestId: id, method, url: shownUrl(url), status, ms: Math.round(ms) }, 'request completed');
  });
  server.setErrorHandler((error, request, reply) => sendProblem(reply, failure(error, request.id, request.url)));
  server.setNotFoundHandler((request, reply) => sendProblem(reply, problemOfUnknownRoute(request.method, request.url)));

  for (const one of options.operations) {
    addRoute(server, performed(one, options.contexts, gate.pricingUrl), gate, shortcut);
  }
  return server;
}

function addRoute(server: FastifyInstance, operation: Performed, gate: Gate, shortcut: Shortcut): void {
  const { endpoint } = operation;
  const keeping = keepingOf(endpoint);
  const body = endpoint.body === undefined ? {} : { body: endpoint.body };
  server.route({
    method: endpoint.method,
    url: operation.route,
    schema: { querystring: endpoint.query, params: endpoint.pathParameters, ...body },
    onRequest: async (request, reply) => {
      reply.headers(deprecationHeaders(endpoint));
      const key = request.headers['x-api-key'];
      const admitted = await gate.admit(endpoint, typeof key === 'string' ? key : undefined);
      if (!admitted.ok) return sendProblem(reply, admitted.error);
      request.admission = admitted.value;
      reply.headers(admitted.value.headers);
      return undefined;
    },
    preValidation: async (request, reply) => {
      const settled = settleQuery(endpoint, recordOf(request.query));
      if (!settled.ok) return sendProblem(reply, settled.error);
      Object.assign(request, { query: settled.value });
      return undefined;
    },
    handler: async (request, reply) => {
      const asked = { query: recordOf(request.query), path: recordOf(request.params), body: request.body };
      const { remoteAddress } = request.raw.socket;
      const outcome = await operation.perform(asked, request.headers, request.admission?.caller, remoteAddress);
      if (!outcome.ok) return sendProblem(reply, outcome.error);
      if ('attach' in outcome.value) return sendFeed(reply, outcome.value);
      shortcut.learn(request.url, operation, asked);
      return send(reply, await readyAnswer(formOf(request.headers, outcome.value, keeping), outcome.value, keeping));
    },
  });
}

function recordOf(value: unknown): RawQuery {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The JSON of a body; undefined, which no schema takes, when it is none. */
function jsonOf(body: string | Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}
