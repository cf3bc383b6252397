/** `/mcp`: the operations of this host as tools for agents, over streamable HTTP without sessions. */

import { problem, type Problem, type Service } from '@barograph/contract';
import type { EndpointParts, McpEndpoint } from '@barograph/mcp';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { sendProblem } from '../http/send.ts';
import { refusalOfCaller, type KnownAs } from './allowed.ts';

/** Parts of the route. */
export interface McpParts extends KnownAs {
  readonly version: string;
  readonly service: Service;
  readonly log: Logger;
}

/** Headers that the endpoint reads. */
const PASSED = [
  'accept',
  'content-type',
  'x-api-key',
  'authorization',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
];

/**
 * Most messages of one request. Each answer is bounded, but one request without a key must not ask for a hundred: that
 * costs 2.4 MB for 10 kB, and half a second of the event loop. The newer protocol has no batches.
 */
const BATCH_MOST = 10;

/** A 403 that no tier or plan changes. */
function forbidden(message: string): Problem {
  return { status: 403, headers: {}, body: { detail: { error: 'bad_request', message } } };
}

/** This host as `fetch`, without a socket: same gate, same limits, same answers. */
function fetchOf(server: FastifyInstance): EndpointParts['fetch'] {
  return async (address, { method = 'GET', headers, body }) => {
    const { pathname, search } = new URL(address);
    const {
      statusCode,
      headers: sent,
      rawPayload,
    } = await server.inject({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tools ask with these two
      method: method as 'GET' | 'POST',
      url: `${pathname}${search}`,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' ? { payload: body } : {}),
    });
    const received = new Headers();
    for (const [name, value] of Object.entries(sent)) if (value !== undefined) received.set(name, String(value));
    return new Response(rawPayload.length === 0 ? null : new Uint8Array(rawPayload), {
      status: statusCode,
      headers: received,
    });
  };
}

function requestOf({ method, headers, body, url }: FastifyRequest): Request {
  const passed = PASSED.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const isPost = method === 'POST';
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: passed,
    ...(isPost ? { body: JSON.stringify(body) } : {}),
  });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).header('cache-control', 'no-store');
  for (const [name, value] of response.headers) reply.header(name, value);
  if (response.body === null) return reply.send();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one stream of the web under two names
  return reply.send(Readable.fromWeb(response.body as ReadableStream<Uint8Array>));
}

/** Adds the route. */
export function addMcp(server: FastifyInstance, { version, service, log, ...known }: McpParts): void {
  let opening: Promise<McpEndpoint> | undefined;
  // Loaded at the first request, so that a start does not wait for the protocol's library.
  const open = async (): Promise<McpEndpoint> => {
    const { createMcpEndpoint } = await import('@barograph/mcp');
    const onError = (error: Error): void => log.debug({ err: error }, 'mcp request refused');
    return createMcpEndpoint({ version, service, fetch: fetchOf(server), onError });
  };
  server.addHook('onClose', async () => (await opening)?.close());
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refused = refusalOfCaller(known, request.headers.host, request.headers.origin);
    if (refused !== undefined) return sendProblem(reply, forbidden(refused));
    if (request.method === 'POST' && request.body === undefined) {
      return sendProblem(reply, problem('bad_request', 'The body is no JSON.'));
    }
    if (Array.isArray(request.body) && request.body.length > BATCH_MOST) {
      const message = `Expected at most ${BATCH_MOST} messages in a request, got ${request.body.length}.`;
      return sendProblem(reply, problem('bad_request', message));
    }
    return sendResponse(reply, await (await (opening ??= open())).handle(requestOf(request)));
  };
  // Any JSON: the protocol's library validates it.
  server.route({ method: 'POST', url: '/mcp', schema: { body: {} }, attachValidation: true, handler });
  server.route({ method: ['GET', 'DELETE'], url: '/mcp', handler });
}
