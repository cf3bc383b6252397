/** The documentation as a site, where it is built and where it is not. */

import * as fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { SERVICE } from '@barograph/contract';
import { addReference } from '../../src/http/reference.ts';
import { addDocs } from '../../src/page/docs.ts';

const root = mkdtempSync(join(tmpdir(), 'barograph-docs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function serverOf(folder: string): FastifyInstance {
  const server = Fastify();
  addReference(server, SERVICE);
  addDocs(server, folder);
  return server;
}

describe('the documentation of a host', () => {
  it('names the command where it is not built, and is there at the next request after it was', async () => {
    const folder = join(root, 'late');
    const server = serverOf(folder);
    const missing = await server.inject('/docs/');
    expect([missing.statusCode, missing.body]).toEqual([404, expect.stringContaining('npm run docs')]);
    expect(missing.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(missing.headers['content-security-policy']).toMatch(/^default-src 'self';/);
    for (const [, address] of missing.body.matchAll(/(?:href|src)="([^"]+)"/g))
      expect((await server.inject(address!)).statusCode, address).toBe(200);
    mkdirSync(folder);
    writeFileSync(join(folder, 'index.html'), '<p>here</p>');
    expect((await server.inject('/docs/')).body).toBe('<p>here</p>');
  });

  it('has pages without their ending, folders, and files with their type, all under the policy', async () => {
    const folder = join(root, 'built');
    mkdirSync(join(folder, 'engines'), { recursive: true });
    for (const name of ['index.html', 'start.html', 'engines/index.html', 'theme.js'])
      writeFileSync(join(folder, name), name);
    const server = serverOf(folder);
    for (const [url, body, type] of [
      ['/docs/', 'index.html', 'text/html; charset=utf-8'],
      ['/docs/start', 'start.html', 'text/html; charset=utf-8'],
      ['/docs/start?a=1', 'start.html', 'text/html; charset=utf-8'],
      ['/docs/engines/', 'engines/index.html', 'text/html; charset=utf-8'],
      ['/docs/engines', 'engines/index.html', 'text/html; charset=utf-8'],
      ['/docs/theme.js', 'theme.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const reply = await server.inject(url);
      expect([reply.statusCode, reply.body, reply.headers['content-type']], url).toEqual([200, body, type]);
      expect(reply.headers['content-security-policy'], url).toMatch(/^default-src 'self';/);
      const again = await server.inject({ url, headers: { 'if-none-match': String(reply.headers['etag']) } });
      expect(again.statusCode, url).toBe(304);
    }
    const moved = await server.inject('/docs');
    expect([moved.statusCode, moved.headers.location]).toEqual([302, '/docs/']);
  });

  it('gives the bytes that were packed, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        const folder = mkdtempSync(join(root, 'packed-'));
        writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(bytes));
        writeFileSync(join(folder, 'font.woff2'), bytes);
        const server = serverOf(folder);
        for (const url of ['/docs/', '/docs/index.html', '/docs/font.woff2'])
          expect((await server.inject(url)).rawPayload).toEqual(Buffer.from(bytes));
        expect((await server.inject('/docs/index.html.br')).statusCode).toBe(404);
      }),
      { numRuns: 10 },
    );
  });

  it('gives nothing that is not below its folder', async () => {
    const folder = join(root, 'closed');
    mkdirSync(folder);
    writeFileSync(join(folder, 'index.html'), '');
    writeFileSync(join(root, 'secret.html'), 'secret');
    const server = serverOf(folder);
    for (const url of ['/docs/../secret', '/docs/%2e%2e/secret.html', '/docs/..%2fsecret.html', '/docs/nothing'])
      expect((await server.inject(url)).statusCode, url).toBe(404);
  });

  it('leaves the reference of operations where it was', async () => {
    const { statusCode, body } = await serverOf(join(root, 'built')).inject('/docs/api');
    expect([statusCode, body]).toEqual([200, expect.stringContaining('tier_too_low')]);
  });
});
