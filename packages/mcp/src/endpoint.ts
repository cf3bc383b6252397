/** MCP over streamable HTTP, without sessions: each request is answered independently, with its own key. */

import type { World } from '@barograph/client';
import { referenceOf, SERVICE, type Reference, type Service } from '@barograph/contract';
import { createMcpHandler, type McpRequestContext } from '@modelcontextprotocol/server';
import { askHost } from './asking.ts';
import { offerOf } from './offer.ts';
import { createMcpServer } from './server.ts';

/** Options of an endpoint. */
export interface EndpointParts {
  readonly version: string;
  /** Sends requests to the service. */
  readonly fetch: World['fetch'];
  /** Operations that the tools offer. @default those of this version of the contract */
  readonly service?: Service | undefined;
  /** Called with errors that no answer shows. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** An endpoint. */
export interface McpEndpoint {
  /** Answers a request. The listening server must check Host and Origin. */
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Maximum request size, bytes. */
const BODY_MOST = 65_536;

/**
 * Reads the API key of a request: `X-API-Key`, or the bearer token, which is all that many clients can send.
 * @param headers headers of the HTTP request; undefined for a call without a request.
 * @returns the key, or undefined without one.
 *
 * @example
 * keyOf(new Headers({ 'x-api-key': 'bg_live_1' })); // → 'bg_live_1'
 * keyOf(new Headers({ authorization: 'Bearer bg_live_1' })); // → 'bg_live_1'
 * keyOf(new Headers()); // → undefined
 */
export function keyOf(headers: Headers | undefined): string | undefined {
  const own = headers?.get('x-api-key');
  if (own !== null && own !== undefined && own !== '') return own;
  return /^Bearer (\S+)$/i.exec(headers?.get('authorization') ?? '')?.[1];
}

/**
 * Creates the MCP endpoint of a service.
 *
 * @example
 * const endpoint = createMcpEndpoint({ version: '1.0.0', fetch: async () => Response.json({}) });
 * const response = await endpoint.handle(new Request('http://localhost/mcp', { method: 'GET' }));
 * response.status; // → 405
 * await endpoint.close();
 */
export function createMcpEndpoint({ version, fetch, service = SERVICE, onError }: EndpointParts): McpEndpoint {
  let reference: Reference | undefined;
  const factory = ({ requestInfo }: McpRequestContext) => {
    reference ??= referenceOf(service);
    const ask = askHost({ url: 'http://localhost', key: keyOf(requestInfo?.headers), fetch });
    const list =
      new URL(requestInfo?.url ?? 'http://localhost').searchParams.get('tools') === 'all' ? 'all' : 'compact';
    return createMcpServer(offerOf({ ask, version, list, service, reference }));
  };
  const handler = createMcpHandler(factory, {
    maxRequestBodySize: BODY_MOST,
    maxSubscriptions: 1,
    ...(onError === undefined ? {} : { onerror: onError }),
  });
  return { handle: handler.fetch, close: async () => handler.close() };
}
