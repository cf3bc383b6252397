import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { createServer } from '../../src/http/server.ts';
import { createLog } from '../../../store/src/log.ts';
import { readPage } from '../../src/page/assets.ts';
import { addPage, PAGE_HEADERS } from '../../src/page/routes.ts';
import { createPageSessions, type PageSessions } from '../../src/page/sessions.ts';
import { AS_OF, OPEN_GATE } from '../test-support.ts';
import { contextsOver } from '../ask.ts';

const folder = mkdtempSync(join(tmpdir(), 'barograph-page-'));
mkdirSync(join(folder, 'page', 'js'), { recursive: true });
writeFileSync(join(folder, 'page', 'index.html'), `<!doctype html>${' '.repeat(2000)}`);
writeFileSync(join(folder, 'page', 'js', 'app.mjs'), 'export {};');
writeFileSync(join(folder, 'page', 'js', 'notes.md'), 'of no known type');
writeFileSync(join(folder, 'secret.txt'), 'outside');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function serverWith(sessions: PageSessions | undefined) {
  const contexts = contextsOver(new Map());
  const log = createLog('silent');
  const server = createServer({ operations: [], contexts, gate: OPEN_GATE, dataSource: 'simulated', log });
  addPage(server, { assets: readPage(join(folder, 'page'))!, sessions });
  return server;
}

const SECRET = 'a-secret-of-the-link-that-is-printed';
const bound = createPageSessions(createManualClock(AS_OF), () => SECRET);
bound.bind('bg_live_dev');
const server = serverWith(bound);
let port = 0;
beforeAll(async () => {
  await server.listen({ host: '127.0.0.1', port: 0 });
  port = (server.server.address() as AddressInfo).port;
});
afterAll(async () => server.close());

/** Sends bytes as they are: clients tidy paths up before they send them. */
async function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}

describe('the way in of an agent', () => {
  it('stands in the headers of the page, in its document, and in robots.txt', async () => {
    const { headers } = await server.inject({ url: '/' });
    expect(headers['link']).toContain('</llms.txt>; rel="alternate"');
    expect(headers['link']).toContain('</api/openapi.json>; rel="service-desc"');
    expect((await server.inject({ url: '/robots.txt' })).body).toContain('/llms.txt');
    const document = readFileSync(new URL('../../../page/src/index.html', import.meta.url), 'utf8');
    expect(document).toMatch(/<link rel="alternate" type="text\/plain" href="llms.txt"/);
    expect(document.split('<noscript')[1]).toContain('href="llms.txt"');
  });

  it.each([
    ['text/markdown', 302],
    ['text/markdown, text/plain;q=0.9, */*;q=0.1', 302],
    ['Text/Markdown', 302],
    ['text/plain', 302],
    ['text/html, text/markdown', 200],
    ['application/json, text/plain, */*', 200],
    ['*/*', 200],
    ['application/json', 200],
  ])('is where a client goes that asks the page for %s', async (accept, status) => {
    const { statusCode, headers } = await server.inject({ url: '/', headers: { accept } });
    expect(statusCode).toBe(status);
    expect(headers['location']).toBe(status === 302 ? '/llms.txt' : undefined);
    expect(headers['vary']).toContain('Accept');
  });
});

describe('the files of the page', () => {
  it('come with a policy that lets nothing in from elsewhere', async () => {
    for (const url of ['/', '/page/js/app.mjs']) {
      const reply = await server.inject({ url });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).toMatchObject(PAGE_HEADERS);
      expect(reply.headers['content-security-policy']).toMatch(/^default-src 'self';/);
      expect(reply.headers['content-security-policy']).not.toMatch(/unsafe|http|\*|data:/);
      expect(reply.headers['x-content-type-options']).toBe('nosniff');
      expect(reply.headers['cache-control']).toBe('no-cache');
    }
  });

  it('have types, tags and a packed form', async () => {
    const index = await server.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
    expect(index.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(index.headers['content-encoding']).toBe('gzip');
    const script = await server.inject({ url: '/page/js/app.mjs?v=1' });
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const again = await server.inject({ url: '/', headers: { 'if-none-match': String(index.headers['etag']) } });
    expect(again.statusCode).toBe(304);
    const head = await server.inject({ method: 'HEAD', url: '/' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it.each([
    '/page/',
    '/page/js/notes.md',
    '/page/js',
    '/page/../secret.txt',
    '/page/js/../../secret.txt',
    '/page/..%2fsecret.txt',
    '/page/%2e%2e/secret.txt',
    '/page/js/..\\..\\secret.txt',
    '/page//etc/passwd',
    '/page/%00',
    '/page/constructor',
  ])('are these alone: %s is not there', async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(answer).toContain('"detail"');
    expect(answer).not.toContain('outside');
  });
});

describe('a session', () => {
  const url = (): string => `http://127.0.0.1:${port}/page/session`;
  const ask = async (body?: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url(), { method: 'POST', headers, ...(body === undefined ? {} : { body }) });

  it.each([
    ['by the page', { 'content-type': 'application/json' }],
    ['through a proxy, whatever it adds', { 'x-forwarded-for': '203.0.113.9', via: '1.1 cache' }],
  ])('is opened by the secret %s, and never kept', async (_, headers) => {
    const answer = await ask(JSON.stringify({ secret: SECRET }), headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const body = (await answer.json()) as { token: string; expires_at: number };
    expect(Object.keys(body)).toEqual(['token', 'expires_at']);
    expect(bound.keyOf(body.token)).toBe('bg_live_dev');
  });

  it.each([
    ['no body', undefined, 'missing_api_key'],
    ['no JSON', 'secret', 'missing_api_key'],
    ['no object', JSON.stringify([SECRET]), 'missing_api_key'],
    ['null', 'null', 'missing_api_key'],
    ['another name', JSON.stringify({ token: SECRET }), 'missing_api_key'],
    ['no text', JSON.stringify({ secret: { length: 32 } }), 'missing_api_key'],
    ['a guess', JSON.stringify({ secret: SECRET.replace('a', 'b') }), 'invalid_api_key'],
    ['an empty one', JSON.stringify({ secret: '' }), 'invalid_api_key'],
  ])('is refused to %s, with where the link is printed', async (_, body, error) => {
    const own = `http://127.0.0.1:${port}`;
    const answer = await ask(body, { origin: own, 'sec-fetch-site': 'same-origin' });
    expect(answer.status).toBe(401);
    const { detail } = (await answer.json()) as { detail: { error: string; message: string } };
    expect(detail.error).toBe(error);
    expect(detail.message).toContain('that the host prints in its terminal when it starts; barograph-host page-link');
    expect(JSON.stringify(detail)).not.toContain('bg_');
  });

  it.each(['localhost', '127.0.0.1', 'evil.example'])('is refused to a stranger who writes Host: %s', async (host) => {
    const head = `Host: ${host}\r\nOrigin: http://${host}\r\nSec-Fetch-Site: same-origin`;
    const answer = await raw(
      `POST /page/session HTTP/1.1\r\n${head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).not.toContain('bg_page_');
  });

  it.each([
    ['without sessions', undefined],
    ['without a key', createPageSessions(createManualClock(AS_OF), () => SECRET)],
  ])('is refused by a host %s', async (_, sessions) => {
    const other = serverWith(sessions);
    const payload = { secret: SECRET };
    const reply = await other.inject({ method: 'POST', url: '/page/session', payload, remoteAddress: '127.0.0.1' });
    expect(reply.statusCode).toBe(404);
    expect(reply.body).toContain('prints no link');
    await other.close();
  });
});
