/**
 * Fastify with the same three answers as the host: same bytes and headers, an id of its own for each request and a
 * histogram of durations by route, method and status. It has the past of `bare.ts`: warm, and a few major collections.
 */

import Fastify from 'fastify';
import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Histogram } from 'prom-client';
import { run } from './load.ts';
import { get, tell } from './process.ts';

const [url = ''] = process.argv.slice(2);
const OF_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'x-request-id']);
type Got = Awaited<ReturnType<typeof get>>;
const headersOf = ({ headers }: Got): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (OF_NODE.has(name) ? [] : [[name, String(value)]])),
  );

const plain = await get(url, {});
const packed = await get(url, { 'accept-encoding': 'gzip' });
const etag = String(plain.headers.etag);
const unchanged = await get(url, { 'if-none-match': etag });
const [plainHead, packedHead, unchangedHead] = [headersOf(plain), headersOf(packed), headersOf(unchanged)];

const seconds = new Histogram({ name: 'seconds', help: 'of answers', labelNames: ['route', 'method', 'status'] });
const server = Fastify({ genReqId: () => randomUUID() });
server.addHook('onResponse', async (request, reply) => {
  const { method, routeOptions } = request;
  seconds.observe(
    { route: routeOptions.url ?? '', method, status: String(reply.statusCode) },
    reply.elapsedTime / 1000,
  );
});
server.get('/api/v1/indicators/signum-rgg', (request, reply) => {
  const { headers } = request;
  reply.header('x-request-id', request.id);
  if (headers['if-none-match'] === etag) return reply.code(304).headers(unchangedHead).send();
  if (headers['accept-encoding'] !== undefined) return reply.headers(packedHead).send(packed.body);
  return reply.headers(plainHead).send(plain.body);
});
const own = await server.listen({ host: '127.0.0.1', port: 0 });

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
for (let i = 0; i < 5; i++) {
  const path = '/api/v1/indicators/signum-rgg';
  await run({ url: own, path, headers: [{}], status: 200, connections: 8, until: { ms: 200 } });
  collect();
}
tell({ url: own });
