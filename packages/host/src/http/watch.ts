/** Response observers, called once for every answer on either path: logs, metrics, traces. */

import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

/** An answer that was handed to its connection. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  /** Of the request. */
  readonly headers: IncomingHttpHeaders;
  /** The pattern of the path, not the path: what it names must not become a label. undefined: nothing is there. */
  readonly route: string | undefined;
  readonly status: number;
  /** Since the request had come. */
  readonly ms: number;
}

/** Observes an answer. It must not throw or block. */
export type Watcher = (answered: Answered) => void;

declare module 'fastify' {
  interface FastifyInstance {
    watchers: Watcher[];
  }
}

/** Observers of the answers of a server; add to them before it listens. @param watchers the list, where it is new. */
export function watchersOf(server: FastifyInstance, watchers: Watcher[] = []): Watcher[] {
  if (!server.hasDecorator('watchers')) {
    server.decorate('watchers', watchers);
    server.addHook('onResponse', async (request, reply) => {
      const { id: requestId, method, url, headers } = request;
      const route = request.routeOptions.url;
      const about = { requestId, method, url, headers, route, status: reply.statusCode, ms: reply.elapsedTime };
      for (const observe of watchers) observe(about);
    });
  }
  return server.watchers;
}
