/** The Python package on Debian's Python: its own tests, and comparisons with a host, the command line and the library. */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testModel } from '../packages/host/test/services/quant/test-support.ts';
import { sample } from '../packages/host/test/stream/samples.ts';
import { MOMENT, openFrontDoor, type FrontDoor } from './front-door.ts';
import { csvOf, hostCases, hoursOf, riskCases, scoreCases, studyCases } from './python-cases.ts';
import { runCommand, type Ran } from './run-command.ts';
import { readManifest, readText, ROOT } from './workspace.ts';

const PACKAGE = join(ROOT, 'packages', 'python');
const TESTS = join(PACKAGE, 'tests');
const ENVIRONMENT = { PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1' };

/** The command line of this repository. */
const COMMAND = `'${process.execPath}' '${join(ROOT, 'packages/barograph/bin/barograph.js')}'`;

/** Parts of a notebook in use. @source nbformat 4.5 */
interface Notebook {
  readonly nbformat: number;
  readonly cells: readonly { readonly id: string; readonly source: readonly string[] }[];
}

const has = (code: string) => (name: string) => spawnSync(name, ['-c', code]).status === 0;
const PYTHONS = ['/usr/bin/python3', 'python3'];
const python = PYTHONS.find(has('import pandas')) ?? PYTHONS.find(has('import unittest'));
const isBuilt = ['barograph/dist/cli.js', 'python/barograph/_operations.py'].every((file) =>
  existsSync(join(ROOT, 'packages', file)),
);
const why = python === undefined ? 'no Python: apt-get install python3-pandas' : isBuilt ? '' : 'needs npm run build';
const isPandas = python !== undefined && has('import pandas')(python);

describe.skipIf(why !== '')(`the Python package${why === '' ? '' : ` (${why})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-python-'));
  let door: FrontDoor;
  beforeAll(async () => {
    door = await openFrontDoor();
  });
  afterAll(async () => {
    await door.stop();
    rmSync(folder, { recursive: true });
  });

  const write = (name: string, value: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(value));
    return path;
  };
  const unittest = async (module: string, environment: Readonly<Record<string, string>> = {}): Promise<Ran> =>
    runCommand(python!, ['-m', 'unittest', '-v', module], {
      cwd: TESTS,
      environment: { ...ENVIRONMENT, ...environment },
    });
  const onHost = async (host: FrontDoor): Promise<Readonly<Record<string, string>>> => ({
    BAROGRAPH_URL: host.url,
    BAROGRAPH_KEY: await host.mint('pro_plus'),
    BAROGRAPH_COMMAND: COMMAND,
  });
  /** Every test of a module ran, and passed; without pandas those that need it may be skipped. */
  const expectPassed = ({ code, stderr }: Ran, least: number): void => {
    expect(code, stderr).toBe(0);
    expect(Number(/^Ran (\d+) tests?/m.exec(stderr)?.[1]), stderr).toBeGreaterThanOrEqual(least);
    const skipped = stderr.split('\n').filter((line) => line.includes(' skipped '));
    expect(skipped.filter((line) => isPandas || !line.includes('no pandas'))).toEqual([]);
  };

  it('sends, retries and refuses as its tests say', async () => {
    expectPassed(await unittest('test_client'), 14);
  });

  it('resumes a stream, and makes frames', async () => {
    expectPassed(await unittest('test_stream'), 4);
    expectPassed(await unittest('test_frame'), 5);
  });

  it('is packed by the standard library, with the same bytes every time', async () => {
    expectPassed(await unittest('test_build'), 3);
  });

  it('studies states as studyByState does', async () => {
    expectPassed(await unittest('test_study', { BAROGRAPH_STUDIES: write('studies.json', studyCases()) }), 6);
  });

  it.skipIf(!isPandas)('scores bars equal to the command line to the bit (needs pandas)', async () => {
    const bars = join(folder, 'bars');
    mkdirSync(bars);
    for (const symbol of ['BTC', 'ETH']) writeFileSync(join(bars, `${symbol}_1h.csv`), csvOf(hoursOf(symbol, 90)));
    const cases = write('scores.json', await scoreCases(bars, join(bars, 'BTC_1h.csv')));
    expectPassed(await unittest('test_local', { BAROGRAPH_SCORES: cases, BAROGRAPH_COMMAND: COMMAND }), 5);
  });

  it('has the risk of a book equal to the command line to the bit', async () => {
    const bars = join(folder, 'risk-bars');
    mkdirSync(bars);
    for (const symbol of ['BTC', 'ETH']) writeFileSync(join(bars, `${symbol}_1h.csv`), csvOf(hoursOf(symbol, 90)));
    const cases = write('risks.json', await riskCases(bars, write));
    expectPassed(await unittest('test_risk', { BAROGRAPH_RISKS: cases, BAROGRAPH_COMMAND: COMMAND }), 4);
  });

  it('gets of a host what plain fetch gets', async () => {
    const key = door.keys.pro_plus;
    const cases = await hostCases(door, await door.mint('pro_plus'));
    const path = write('host.json', { url: door.url, key, cases });
    expectPassed(await unittest('test_host', { BAROGRAPH_HOST: path }), 3);
  });

  it('misses no event of a host over a cut connection', async () => {
    const recent = await fetch(`${door.url}/api/v1/stream/recent`, { headers: { 'x-api-key': door.keys.pro } });
    const { last_id: lastId } = (await recent.json()) as { readonly last_id: number };
    const words = [door.url, door.keys.pro, String(lastId), String(lastId + 19)];
    const follower = spawn(python!, [join(TESTS, 'follow.py'), ...words], {
      env: { ...process.env, ...ENVIRONMENT },
    });
    let printed = '';
    let failed = '';
    follower.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    follower.stderr.setEncoding('utf8').on('data', (text: string) => (failed += text));
    const ended = new Promise<number | null>((resolve) => follower.on('close', resolve));
    const seen = (): readonly { readonly kind: string; readonly id: number | null }[] =>
      printed
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { readonly kind: string; readonly id: number | null });
    const ids = (): readonly number[] => seen().flatMap(({ id }) => (id === null ? [] : [id - lastId]));
    const append = async (from: number, to: number): Promise<unknown> =>
      door.store.events.append(Array.from({ length: to - from }, (_, i) => sample(from + i, MOMENT - 1000 + i)));
    await vi.waitFor(
      () =>
        expect(
          seen().map(({ kind }) => kind),
          failed,
        ).toContain('open'),
      60_000,
    );
    await append(0, 10);
    await vi.waitFor(() => expect(ids(), failed).toEqual([1, 3, 5, 7, 9]), 60_000);
    door.cut();
    await append(10, 20);
    expect(await ended, failed).toBe(0);
    expect(ids()).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
    expect(seen().map(({ kind }) => kind)).toContain('closed');
  });

  it.skipIf(!isPandas)('runs the blocks of its README (needs pandas)', async () => {
    const bars = join(folder, 'readme', 'bars');
    mkdirSync(bars, { recursive: true });
    for (const symbol of ['BTC', 'ETH'])
      writeFileSync(join(bars, `${symbol}_1h.csv.gz`), gzipSync(csvOf(hoursOf(symbol, 90))));
    const host = await openFrontDoor({ model: testModel() });
    try {
      const ran = await runCommand(python!, [join(TESTS, 'test_readme.py'), '-v'], {
        cwd: join(folder, 'readme'),
        environment: { ...ENVIRONMENT, ...(await onHost(host)) },
      });
      expectPassed(ran, 1);
    } finally {
      await host.stop();
    }
  });

  it.skipIf(!isPandas)('runs the notebook, which says what is committed (needs pandas)', async () => {
    const path = 'docs/notebooks/07-python.ipynb';
    const ran = await runCommand(python!, ['.ci/run-notebook.py', path], {
      environment: { ...ENVIRONMENT, ...(await onHost(door)) },
    });
    expect(ran.stderr).toBe('');
    const { cells, nbformat } = JSON.parse(ran.stdout) as Notebook;
    expect([nbformat, new Set(cells.map(({ id }) => id)).size]).toEqual([4, cells.length]);
    const text = cells.flatMap(({ source }) => source).join('');
    for (const heading of ['**Asked:**', '**What one sees.**', '**What it does not say.**'])
      expect(text).toContain(heading);
    // `npx vitest run test/python.ci.test.ts -u` writes what it says now
    await expect(ran.stdout).toMatchFileSnapshot(`../${path}`);
  });

  it('has the version of the library, in both of its files', () => {
    const { version } = readManifest('packages/barograph/package.json') as unknown as { readonly version: string };
    expect(readText('packages/python/barograph/__init__.py')).toContain(`__version__ = "${version}"`);
    expect(readText('packages/python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
  });

  it('is tested on pandas by the script of the chain', () => {
    expect(readFileSync(join(ROOT, '.ci', 'run'), 'utf8')).toContain('python3-pandas');
  });
});
