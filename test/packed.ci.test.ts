import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, type Ran } from './run-command.ts';
import { readManifest, ROOT, workspaces } from './workspace.ts';

const published = workspaces().filter(({ manifest }) => manifest.private !== true);
const built = published.every(({ folder }) => existsSync(join(ROOT, 'packages', folder, 'dist', 'index.d.ts')));

const CONSUMER = `
import { signum, type SignumColumns } from 'barograph';
const column = (base: number): Float64Array => Float64Array.from({ length: 60 }, (_, i) => base + i);
const columns: SignumColumns = signum({
  length: 60, time: Float64Array.from({ length: 60 }, (_, i) => i * 86_400_000),
  open: column(100), high: column(102), low: column(99), close: column(101), volume: column(10),
});
export const last: string | null | undefined = columns.color.at(-1);
import { signum as own } from 'barograph/indicators';
import { openModel, type NowcastArtifact } from 'barograph/nowcast';
import { volatilityRegime } from 'barograph/volatility';
import { COMPUTATIONS } from 'barograph/catalogue';
export const same: typeof signum = own;
export const open = (artifact: NowcastArtifact): unknown => [openModel(artifact), volatilityRegime, COMPUTATIONS];
`;

/** Rises by one a day: nothing but upward movement, so the colour at the end is green. */
const SCRIPT = `
import { signum } from 'barograph';
const column = (base) => Float64Array.from({ length: 60 }, (_, i) => base + i);
const { color, adx } = signum({
  length: 60, time: Float64Array.from({ length: 60 }, (_, i) => i * 86_400_000),
  open: column(100), high: column(102), low: column(99), close: column(101), volume: column(10),
});
console.log(color.at(-1), adx.at(-1));
`;

/** The same in CommonJS, which loads ES modules since Node 20.19. */
const COMMON = SCRIPT.replace("import { signum } from 'barograph';", "const { signum } = require('barograph');");

const CONFIG = {
  compilerOptions: {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
  },
  include: ['consumer.ts'],
};

