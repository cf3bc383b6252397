/** HTTP server: every route comes from the operations. */

import { problem, type Operation, type Problem } from '@barograph/contract';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { NestingError, parseBounded } from '@barograph/runtime';
import type { Gate } from './access.ts';
import { answerClientError, closable, createListener, hasHost, stampOf, type Patience } from './connection.ts';
import type { Common } from './common.ts';
import type { Contexts } from '@barograph/runtime';
import { createCors } from './cors.ts';
import { createEdgeGuard } from './edge-guard.ts';
import { problemOfError, problemOfUnknownRoute } from './errors.ts';
import { createFailureLog } from './failure-log.ts';
import { CallerGone } from './hang-up.ts';
import { performed, type Means } from './operation.ts';
import type { Seller } from '@barograph/payments';
import type { Past } from '@barograph/runtime';
import { compileLazily } from './lazy-validators.ts';
import { isDecodable } from './query.ts';
import { addRoute } from './route.ts';
import { readyProblem, send, sendProblem, shownUrl } from './send.ts';
import { createShortcut } from './shortcut.ts';
import { createStages, type Call } from './stages.ts';
import { watchersOf, type Watcher } from './watch.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request in the stages; undefined for a route without an operation. */
    call: Call | undefined;
    /** Names of the query parameters in the request. */
    sent: readonly string[];
    /** Parameters that many operations share. */
    common: Common | undefined;
  }
}

const BODY_LIMIT_BYTES = 65_536;
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Parts of a server. */
export interface ServerOptions {
  readonly operations: readonly Operation[];
  /** Contexts of operations. */
  readonly contexts: Contexts;
  /** Answers of the past; disabled when left out. */
  readonly past?: Past | undefined;
  /** Queue of heavy operations; without it they run at once. */
  readonly bulkhead?: Means['bulkhead'];
  readonly gate: Gate;
  /** Sells answers to callers without a key; nothing is sold when left out. */
  readonly seller?: Seller | undefined;
  /** Kinds of all sources in order, as in the header: `files, live`. */
  readonly dataSource: string;
  readonly log: Logger;
  /** Origins whose pages may read answers, as `createCors` takes them; no origin when left out. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Refuses the default User-Agent of one client on every path; false when left out. */
  readonly edgeGuard?: boolean | undefined;
  /** Replaced in tests. */
  readonly patience?: Patience;
  /** Longest wait of a stop for answers in progress, ms; the longest answer when left out. */
  readonly drainMs?: number;
}

function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Maps an error to its problem. Answers with status 500 and above are logged here, and only here. */
function failureOf(log: Logger) {
  const failed = createFailureLog(log);
  return (error: unknown, id: string, url: string): Problem => {
    const found = problemOfError(error instanceof Error ? error : new Error(String(error)));
    failed({ requestId: id, url: shownUrl(url), err: error }, found);
    return found;
  };
}

/** Creates a server with every operation; it does not listen yet. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { gate, log } = options;
  const stages = createStages(gate, options.past, options.seller);
  const failure = failureOf(log);
  const cors = createCors(options.corsOrigins);
  const stamp = { ...stampOf(options.dataSource), ...cors.always };
  // A connection that answers while the server closes would otherwise stay open until its keep-alive ends.
  let isClosing = false;

  const watchers: Watcher[] = [];
  const guard = options.edgeGuard === true ? createEdgeGuard(watchers, requestId) : undefined;
  const server = Fastify({
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (read) =>
      createListener(read, (request, response) => shortcut.take(request, response), options.patience, guard),
    genReqId: requestId,
    requestIdHeader: false,
    // Verbose: a fault includes its value and schema, which `validation.ts` turns into its message.
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: true, verbose: true },
      onCreate: compileLazily,
    },
    clientErrorHandler: answerClientError(stampOf(options.dataSource)),
    // Before any hook: a URL that cannot be decoded, or a path segment longer than any name.
    frameworkErrors: (error, request, reply) => {
      const { id, url, method, headers } = request;
      const found = isUnknownPath(error) ? problemOfUnknownRoute(method, '') : failure(error, id, url);
      reply.headers({ ...stamp, 'x-request-id': id, ...cors.headersFor(headers.origin) });
      void send(reply, readyProblem(found));
    },
  });

  watchersOf(server, watchers);
  const closing = closable(server.server, options.drainMs);
  const shortcut = createShortcut({ stages, watchers, requestId, stamp, cors, failure, isClosing: () => isClosing });

  server.removeAllContentTypeParsers();
  // A body is parsed as JSON whatever its type, if the operation takes a body; otherwise it is measured and dropped.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    request.routeOptions.schema?.body === undefined ? undefined : jsonOf(body),
  );
  server.decorateRequest('call', undefined);
  server.decorateRequest('sent');
  server.decorateRequest('common', undefined);

  server.addHook('onRequest', async ({ id, url, method, headers, raw }, reply) => {
    reply.headers({ ...stamp, 'x-request-id': id, ...cors.headersFor(headers.origin) });
    if (!hasHost(raw)) return sendProblem(reply, problem('bad_request', 'Expected a Host header, got none.'));
    if (!isDecodable(url)) return sendProblem(reply, problem('bad_request', 'The URL is not well encoded.'));
    if (!isMet(headers.expect))
      return sendProblem(reply, problemOfError(Object.assign(new Error(), { statusCode: 417 })));
    const preflight = method === 'OPTIONS' ? cors.preflight(url, headers) : undefined;
    return preflight === undefined ? undefined : send(reply, { status: 204, headers: preflight });
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    closing();
  });
  server.addHook('onSend', async ({ call }, reply) => {
    if (isClosing) reply.header('connection', 'close');
    if (call === undefined) return;
    await stages.leave(call, reply.statusCode);
    reply.headers(call.head);
  });
  watchers.push(({ requestId: id, method, url, status, ms }) => {
    if (!log.isLevelEnabled('debug')) return;
    log.debug({ requestId: id, method, url: shownUrl(url), status, ms: Math.round(ms) }, 'request completed');
  });
  server.setErrorHandler((error, request, reply) => {
    if (error instanceof CallerGone || (request.raw.errored !== null && request.raw.destroyed)) {
      log.debug({ requestId: request.id, url: shownUrl(request.url) }, 'request aborted');
      return sendProblem(reply, problem('bad_request', 'The request ended before its body was whole.'));
    }
    return sendProblem(reply, failure(error, request.id, request.url));
  });
  server.setNotFoundHandler((request, reply) => sendProblem(reply, problemOfUnknownRoute(request.method, request.url)));

  for (const operation of options.operations)
    addRoute(server, performed(operation, options.contexts, options), stages, shortcut);
  return server;
}

/** A path segment longer than any name: nothing exists at it. */
function isUnknownPath({ code }: FastifyError): boolean {
  return code === 'FST_ERR_MAX_PARAM_LENGTH';
}

/** Node itself answers `100-continue`; no other expectation can be met. */
function isMet(expected: string | undefined): boolean {
  return expected === undefined || expected.toLowerCase() === '100-continue';
}

/** Parses a JSON body; undefined, which every schema refuses, for invalid JSON. @throws {NestingError} above the depth limit. */
function jsonOf(body: Buffer): unknown {
  try {
    return parseBounded(body.toString());
  } catch (error) {
    if (error instanceof NestingError) throw error;
    return undefined;
  }
}
