/** Two built replicas that start at once on an empty database. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startTestServer } from '../packages/store/test/test-support.ts';
import { call, startHost } from './host-process.ts';
import { ROOT } from './workspace.ts';

// Two hosts compute years of bars on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

describe.skipIf(!existsSync(join(ROOT, 'packages/runtime/dist/worker.js')))(
  'a cold start (needs packages/host/dist)',
  () => {
    it('of two replicas keeps no database connection waiting, and leaves no warning', async () => {
      const server = await startTestServer();
      const environment = { DATABASE_URL: await server.database() };
      const flags = ['--log-level', 'warn'];
      const hosts = await Promise.all([0, 1].map(async () => startHost(flags, environment)));
      for (const host of hosts) {
        const health = await call(`${host.url}/api/v1/health`);
        expect(health.body).toMatchObject({ status: 'ok' });
        expect(await host.stop()).toBe(0);
      }
      expect(hosts.map(({ logged }) => logged)).toEqual(['', '']);
      await server.stop();
    });
  },
);
