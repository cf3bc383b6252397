/** A new user in an empty folder: packed packages, a file of bars, a picture of its regimes, and a notebook. */

import { DAY_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, type Ran } from './run-command.ts';
import { ROOT, workspaces } from './workspace.ts';

interface Runner {
  readonly findConverter: () => Promise<string | undefined>;
  readonly execute: (
    names: readonly string[],
    options: { readonly home: string },
  ) => Promise<ReadonlyMap<string, { readonly cells: readonly { readonly outputs?: readonly Output[] }[] }>>;
}

interface Output {
  readonly text?: readonly string[];
  readonly data?: Readonly<Record<string, readonly string[]>>;
}

const { findConverter, execute } = (await import(join(ROOT, '.ci', 'notebooks.mjs'))) as Runner;
const isLong = process.env['BAROGRAPH_FULL'] === '1';
const published = workspaces().filter(({ manifest }) => manifest.private !== true);
const isBuilt = published.every(({ folder }) => existsSync(join(ROOT, 'packages', folder, 'dist', 'index.d.ts')));
const real = join(ROOT, '..', 'shared', 'data', 'ohlcv_1h', 'binance_usdm_perp', 'BTCUSDT.csv.gz');
/** Promised processor time from the packed files to the picture, seconds. */
const PROMISED = 60;

const CELL = `import { readBarsOrThrow, resample, signum, spans } from 'barograph';
import { plotRegimes } from '@barograph/plot';
const { candles } = await readBarsOrThrow('FILE');
const { bars } = resample(candles, '1h', '1d');
const { color } = signum(bars);
console.log(spans(bars.time, color).length > 3, bars.length > 100);
plotRegimes({ time: bars.time, close: bars.close, label: color }, { symbol: 'BTC' })`;

const NOTEBOOK = {
  cells: [{ cell_type: 'code', execution_count: null, id: 'one', metadata: {}, outputs: [], source: [] as string[] }],
  metadata: { kernelspec: { display_name: 'TypeScript', language: 'typescript', name: 'tslab' } },
  nbformat: 4,
  nbformat_minor: 5,
};

/** Seconds that the children of a shell took, from what its `times` prints last. */
function processorTime(stdout: string): number {
  const [children = ''] = stdout.trim().split('\n').slice(-1);
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + 60 * Number(m) + Number(s), 0);
}

describe.skipIf(!isLong || !isBuilt)('a newcomer in an empty folder (BAROGRAPH_FULL=1, npm run build)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-new-user-'));
  const file = existsSync(real) ? 'BTCUSDT.csv.gz' : 'BTC_1h.csv';
  const inFolder = (script: string): Promise<Ran> => runCommand('bash', ['-c', script], { cwd: folder });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(async () => {
    const tarballs = join(folder, 'tarballs');
    mkdirSync(tarballs);
    const chosen = published.flatMap(({ folder: name }) => ['--workspace', `packages/${name}`]);
    const packed = await runCommand('npm', ['pack', '--ignore-scripts', '--pack-destination', tarballs, ...chosen]);
    expect(packed.code, packed.stderr).toBe(0);
    expect(readdirSync(tarballs)).toHaveLength(published.length);
    if (existsSync(real)) copyFileSync(real, join(folder, file));
    else {
      const { start } = SIMULATOR_V2;
      const bars = createMarket().candles('BTC', 'perpdex_perp', '1h', start, start + 400 * DAY_MS);
      const rows = Array.from(bars.time, (time, i) =>
        [time, bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i]].join(),
      );
      writeFileSync(join(folder, file), ['timestamp,open,high,low,close,volume', ...rows, ''].join('\n'));
    }
  }, 120_000);

  it(`gets from the packed packages to a picture of the regimes of a file in ${PROMISED} s of processor time`, async () => {
    const { code, stdout, stderr } = await inFolder(`set -e
      npm init --yes > init.log
      npm install --no-audit --no-fund --prefer-offline --loglevel=error ./tarballs/*.tgz > install.log
      npx --no-install barograph plot nowcast ${file} --out regimes.svg
      npx --no-install barograph plot signum ${file} --interval 1d --out colours.png
      times`);
    expect(code, stderr).toBe(0);
    const seconds = processorTime(stdout);
    process.stderr.write(`a newcomer's picture took ${seconds.toFixed(1)} s of processor time\n`);
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(PROMISED);
    expect(readFileSync(join(folder, 'regimes.svg'), 'utf8')).toMatch(/^<svg [\s\S]*Published regime/);
    expect(readFileSync(join(folder, 'colours.png')).subarray(1, 4).toString()).toBe('PNG');
  }, 180_000);

  it('writes a TypeScript notebook that imports the packed packages', async (context) => {
    if ((await findConverter()) === undefined) context.skip('apt-get install jupyter-nbconvert');
    const notebook = structuredClone(NOTEBOOK);
    notebook.cells[0]!.source = [CELL.replace('FILE', file)];
    writeFileSync(join(folder, 'mine.ipynb'), JSON.stringify(notebook));
    const [{ outputs = [] }] = (await execute(['mine'], { home: folder })).get('mine')!.cells as [
      { outputs?: Output[] },
    ];
    const text = outputs.flatMap(({ text: lines = [] }) => lines).join('');
    expect(text).toMatch(/^true true\nBTC and its regimes\. Price from/);
    expect(outputs.flatMap(({ data }) => data?.['image/svg+xml'] ?? []).join('')).toMatch(/^<svg /);
  }, 120_000);
});
