/** The HTTP surface: every route comes from the endpoint table. */

import {
  API_VERSION,
  deprecationHeaders,
  ENDPOINT_LIST,
  problem,
  settleScope,
  type DataSource,
  type Endpoint,
  type EndpointId,
} from '@barograph/contract';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { isFreeOfCharge, type Admission, type Gate } from './access.ts';
import { problemOfError, problemOfUnknownRoute } from './errors.ts';
import type { Handler, Handlers, RequestOf } from './handlers.ts';
import { isDecodable, settleQuery, type RawQuery } from './query.ts';
import { sendFeed } from './send-feed.ts';
import { keepingOf, sendAnswer, sendProblem, shownUrl } from './send.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the gate decided; undefined before it was asked, and where there is no operation. */
    admission: Admission | undefined;
  }
}

const BODY_LIMIT_BYTES = 65_536;

/** How long a client may take to send its request, ms. Who is slower is answered 408, and the connection closed. */
export interface Patience {
  readonly headers: number;
  readonly request: number;
  /** How often connections are looked at. */
  readonly lookEvery: number;
}
const PATIENCE: Patience = { headers: 10_000, request: 40_000, lookEvery: 2000 };
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** What a server needs. */
export interface ServerOptions {
  readonly handlers: Handlers;
  readonly gate: Gate;
  /** The table; another one in tests. */
  readonly endpoints?: readonly (readonly [string, Endpoint])[];
  readonly dataSource: DataSource;
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

/** What a connection gets that did not send HTTP. */
function answerClientError(dataSource: DataSource) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const statusCode = STATUS_OF_CLIENT_ERROR[error.code ?? ''] ?? 400;
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
  const { dataSource, log, patience = PATIENCE } = options;
  const stamp = (reply: FastifyReply, id: string): FastifyReply =>
    reply.headers({ 'x-api-version': API_VERSION, 'x-data-source': dataSource, 'x-request-id': id });

  const server = Fastify({
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: patience.request,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.lookEvery },
    genReqId: requestId,
    requestIdHeader: false,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: true } },
    clientErrorHandler: answerClientError(dataSource),
    frameworkErrors: (error, request, reply) => {
      void sendProblem(stamp(reply, request.id), problemOfError(error));
    },
  });

  server.removeAllContentTypeParsers();
  // Whatever type it claims, a body is JSON where the table wants one, and elsewhere measured and let go.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    done(null, request.routeOptions.schema?.body === undefined ? undefined : jsonOf(body));
  });
  server.decorateRequest('admission', undefined);

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
  server.addHook('onSend', async (request, reply) => {
    if (isClosing) reply.header('connection', 'close');
    const refund = isFreeOfCharge(reply.statusCode) ? request.admission?.refund : undefined;
    if (refund !== undefined) reply.headers(await refund());
  });
  server.addHook('onResponse', async (request, reply) => {
    const about = {
      requestId: request.id,
      method: request.method,
      url: shownUrl(request.url),
      status: reply.statusCode,
    };
    log.debug({ ...about, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
  server.setErrorHandler((error: Parameters<typeof problemOfError>[0], request, reply) => {
    const failure = problemOfError(error);
    if (failure.status >= 500)
      log.error({ requestId: request.id, url: shownUrl(request.url), err: error }, 'request failed');
    return sendProblem(reply, failure);
  });
  server.setNotFoundHandler((request, reply) => sendProblem(reply, problemOfUnknownRoute(request.method, request.url)));

  for (const [id, endpoint] of options.endpoints ?? ENDPOINT_LIST) addRoute(server, id, endpoint, options);
  return server;
}

function addRoute(server: FastifyInstance, id: string, endpoint: Endpoint, { handlers, gate }: ServerOptions): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every id of the table has its handler
  const handler: Handler<EndpointId> = handlers[id as EndpointId];
  const body = endpoint.body === undefined ? {} : { body: endpoint.body };
  server.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
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
    preHandler: async (request, reply) => {
      const tier = request.admission?.caller?.tier;
      if (tier === undefined) return undefined;
      const query = recordOf(request.query);
      const scoped = settleScope(endpoint, tier, { ...recordOf(request.params), ...query }, gate.pricingUrl);
      if (!scoped.ok) return sendProblem(reply, scoped.error);
      Object.assign(request, { query: { ...query, ...scoped.value } });
      return undefined;
    },
    handler: async (request, reply) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas of this very endpoint checked all three
      const checked = {
        query: request.query,
        path: request.params,
        body: request.body,
        headers: request.headers,
        caller: request.admission?.caller,
      } as RequestOf<EndpointId>;
      const result = await handler(checked);
      if (!result.ok) return sendProblem(reply, result.error);
      if ('attach' in result.value) return sendFeed(reply, result.value);
      return sendAnswer(request, reply, result.value, keepingOf(endpoint));
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
