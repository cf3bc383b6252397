import { createSystemClock } from '@barograph/sources';
import { openVenue } from '@barograph/venue';
import { transform } from 'esbuild';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../packages/store/test/built.ts';
import { startHost } from './host-process.ts';
import { blocksOf, expectedOutput } from './markdown.ts';
import { runCommand, type Ran } from './run-command.ts';
import { workspaces } from './workspace.ts';

const SERVICE = ['sources', 'venue', 'store', 'runtime', 'payments', 'page', 'host'];
const HOST = 'node_modules/@barograph/host/dist/main.js';

/** Bytes of everything below a folder. */
function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + readFileSync(join(entry.parentPath, entry.name)).length, 0);
}

describe('the packages of the service, packed, in an empty project', () => {
  built('packages/host/dist/main.js');
  const project = mkdtempSync(join(tmpdir(), 'barograph-service-'));
  const tarballs = join(project, 'tarballs');
  const inProject = (command: string, args: readonly string[]): Promise<Ran> =>
    runCommand(command, args, { cwd: project });
  const install = async (without: readonly string[] = []): Promise<void> => {
    const files = readdirSync(tarballs).filter(
      (file) => !without.some((name) => file.startsWith(`barograph-${name}-`)),
    );
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--omit=dev', '--loglevel=error'];
    const { code, stderr } = await inProject('npm', [
      'install',
      ...quiet,
      ...files.map((file) => join(tarballs, file)),
    ]);
    expect(code, stderr).toBe(0);
  };

  beforeAll(async () => {
    mkdirSync(tarballs);
    const all = workspaces().flatMap(({ folder }) => ['--workspace', `packages/${folder}`]);
    const packed = await runCommand('npm', ['pack', '--ignore-scripts', '--pack-destination', tarballs, ...all]);
    expect(packed.code, packed.stderr).toBe(0);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'service', private: true, type: 'module' }));
    await install(['payments', 'testkit', 'lab']);
  }, 300_000);

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it('start a host without payments, which says so and serves the rest', async () => {
    const host = await startHost(['--data-dir', 'data', '--log-level', 'warn'], {}, { folder: project, args: [HOST] });
    try {
      expect(host.logged).toContain('payments are off');
      expect((await fetch(`${host.url}/api/v1/health`)).status).toBe(200);
      const sold = await fetch(`${host.url}/api/v1/regimes/current`);
      expect(sold.status).toBe(401);
    } finally {
      expect(await host.stop()).toBe(0);
    }
  });

  it('bring at most 180 MB of libraries without payments, and none of theirs', () => {
    const modules = join(project, 'node_modules');
    expect(readdirSync(modules)).not.toContain('viem');
    // Without ours: a tree that was built several times packs old chunks too.
    const ours = ['barograph', '@barograph'].map((name) => bytesBelow(join(modules, name)));
    expect((bytesBelow(modules) - ours[0]! - ours[1]!) / 1e6).toBeLessThan(180);
  });

  it('pull bars of a venue, score and plot them in three commands', async () => {
    const venue = openVenue({ clock: createSystemClock(), speed: 1, seed: 'three commands' });
    const url = (await venue.listen('127.0.0.1', 0)).replace('/perpdex', '');
    const barograph = async (...args: readonly string[]): Promise<Ran> =>
      inProject(process.execPath, ['node_modules/barograph/bin/barograph.js', ...args]);
    try {
      const from = new Date(Date.now() - 120 * 86_400_000).toISOString();
      const pulled = await barograph(
        'pull',
        'perpdex',
        'BTC',
        'ETH',
        '--from',
        from,
        '--out',
        'bars',
        '--loopback',
        url,
      );
      expect(pulled, pulled.stderr).toMatchObject({ code: 0 });
      const scored = await barograph('nowcast', 'bars', '--format', 'json');
      expect(scored.code, scored.stderr).toBe(0);
      const rows = JSON.parse(scored.stdout) as readonly {
        readonly symbol: string;
        readonly regime: { readonly label: string | null };
      }[];
      expect(rows.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH']);
      expect(rows.every(({ regime }) => typeof regime.label === 'string')).toBe(true);
      const plotted = await barograph('plot', 'nowcast', 'bars/BTC.csv', '--out', 'regimes.svg');
      expect(plotted.code, plotted.stderr).toBe(0);
      expect(readFileSync(join(project, 'regimes.svg'), 'utf8')).toContain('</svg>');
    } finally {
      await venue.close();
    }
  });

  it.each(SERVICE)('run the example of %s', async (folder) => {
    if (folder === 'payments') await install(['testkit', 'lab']);
    const readme = readFileSync(join(project, 'node_modules', '@barograph', folder, 'README.md'), 'utf8');
    const block = blocksOf(readme).find(({ language, run }) => run && language === 'ts');
    if (block === undefined) {
      // An example that keeps something, or needs a browser: the package can be imported.
      const { code, stderr } = await inProject(process.execPath, ['-e', `import('@barograph/${folder}')`]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return;
    }
    const { code: script } = await transform(block.text, { loader: 'ts', format: 'esm', target: 'node20' });
    writeFileSync(join(project, `${folder}.mjs`), script);
    const { code, stdout, stderr } = await inProject(process.execPath, [`${folder}.mjs`]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim().split('\n')).toEqual(expectedOutput(block));
  });
});
