/** Response observers, called once per answer on either path, for logs, metrics and traces. */

import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

/** An answer that was handed to its connection. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  /** Headers of the request. */
  readonly headers: IncomingHttpHeaders;
  /** Pattern of the path, not the path itself, whose names must not become labels; undefined for an unknown path. */
  readonly route: string | undefined;
  readonly status: number;
  /** Time since the request arrived. */
  readonly ms: number;
}

/** Observes an answer. It must not throw or block. */
export type Watcher = (answered: Answered) => void;

declare module 'fastify' {
  interface FastifyInstance {
    watchers: Watcher[];
  }
}

/** Observers of a server's answers; add to them before it listens. @param watchers initial list for a new server. */
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
