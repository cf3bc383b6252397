/**
 * A bare `node:http` server with three answers of another server: plain, packed, and none to who has it already. `same`
 * sends the same bytes, but for the date; `least` leaves out all of the head that a body can be read without.
 *
 * It has the past of a process that lives for a while: after warming up, a few major garbage collections. They make V8
 * forget the hidden class of Node's ticks, which costs a server that has never had one nothing, and every other about a
 * tenth of its rate. The host has had some when it begins to listen, and keeps that class. `young` has had none.
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { run } from './load.ts';
import { get, tell } from './process.ts';

const [url = '', head = 'same', age = 'grown'] = process.argv.slice(2);
const plain = await get(url, {});
const packed = await get(url, { 'accept-encoding': 'gzip' });
const etag = String(plain.headers.etag);
const unchanged = await get(url, { 'if-none-match': etag });

/** Header lines that Node adds. */
const OF_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
/** Headers without which a body cannot be read. */
const LEAST = new Set(['content-type', 'content-length', 'content-encoding']);
const headOf = ({ headers }: typeof plain): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    OF_NODE.has(name) || (head === 'least' && !LEAST.has(name)) ? [] : [name, String(value)],
  );
const plainHead = headOf(plain);
const packedHead = headOf(packed);
const unchangedHead = headOf(unchanged);

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] !== undefined) response.writeHead(304, unchangedHead).end();
  else if (request.headers['accept-encoding'] !== undefined) response.writeHead(200, packedHead).end(packed.body);
  else response.writeHead(200, plainHead).end(plain.body);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
for (let i = 0; i < 5; i++) {
  await run({ url: own, path: '/', headers: [{}], status: 200, connections: 8, until: { ms: 200 } });
  if (age === 'grown') collect();
}
tell({ url: own, etag, plain: plain.body.length, packed: packed.body.length });
