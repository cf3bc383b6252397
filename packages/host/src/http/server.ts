/** The HTTP surface: every route comes from the endpoint table. */

import {
  API_VERSION,
  ENDPOINT_LIST,
  problem,
  type DataSource,
  type Endpoint,
  type EndpointId,
} from '@barograph/contract';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { AccessRule } from './access.ts';
import { problemOfError, problemOfUnknownRoute } from './errors.ts';
import type { Handler, Handlers, RequestOf } from './handlers.ts';
import { isDecodable, settleQuery, type RawQuery } from './query.ts';
import { sendAnswer, sendProblem } from './send.ts';

const BODY_LIMIT_BYTES = 65_536;
/** Longer than the longest operation. */
const REQUEST_TIMEOUT_MS = 40_000;
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** What a server needs. */
export interface ServerOptions {
  readonly handlers: Handlers;
  readonly access: AccessRule;
  readonly dataSource: DataSource;
  readonly log: Logger;
}

function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** What a connection gets that did not send HTTP. */
function answerClientError(dataSource: DataSource) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const statusCode = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    const { status, body } = problemOfError(Object.assign(new Error(), { name: '', code: '', statusCode }));
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
  const { dataSource, log } = options;
  const stamp = (reply: FastifyReply, id: string): FastifyReply =>
    reply.headers({ 'x-api-version': API_VERSION, 'x-data-source': dataSource, 'x-request-id': id });

  const server = Fastify({
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: requestId,
    requestIdHeader: false,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: true } },
    clientErrorHandler: answerClientError(dataSource),
    frameworkErrors: (error, request, reply) => {
      void sendProblem(stamp(reply, request.id), problemOfError(error));
    },
  });

  server.removeAllContentTypeParsers();
  // No operation takes a body yet: whatever comes is measured against the limit and let go.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));

  server.addHook('onRequest', async (request, reply) => {
    stamp(reply, request.id);
    if (!isDecodable(request.url)) return sendProblem(reply, problem('bad_request', 'The URL is not well encoded.'));
    return undefined;
  });
  // A connection that answers while the server closes would otherwise linger until its keep-alive ends.
  let isClosing = false;
  server.addHook('preClose', async () => {
    isClosing = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  server.addHook('onResponse', async (request, reply) => {
    const about = { requestId: request.id, method: request.method, url: request.url, status: reply.statusCode };
    log.debug({ ...about, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
  server.setErrorHandler((error: Parameters<typeof problemOfError>[0], request, reply) => {
    const failure = problemOfError(error);
    if (failure.status >= 500) log.error({ requestId: request.id, url: request.url, err: error }, 'request failed');
    return sendProblem(reply, failure);
  });
  server.setNotFoundHandler((request, reply) => sendProblem(reply, problemOfUnknownRoute(request.method, request.url)));

  for (const [id, endpoint] of ENDPOINT_LIST) addRoute(server, id, endpoint, options);
  return server;
}

function addRoute(
  server: FastifyInstance,
  id: EndpointId,
  endpoint: Endpoint,
  { handlers, access }: ServerOptions,
): void {
  const handler: Handler<EndpointId> = handlers[id];
  server.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: { querystring: endpoint.query, params: endpoint.pathParameters },
    onRequest: async (request, reply) => {
      const key = request.headers['x-api-key'];
      const refused = access(endpoint, typeof key === 'string' ? key : undefined);
      return refused === undefined ? undefined : sendProblem(reply, refused);
    },
    preValidation: async (request, reply) => {
      const settled = settleQuery(endpoint, rawQuery(request.query));
      if (!settled.ok) return sendProblem(reply, settled.error);
      Object.assign(request, { query: settled.value });
      return undefined;
    },
    handler: async (request, reply) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas of this very endpoint checked both
      const checked = { query: request.query, path: request.params } as RequestOf<EndpointId>;
      const result = await handler(checked);
      return result.ok ? sendAnswer(request, reply, result.value) : sendProblem(reply, result.error);
    },
  });
}

function rawQuery(query: unknown): RawQuery {
  return typeof query === 'object' && query !== null ? { ...query } : {};
}
