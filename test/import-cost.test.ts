/** Cost of an import, in modules that it loads: times depend on the machine, these do not. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { ROOT } from './workspace.ts';

const HOOK = `
  export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    process._rawDebug('loads ' + found.url);
    return found;
  }`;
const REGISTER = `import { register } from 'node:module'; register('data:text/javascript,${encodeURIComponent(HOOK).replaceAll("'", '%27')}');`;

/** Names of the packages that a program of the built packages loads. */
async function packagesOf(...args: readonly string[]): Promise<readonly string[]> {
  const preload = `data:text/javascript,${encodeURIComponent(REGISTER)}`;
  const { code, stderr } = await runCommand(process.execPath, ['--import', preload, ...args]);
  expect(code, stderr).toBe(0);
  const urls = [...stderr.matchAll(/^loads file:\/\/(\S+)$/gm)].map(([, path]) => path!);
  const names = urls.map((path) => /(?:.*\/node_modules\/|\/packages\/)((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}

describe.skipIf(!existsSync(join(ROOT, 'packages/barograph/dist/wire.js')))(
  'the built umbrella (needs npm run build)',
  () => {
    it('loads the engines and neither the contract nor its schemas', async () => {
      const loaded = await packagesOf('--input-type=module', '-e', "await import('barograph')");
      expect(loaded).toEqual(expect.arrayContaining(['barograph', 'core', 'files', 'indicators', 'nowcast']));
      expect(loaded).not.toContain('contract');
      expect(loaded).not.toContain('typebox');
    });

    it('loads them for barograph/wire', async () => {
      const loaded = await packagesOf('--input-type=module', '-e', "await import('barograph/wire')");
      expect(loaded).toEqual(expect.arrayContaining(['contract', 'typebox']));
    });

    it('says its version without an engine or a command', async () => {
      expect(await packagesOf('packages/barograph/bin/barograph.js', '--version')).toEqual(['barograph', 'commander']);
    });
  },
);
