import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { localChecks, type Surroundings } from './local.ts';
import { redacted, reportText } from './report.ts';

const here: Surroundings = { node: process.versions.node, env: {}, dataDir: tmpdir(), port: 0 };

describe('checks of this machine', () => {
  it('pass where a host can start', async () => {
    const checks = await localChecks(here);
    expect(checks.map(({ name }) => name)).toEqual(['Node', 'disk', 'port', 'database', 'models', 'kernels']);
    expect(checks.filter(({ isOk, name }) => !isOk && name !== 'disk')).toEqual([]);
  });

  it('name what is wrong', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = server.address();
    const port = typeof at === 'object' && at !== null ? at.port : 0;
    const env = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/db' };
    const wrong = (await localChecks({ ...here, node: '20.19.4', env, port })).filter(({ isOk }) => !isOk);
    server.close();
    const details = new Map(wrong.map(({ name, detail }) => [name, detail]));
    expect(details.get('Node')).toBe('expected 20.20 or newer, got 20.19.4');
    expect(details.get('port')).toMatch(/EADDRINUSE/);
    expect(details.get('database')).toMatch(/^127\.0\.0\.1: .*ECONNREFUSED/);
  });
});

describe('a report', () => {
  it('has no keys, no addresses with a user, no query and no home folder', () => {
    const text = `${homedir()}/x postgres://me:word@db/x https://a.b/c?key=1 ${'a1'.repeat(20)}`;
    expect(redacted(text)).toBe('~/x postgres://[hidden]@db/x https://a.b/c?[hidden] [hidden]');
    const finding = { source: 'cexa', what: '/x', verdict: 'failing', detail: 'https://a.b/?k=secret', ms: 1 } as const;
    const report = {
      version: 'doctor/1',
      barograph: '1',
      node: '20',
      platform: 'p',
      checks: [],
      findings: [finding],
    } as const;
    expect(reportText(report)).not.toContain('secret');
    expect(JSON.parse(reportText(report))).toMatchObject({ findings: [{ source: 'cexa', what: '/x' }] });
  });
});
