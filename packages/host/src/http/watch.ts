/** Who is told of every answer that was sent, whichever way it went: logs, metrics, traces. */

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

/** Hears of an answer. It must not throw, and is quick. */
export type Watcher = (answered: Answered) => void;

declare module 'fastify' {
  interface FastifyInstance {
    watchers: Watcher[];
  }
}

/** Those who are told of the answers of a server; add to them before it listens. */
export function watchersOf(server: FastifyInstance): Watcher[] {
  if (!server.hasDecorator('watchers')) {
    const watchers: Watcher[] = [];
    server.decorate('watchers', watchers);
    server.addHook('onResponse', async (request, reply) => {
      const { id: requestId, method, url, headers } = request;
      const route = request.routeOptions.url;
      const about = { requestId, method, url, headers, route, status: reply.statusCode, ms: reply.elapsedTime };
      for (const tell of watchers) tell(about);
    });
  }
  return server.watchers;
}
