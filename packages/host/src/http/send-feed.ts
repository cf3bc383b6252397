/** Sends a granted stream. */

import type { FastifyReply } from 'fastify';
import { outletOf } from '../stream/outlet.ts';
import type { Feed } from '../stream/service.ts';

/**
 * Writes the headers set so far and those of a stream, then attaches the stream to the body. Never compressed or
 * cached.
 *
 * The body ends with the connection instead of being chunked: each frame is then one write per socket, not three
 * (length, frame, line end). A stream has no other end anyway, and a disconnected client resumes by id.
 *
 * @source RFC 9112, section 6.3: a response without a length extends to the end of its connection.
 */
export function sendFeed(reply: FastifyReply, feed: Feed): FastifyReply {
  reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('connection', 'close')
    // Asks nginx-like proxies not to buffer the messages.
    .header('x-accel-buffering', 'no');
  reply.hijack();
  const headers = reply.getHeaders();
  reply.raw.removeHeader('transfer-encoding');
  reply.raw.writeHead(200, Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)));
  reply.raw.flushHeaders();
  feed.attach(outletOf(reply.raw));
  return reply;
}
