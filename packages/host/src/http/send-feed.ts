/** A granted stream onto the wire. */

import type { FastifyReply } from 'fastify';
import type { Feed } from '../stream/service.ts';

/** Writes the headers that were set so far and those of a stream, and hands the body over. Never packed, never kept. */
export function sendFeed(reply: FastifyReply, feed: Feed): FastifyReply {
  reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    // Asks proxies of the nginx kind not to collect the messages.
    .header('x-accel-buffering', 'no');
  reply.hijack();
  const headers = reply.getHeaders();
  reply.raw.writeHead(200, Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)));
  reply.raw.flushHeaders();
  feed.attach(reply.raw);
  return reply;
}
