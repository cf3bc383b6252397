/** Bytes on the wire, compared with those that Node itself sends for the same names and values. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headText, KEEP_ALIVE_MS, linesOf, ReadyResponse } from '../../src/http/ready-response.ts';

const BODY = Buffer.from('{"answer":42}');
const headersOf = (body: Buffer | undefined): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  ...(body === undefined ? {} : { 'content-length': String(body.length) }),
});

/** `/node/STATUS` is answered by Node's `writeHead`, `/ready/STATUS` by `sendReady`. */
const server = createServer(
  { ServerResponse: ReadyResponse, keepAliveTimeout: KEEP_ALIVE_MS },
  ({ url = '' }, response) => {
    const [, way, text = '200'] = url.split('/');
    const status = Number(text);
    const body = status === 304 ? undefined : BODY;
    if (way === 'ready') {
      const head = headText(status, headersOf(body)) + linesOf({ 'x-request-id': 'one' });
      response.sendReady(status, head, body);
    } else {
      response.writeHead(status, { ...headersOf(body), 'x-request-id': 'one' }).end(body);
    }
  },
);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** All bytes received for a request text whose last request closes the connection. */
async function answersTo(...requests: readonly string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(requests.join(''));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

const get = (path: string, ...lines: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, 'host: x', ...lines, '', ''].join('\r\n');
const LAST = get('/node/200', 'connection: close');

/** The first answer: its first line, its header lines in a fixed order with lower-case names, its body. */
function firstOf(text: string): { first: string; lines: readonly string[]; rest: string } {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const lowered = lines.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()));
  return { first, lines: lowered.toSorted(), rest: text.slice(end + 4) };
}

const withoutDate = (lines: readonly string[]): readonly string[] => lines.filter((line) => !line.startsWith('date:'));

describe('a response with a head that is text', () => {
  it.each([200, 304, 404, 503])('has the status, the lines and the body of Node’s own: %i', async (status) => {
    const own = firstOf(await answersTo(get(`/node/${status}`), LAST));
    const ready = firstOf(await answersTo(get(`/ready/${status}`), LAST));
    expect(ready.first).toBe(own.first);
    expect(withoutDate(ready.lines)).toEqual(withoutDate(own.lines));
    expect(ready.rest.split('HTTP/1.1')[0]).toBe(own.rest.split('HTTP/1.1')[0]);
  });

  it('has the date of its second', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { lines } = firstOf(await answersTo(get('/ready/200'), LAST));
    const date = lines.find((line) => line.startsWith('date: '))?.slice('date: '.length) ?? '';
    expect(new Date(date).toUTCString()).toBe(date);
    expect(Date.parse(date) / 1000).toBeGreaterThanOrEqual(before);
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
  });

  it('leaves the connection to the requests behind it, in their order', async () => {
    const text = await answersTo(get('/ready/200'), get('/ready/304'), get('/node/404'), get('/ready/503'), LAST);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 304, 404, 503, 200].map((status) => `HTTP/1.1 ${status}`));
    expect(text.split(BODY.toString())).toHaveLength(5);
  });
});
