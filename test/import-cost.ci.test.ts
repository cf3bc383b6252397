/** Cost of an import in loaded modules, which unlike time does not depend on the machine. */

import { existsSync, readFileSync } from 'node:fs';
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

/** Addresses of what a program of the built packages loads. */
async function loadsOf(...args: readonly string[]): Promise<readonly string[]> {
  const preload = `data:text/javascript,${encodeURIComponent(REGISTER)}`;
  const { code, stderr } = await runCommand(process.execPath, ['--import', preload, ...args]);
  expect(code, stderr).toBe(0);
  return [...new Set([...stderr.matchAll(/^loads (\S+)$/gm)].map(([, url]) => url!))];
}

/** Files among them. */
async function filesOf(...args: readonly string[]): Promise<readonly string[]> {
  const urls = await loadsOf(...args);
  return urls.filter((url) => url.startsWith('file://')).map((url) => url.slice('file://'.length));
}

/** Names of their packages. */
async function packagesOf(...args: readonly string[]): Promise<readonly string[]> {
  const urls = await filesOf(...args);
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

    it('loads few files, for each is read and compiled by itself, and of Node what it needs before a file is read', async () => {
      const loaded = await loadsOf('--input-type=module', '-e', "await import('barograph')");
      expect(loaded.filter((url) => url.startsWith('file://')).length).toBeLessThanOrEqual(14);
      expect(
        loaded.filter((url) => /^node:(?:worker_threads|zlib|crypto|module|stream|stream\/promises)$/.test(url)),
      ).toEqual([]);
    });

    it('loads no library of tables, and Parquet only when it is read or written', async () => {
      const loaded = await packagesOf('--input-type=module', '-e', "await import('barograph')");
      expect(loaded).toEqual([
        'barograph',
        'core',
        'cycle',
        'files',
        'indicators',
        'nowcast',
        'positioning',
        'risk',
        'stress',
        'volatility',
      ]);
      const write =
        "const { writeParquet } = await import('barograph'); await writeParquet('/dev/null/x', { a: Float64Array.of(1) }).catch(() => 0)";
      expect(await packagesOf('--input-type=module', '-e', write)).toContain('hyparquet-writer');
    });

    it('loads what reads a file when it is called, once', async () => {
      const read =
        "const { readBars } = await import('barograph'); await readBars('/nowhere'); await readBars('/nowhere')";
      const loaded = await filesOf('--input-type=module', '-e', read);
      expect(loaded.filter((path) => path.endsWith('/files/dist/reading.js'))).toHaveLength(1);
    });

    it('loads no CommonJS, for one file of which Node starts its second loader', async () => {
      const loaded = await filesOf('--input-type=module', '-e', "await import('barograph')");
      expect(loaded.filter((path) => !/\/packages\/[^/]+\/dist\/[^/]+\.js$/.test(path))).toEqual([]);
    });

    it('loads the contract for barograph/wire, whose schemas are a part of its file', async () => {
      const loaded = await packagesOf('--input-type=module', '-e', "await import('barograph/wire')");
      expect(loaded).toContain('contract');
      expect(loaded).not.toContain('typebox');
    });

    it.each(['nowcast-hours', 'signum-bars'])(
      'loads neither the contract nor flags in a thread of %s',
      async (name) => {
        const folder = join(ROOT, 'packages/barograph/dist');
        const chunk = readFileSync(join(folder, 'jobs-worker.js'), 'utf8').match(
          new RegExp(`\\./${name}-\\w+\\.js`),
        )![0];
        const loaded = await packagesOf(
          '--input-type=module',
          '-e',
          `await import(${JSON.stringify(join(folder, chunk))})`,
        );
        expect(loaded).toContain('barograph');
        expect(
          loaded.filter((name) => ['contract', 'commander', 'cli-progress', 'string-width'].includes(name)),
        ).toEqual([]);
      },
    );

    it('says its version without an engine or a command', async () => {
      expect(await packagesOf('packages/barograph/bin/barograph.js', '--version')).toEqual(['barograph', 'commander']);
    });
  },
);

const HOST = join(ROOT, 'packages/host/dist/main.js');
describe.skipIf(!existsSync(HOST))('the built host (needs npm run build)', () => {
  it('loads the simulator and the loopback venue only for a simulated market', async () => {
    const loaded = await packagesOf(HOST, '--version');
    expect(loaded).toEqual(expect.arrayContaining(['host', 'runtime', 'sources', 'store']));
    expect(loaded).not.toContain('simulator');
    expect(loaded).not.toContain('venue');
  });
});
