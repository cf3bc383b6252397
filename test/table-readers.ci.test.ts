/** Our tables in other readers: pandas when installed; notebooks and other runtimes in the long version. */

import { DAY_MS } from '@barograph/core';
import { signum } from '@barograph/indicators';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { cellAt, type Column } from '../packages/barograph/src/tables/columns.ts';
import { toColumns } from '../packages/barograph/src/tables.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { ROOT, workspaces } from './workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'barograph-readers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const python = ['/usr/bin/python3', 'python3'].find((name) => spawnSync(name, ['-c', 'import pandas']).status === 0);
const isBuilt = existsSync(join(ROOT, 'packages/barograph/dist/cli.js'));
const why = python === undefined ? 'no pandas: apt-get install python3-pandas' : isBuilt ? '' : 'needs npm run build';

const bits = (value: number): string =>
  Buffer.from(new Float64Array([value]).buffer)
    .reverse()
    .toString('hex');

function textsOf(column: Column): readonly (string | null)[] {
  return Array.from({ length: column.length }, (_, row) => {
    const cell = cellAt(column, row);
    return typeof cell === 'number' ? bits(cell) : cell === null ? null : String(cell);
  });
}

describe.skipIf(why !== '')(`pandas${why === '' ? '' : ` (${why})`}`, () => {
  it('reads the CSV of the command line equal to the bit', async () => {
    const from = SIMULATOR_V1.start;
    const bars = createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', from, from + 20 * DAY_MS);
    const rows = Array.from(bars.time, (time, i) =>
      [time, bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i]].join(),
    );
    const [file, out] = [join(folder, 'BTC_1h.csv'), join(folder, 'colors.csv')];
    writeFileSync(file, ['timestamp,open,high,low,close,volume', ...rows, ''].join('\n'));
    const flags = ['--rows', 'all', '--format', 'csv', '--out', out];
    const wrote = await runCommand(process.execPath, ['packages/barograph/bin/barograph.js', 'signum', file, ...flags]);
    expect(wrote).toMatchObject({ code: 0 });
    const { stdout, stderr } = await runCommand(python!, [join(ROOT, 'test/read_columns.py'), out]);
    expect(stderr).toBe('');
    const { time, bars_in_color: days, ...own } = toColumns(signum(bars), { bars });
    const want = { timestamp: time!, days_in_color: days!, ...own };
    expect(JSON.parse(stdout)).toEqual(
      Object.fromEntries(Object.entries(want).map(([name, column]) => [name, textsOf(column)])),
    );
  });

  it('is held to what it would have to be', () => {
    expect([bits(1), bits(-0), textsOf(['x', null])]).toEqual(['3ff0000000000000', '8000000000000000', ['x', null]]);
  });
});

const isLong = process.env['BAROGRAPH_FULL'] === '1';

const CELL = `import { candlesOf, signum, toColumns, type Columns } from 'barograph';
const bars = candlesOf(Array.from({ length: 60 }, (_, i) => (
  { time: i * 86400000, open: 100 + i, high: 102 + i, low: 99 + i, close: 101 + i, volume: 10 })));
const table: Columns = toColumns(signum(bars), { bars });
console.log(table['color']!.at(-1));`;

/** The executor of the kernel, without the protocol around it. */
const KERNEL = `const { createExecutor } = require('tslab/dist/executor.js');
const { createConverter } = require('tslab/dist/converter.js');
const node = createConverter(), browser = createConverter({ isBrowser: true });
const close = () => { node.close(); browser.close(); };
const executor = createExecutor(process.cwd(), { node, browser, close }, console);
executor.execute(process.argv[2]).then((done) => { executor.close(); process.exitCode = done ? 0 : 1; });`;

describe.skipIf(!isLong || !isBuilt)(
  'the packed packages, outside Node (BAROGRAPH_FULL=1, the registry of npm)',
  () => {
    const inProject = (command: string, ...args: readonly string[]) => runCommand(command, args, { cwd: folder });

    it('run in a TypeScript notebook, in Deno and in Bun', async () => {
      const tarballs = join(folder, 'tarballs');
      mkdirSync(tarballs);
      const published = workspaces().filter(({ manifest }) => manifest.private !== true);
      const chosen = published.flatMap(({ folder: name }) => ['--workspace', `packages/${name}`]);
      await runCommand('npm', ['pack', '--ignore-scripts', '--pack-destination', tarballs, ...chosen]);
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
      const files = readdirSync(tarballs).map((file) => `./tarballs/${file}`);
      const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
      const installed = await inProject(
        'npm',
        'install',
        ...quiet,
        ...files,
        'tslab@1.0.22',
        'deno@2.9.6',
        'bun@1.4.5',
      );
      expect(installed.code, installed.stderr).toBe(0);
      writeFileSync(join(folder, 'kernel.cjs'), KERNEL);
      expect(await inProject(process.execPath, 'kernel.cjs', CELL)).toMatchObject({ code: 0, stdout: 'green\n' });
      writeFileSync(join(folder, 'cell.ts'), CELL);
      const home = join(folder, 'node_modules', '@deno');
      const deno = readdirSync(home).map((name) => join(home, name, 'deno'))[0]!;
      expect(await inProject(deno, 'run', '--allow-all', 'cell.ts')).toMatchObject({ code: 0, stdout: 'green\n' });
      const bins = readdirSync(join(folder, 'node_modules', '@oven')).map((name) => join('@oven', name, 'bin', 'bun'));
      // the main package takes the file over where its script may run
      const places = [...bins, 'bun/bin/bun.exe'].map((path) => join(folder, 'node_modules', path));
      const bun = places.find((path) => existsSync(path))!;
      expect(await inProject(bun, 'run', 'cell.ts')).toMatchObject({ code: 0, stdout: 'green\n' });
    }, 240_000);
  },
);
