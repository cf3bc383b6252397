/**
 * Strangers who reach a host on loopback through a proxy or a tunnel of its machine, and write what they like into their
 * headers: nothing but the secret of the printed link opens a session of the page. The programs are Debian's.
 */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_ACCOUNTS, startHost, type HostProcess } from './host-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'barograph-proxies-'));
const running = new Set<ChildProcess>();
let host: HostProcess;

interface Proxy {
  readonly program: string;
  /** Arguments of a proxy at a port, before the port of the host. */
  readonly args: (at: number, before: number) => readonly string[];
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const PROXIES: Readonly<Record<string, Proxy>> = {
  haproxy: {
    program: '/usr/sbin/haproxy',
    args: (at, before) => [
      '-f',
      written(
        'haproxy.cfg',
        `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend strangers
  bind 127.0.0.1:${at}
  default_backend host
backend host
  server one 127.0.0.1:${before}
`,
      ),
    ],
  },
  'nginx with HTTP/1.1': {
    program: '/usr/sbin/nginx',
    args: (at, before) => [
      '-p',
      folder,
      '-c',
      written(
        'nginx.conf',
        `daemon off;
pid nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${at};
    location / {
      proxy_pass http://127.0.0.1:${before};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
    }
  }
}
`,
      ),
    ],
  },
  'a TCP tunnel': {
    program: '/usr/bin/socat',
    args: (at, before) => [`TCP-LISTEN:${at},bind=127.0.0.1,fork,reuseaddr`, `TCP:127.0.0.1:${before}`],
  },
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Asks by a connection of its own; `fetch` writes `Host` and `Origin` itself. */
async function ask(port: number, path: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const call = request({ host: '127.0.0.1', port, path, method, headers, agent: false });
  call.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(call, 'response')) as [AsyncIterable<Buffer> & { statusCode: number }];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return { status: response.statusCode, body: Buffer.concat(parts).toString() };
}

/** Headers by which a stranger passes himself off as the page of the host. */
const DISGUISES: readonly Record<string, string>[] = ['localhost', '127.0.0.1', '[::1]'].flatMap((name) => [
  { host: name, origin: `http://${name}` },
  { host: name, origin: `http://${name}`, 'sec-fetch-site': 'same-origin', referer: `http://${name}/` },
  { host: name, origin: `http://${name}`, 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
]);

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const found = await ask(port, '/api/v1/health', { host: 'localhost' }).catch(() => undefined);
    if (found?.status === 200) return;
    await setTimeout(50);
  }
  throw new Error(`nothing answers at ${port}`);
}

describe('strangers behind', () => {
  beforeAll(async () => {
    host = await startHost(['--data-dir', join(folder, 'data'), '--from', '2024-03-01', ...NO_ACCOUNTS]);
  });
  afterAll(async () => {
    for (const child of running) child.kill('SIGTERM');
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(Object.entries(PROXIES))('%s', (_, { program, args }) => {
    it.skipIf(!existsSync(program))(`get no session by what they write (needs ${program})`, async () => {
      const port = await freePort();
      const child = spawn(program, args(port, Number(new URL(host.url).port)), { stdio: 'ignore' });
      running.add(child);
      await listening(port);
      for (const headers of DISGUISES) {
        for (const body of [{}, { secret: '' }, { secret: 'x'.repeat(32) }, { token: 'bg_page_' }]) {
          const answer = await ask(port, '/page/session', headers, body);
          expect([headers, answer.status]).toEqual([headers, 401]);
          expect(answer.body).not.toContain('bg_page_');
        }
        const read = await ask(port, '/api/v1/indicators/signum-rgg?limit=1', headers);
        expect(read.status).toBe(401);
      }
      // The operator, who has the link, may come the same way.
      const secret = /#t=([\w-]+)/.exec(host.printed)![1]!;
      const opened = await ask(port, '/page/session', { host: 'quant.example' }, { secret });
      expect(opened.status).toBe(200);
      const { token } = JSON.parse(opened.body) as { token: string };
      const read = await ask(port, '/api/v1/indicators/signum-rgg?limit=1', { host: 'localhost', 'x-api-key': token });
      expect(read.status).toBe(200);
      child.kill('SIGTERM');
    });
  });

  it('a link whose secret was rotated keep neither their session nor the link', async () => {
    const port = Number(new URL(host.url).port);
    const secret = /#t=([\w-]+)/.exec(host.printed)![1]!;
    const { body } = await ask(port, '/page/session', { host: 'localhost' }, { secret });
    const { token } = JSON.parse(body) as { token: string };
    const read = async (): Promise<number> =>
      (await ask(port, '/api/v1/indicators/signum-rgg?limit=1', { host: 'localhost', 'x-api-key': token })).status;
    expect(await read()).toBe(200);
    const words = ['page-link', 'rotate', '--data-dir', join(folder, 'data'), '--port', String(port)];
    const printed = execFileSync(process.execPath, [host.child.spawnargs[1]!, ...words], { encoding: 'utf8' }).trim();
    await expect.poll(read, { timeout: 5_000 }).toBe(401);
    expect((await ask(port, '/page/session', { host: 'localhost' }, { secret })).status).toBe(401);
    const [address, fresh] = printed.split('/#t=');
    expect(address).toBe(host.url);
    expect((await ask(port, '/page/session', { host: 'localhost' }, { secret: fresh })).status).toBe(200);
  });
});
