import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { createServer } from '../../src/http/server.ts';
import { createLog } from '../../src/log.ts';
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

const bound = createPageSessions(createManualClock(AS_OF));
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
    const document = readFileSync(new URL('../../page/index.html', import.meta.url), 'utf8');
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
  const ask = async (headers: Record<string, string>): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/page/session`, { method: 'POST', headers });
  const own = (): string => `http://127.0.0.1:${port}`;

  it('is opened for the page itself, and never kept', async () => {
    const answer = await ask({ origin: own() });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const body = (await answer.json()) as { token: string; expires_at: number };
    expect(Object.keys(body)).toEqual(['token', 'expires_at']);
    expect(bound.keyOf(body.token)).toBe('bg_live_dev');
  });

  it.each([
    ['a foreign page', { origin: 'https://evil.example' }],
    ['a program', {}],
    ['a proxy', { 'x-forwarded-for': '203.0.113.9' }],
  ])('is refused to %s', async (_, headers) => {
    const answer = await ask({ ...('x-forwarded-for' in headers ? { origin: own() } : {}), ...headers });
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('bg_page_');
  });

  it('is refused to a name that was rebound to this machine', async () => {
    const text =
      'POST /page/session HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
    const answer = await raw(text);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('does not name this machine');
  });

  it('is refused by hosts without sessions or without a key', async () => {
    for (const [sessions, words] of [
      [undefined, 'opens no sessions'],
      [createPageSessions(createManualClock(AS_OF)), 'no development key'],
    ] as const) {
      const other = serverWith(sessions);
      const headers = { host: 'localhost', origin: 'http://localhost' };
      const reply = await other.inject({ method: 'POST', url: '/page/session', headers, remoteAddress: '127.0.0.1' });
      expect(reply.statusCode).toBe(404);
      expect(reply.body).toContain(words);
      await other.close();
    }
  });
});