describe.skipIf(!built)('[12.17] the packed packages in an empty project (needs npm run build)', () => {
  const project = mkdtempSync(join(tmpdir(), 'barograph-packed-'));
  const tarballs = join(project, 'tarballs');
  const inProject = (command: string, args: readonly string[]): Promise<Ran> =>
    runCommand(command, args, { cwd: project });

  beforeAll(async () => {
    mkdirSync(tarballs);
    const chosen = published.flatMap(({ folder }) => ['--workspace', `packages/${folder}`]);
    const packed = await runCommand('npm', ['pack', '--ignore-scripts', '--pack-destination', tarballs, ...chosen]);
    expect(packed.code, packed.stderr).toBe(0);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
    writeFileSync(join(project, 'consumer.ts'), CONSUMER);
    writeFileSync(join(project, 'script.mjs'), SCRIPT);
    writeFileSync(join(project, 'script.cjs'), COMMON);
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(CONFIG));
    const { devDependencies = {} } = readManifest('package.json');
    const files = readdirSync(tarballs).map((file) => join(tarballs, file));
    const types = `@types/node@${devDependencies['@types/node']}`;
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    const installed = await inProject('npm', ['install', ...quiet, ...files, types]);
    expect(installed.code, installed.stderr).toBe(0);
  }, 120_000);

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it('hold their types, no tests and no helpers of tests', () => {
    for (const { manifest } of published) {
      const home = join(project, 'node_modules', manifest.name);
      expect(existsSync(join(home, 'dist', 'index.d.ts')), manifest.name).toBe(true);
      const files = readdirSync(home, { recursive: true }).map(String);
      const own = files.filter((file) => !file.includes('node_modules'));
      expect(own.filter((file) => /\.test\b|test-support|\.cases\./.test(file))).toEqual([]);
    }
  });

  it('give signum to a plain script', async () => {
    const { code, stdout, stderr } = await inProject(process.execPath, ['script.mjs']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'green 100\n', stderr: '' });
  });

  it.each(published.flatMap(({ manifest }) => Object.keys(manifest.exports!).map((path) => join(manifest.name, path))))(
    'give %s to require',
    async (entry) => {
      const { code, stderr } = await inProject(process.execPath, ['-e', `require(${JSON.stringify(entry)})`]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    },
  );

  it('give each engine by its own path, the same one as the flat import has', async () => {
    const { manifest } = published.find((workspace) => workspace.manifest.name === 'barograph')!;
    const paths = Object.entries(manifest.exports!).flatMap(([path, target]) =>
      typeof target === 'object' && target.source.startsWith('./src/engines/') ? [path.slice(2)] : [],
    );
    expect(paths.length).toBeGreaterThan(9);
    const script = `
      import * as flat from 'barograph';
      for (const path of ${JSON.stringify(paths)}) {
        const own = await import('barograph/' + path);
        const shared = Object.keys(own).filter((name) => own[name] === flat[name]);
        console.log(path, shared.length > 0 || path === 'catalogue');
      }`;
    const { code, stdout, stderr } = await inProject(process.execPath, ['--input-type=module', '-e', script]);
    const wanted = paths.map((path) => `${path} true\n`).join('');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: wanted, stderr: '' });
  });

  it('give signum to a plain CommonJS script', async () => {
    const { code, stdout, stderr } = await inProject(process.execPath, ['script.cjs']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'green 100\n', stderr: '' });
  });

  it('compute with kernels after one import', async () => {
    const script = `
      import '@barograph/kernels/install';
      import { KERNELS } from '@barograph/kernels';
      import { kernelsInUse } from 'barograph';
      console.log(kernelsInUse() === KERNELS, KERNELS.fillRanks(new Float64Array(40), 20, 20, new Float64Array(40)));`;
    const { code, stdout, stderr } = await inProject(process.execPath, ['--input-type=module', '-e', script]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'true true\n', stderr: '' });
  });

  it('read a file in a worker', async () => {
    writeFileSync(join(project, 'bars.csv'), 'timestamp,open,high,low,close,volume\n2024-01-01,1,2,1,2,9\n');
    const script = "require('barograph').readBars('bars.csv').then((read) => console.log(read.value.rows))";
    const { code, stdout, stderr } = await inProject(process.execPath, ['-e', script]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '1\n', stderr: '' });
  });

  it('open the model that they hold, and write Parquet', async () => {
    const script = `
      import { candlesOf, loadShippedModel, nowcastHistory, openModel, toColumns, writeParquet } from 'barograph';
      import { readTable } from '@barograph/files/parquet';
      import { readFileSync } from 'node:fs';
      const bars = candlesOf(Array.from({ length: 800 }, (_, i) => {
        const close = 100 + 10 * Math.sin(i / 9) + i / 40;
        return { time: i * 3_600_000, open: close, high: close + 1, low: close - 1, close, volume: 10 };
      }));
      const model = await loadShippedModel();
      const columns = toColumns(nowcastHistory(model, bars), { bars });
      await writeParquet('regimes.parquet', columns);
      const number = (name) => ({ name, type: 'number' });
      const { rows } = await readTable(readFileSync('regimes.parquet'), [number('close'), number('p_now_squeeze')]);
      const isSame = rows.every(([close, p], i) =>
        Object.is(close, columns.close[i]) && Object.is(p ?? NaN, columns.p_now_squeeze[i]));
      const known = columns.p_now_squeeze.filter((p) => !Number.isNaN(p)).length;
      console.log(model.artifact.modelVersion === openModel(model.artifact).artifact.modelVersion, isSame, known > 0);
    `;
    writeFileSync(join(project, 'model.mjs'), script);
    const { code, stdout, stderr } = await inProject(process.execPath, ['model.mjs']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'true true true\n', stderr: '' });
  });

  it('give the command line', async () => {
    const { code, stdout } = await inProject('npx', ['--no-install', 'barograph', '--version']);
    expect(code).toBe(0);
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('compile for a TypeScript user who checks libraries too', async () => {
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const { code, stdout } = await inProject(process.execPath, [compiler, '-p', '.']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });
});
