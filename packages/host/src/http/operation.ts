/** One row of the endpoint table with what answers it. */

import { settleScope, type Endpoint, type EndpointId, type Problem } from '@barograph/contract';
import { err, type Result } from '@barograph/core';
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from './access.ts';
import { DeadlineError, inTime, operationMs, type Awaitable } from './deadline.ts';
import type { Handler, Handlers, OutcomeOf, RequestOf } from './handlers.ts';
import type { RawQuery } from './query.ts';

/** The parts of a request that were checked against the table. */
export interface Asked {
  readonly query: RawQuery;
  readonly path: RawQuery;
  readonly body: unknown;
}

/** What comes of an operation. */
export type Outcome = Result<OutcomeOf<EndpointId>, Problem>;

/** An operation that can be performed. */
export interface Operation {
  readonly endpoint: Endpoint;
  /** The path as the router writes it: `/api/v1/indicators/signum-rgg/:symbol`. */
  readonly route: string;
  /** Within the scope of the caller's tier. @throws {DeadlineError} it took longer than its answer may take. */
  perform(asked: Asked, headers: IncomingHttpHeaders, caller: Caller | undefined, remote?: string): Awaitable<Outcome>;
}

/** The operation of an endpoint. */
export function operationOf(id: string, endpoint: Endpoint, handlers: Handlers, pricingUrl: string): Operation {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every id of the table has its handler
  const handler: Handler<EndpointId> = handlers[id as EndpointId];
  const limitMs = operationMs(endpoint);
  const late = (): Error => new DeadlineError(`${id} took longer than ${limitMs} ms`);
  return {
    endpoint,
    route: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    perform: ({ query, path, body }, headers, caller, remote) => {
      let scoped = query;
      if (caller !== undefined && endpoint.scope !== undefined) {
        const settled = settleScope(endpoint, caller.tier, { ...path, ...query }, pricingUrl);
        if (!settled.ok) return err(settled.error);
        scoped = { ...query, ...settled.value };
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas of this very endpoint checked all three
      const request = { query: scoped, path, body, headers, caller, remote } as RequestOf<EndpointId>;
      return inTime(limitMs, handler(request), late);
    },
  };
}
