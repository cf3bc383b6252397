/** MCP over streamable HTTP, without sessions: each request is answered by itself, in the name of its own key. */

import type { World } from '@barograph/client';
import { referenceOf, SERVICE, type Reference, type Service } from '@barograph/contract';
import { createMcpHandler, type McpRequestContext } from '@modelcontextprotocol/server';
import { askHost } from './asking.ts';
import { offerOf } from './offer.ts';
import { createMcpServer } from './server.ts';

/** Parts of an endpoint. */
export interface EndpointParts {
  readonly version: string;
  /** The way to the service that answers. */
  readonly fetch: World['fetch'];
  readonly service?: Service | undefined;
  /** Called with faults that no answer tells. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** An endpoint. */
export interface McpEndpoint {
  /** Answers one request. Host and Origin are for the server that listens to check. */
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Largest request, bytes. */
const BODY_MOST = 65_536;

/**
 * The key of a request: X-API-Key, or the bearer token that many clients can send alone.
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
 * An endpoint of a service.
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
