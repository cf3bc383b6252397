/** A granted stream onto the wire. */

import type { FastifyReply } from 'fastify';
import { outletOf } from '../stream/outlet.ts';
import type { Feed } from '../stream/service.ts';

/**
 * Writes the headers that were set so far and those of a stream, and hands the body over. Never packed, never kept.
 *
 * The body ends with the connection instead of being sent in chunks: a frame then goes to every socket as it is, and
 * not as three writes with a length before it and a line's end behind it. A stream has no other end anyway, and a
 * client that loses its end resumes by id.
 *
 * @source RFC 9112, section 6.3: a response without a length extends to the end of its connection.
 */
export function sendFeed(reply: FastifyReply, feed: Feed): FastifyReply {
  reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('connection', 'close')
    // Asks proxies of the nginx kind not to collect the messages.
    .header('x-accel-buffering', 'no');
  reply.hijack();
  const headers = reply.getHeaders();
  reply.raw.removeHeader('transfer-encoding');
  reply.raw.writeHead(200, Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)));
  reply.raw.flushHeaders();
  feed.attach(outletOf(reply.raw));
  return reply;
}
