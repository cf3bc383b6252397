/** Rerunning the notebooks of `docs/notebooks` gives the committed outputs. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { readText, ROOT } from './workspace.ts';

interface Output {
  readonly output_type: string;
  readonly name?: string;
  readonly text?: readonly string[];
  readonly data?: Readonly<Record<string, readonly string[]>>;
}

interface Cell {
  readonly cell_type: string;
  readonly source: readonly string[];
  readonly execution_count?: number | null;
  readonly outputs?: readonly Output[];
}

interface Runner {
  readonly notebooks: () => readonly string[];
  readonly readNotebook: (name: string) => { readonly cells: readonly Cell[] };
  readonly findConverter: () => Promise<string | undefined>;
  readonly execute: (
    names: readonly string[],
    options?: { readonly data?: string },
  ) => Promise<ReadonlyMap<string, { readonly cells: readonly Cell[] }>>;
}

const script = join(ROOT, '.ci', 'notebooks.mjs');
const { notebooks, readNotebook, findConverter, execute } = (await import(script)) as Runner;

const names = notebooks();
const isLong = process.env['BAROGRAPH_FULL'] === '1';
const isBuilt = existsSync(join(ROOT, 'packages/barograph/dist/index.d.ts'));
const missing = [
  ...((await findConverter()) === undefined ? ['apt-get install jupyter-nbconvert'] : []),
  ...(isBuilt ? [] : ['npm run build']),
].join(', ');
/** The one of the short run: a kernel takes four seconds of processor time to check the types of its cells alone. */
const SHORT = '02-volatility-estimators';
const REAL = join(ROOT, '..', 'shared', 'data', 'ohlcv_1h', 'binance_usdm_perp');

/** The visible part of a notebook: sources, texts, and pictures by their hash. */
function seen({ cells }: { readonly cells: readonly Cell[] }): readonly unknown[] {
  return cells.map(({ source, outputs = [] }) => ({
    source: source.join(''),
    outputs: outputs.map(({ output_type, name, text = [], data = {} }) => ({
      kind: name ?? output_type,
      text: text.join(''),
      data: Object.entries(data).map(([type, lines]) => [
        type,
        createHash('sha256').update(lines.join('')).digest('hex'),
      ]),
    })),
  }));
}

const picturesOf = (cells: readonly Cell[]): readonly string[] =>
  cells.flatMap(({ outputs = [] }) => outputs.flatMap(({ data }) => data?.['image/svg+xml']?.join('') ?? []));

describe('notebooks as they are committed', () => {
  it('are six or more, each with its line in the README', () => {
    expect(names.length).toBeGreaterThanOrEqual(6);
    const readme = readText('docs/notebooks/README.md');
    expect(names.filter((name) => !readme.includes(`(${name}.ipynb)`))).toEqual([]);
  });

  it.each(names)('%s was run in order, on the simulator, and shows pictures', (name) => {
    const { cells } = readNotebook(name);
    const code = cells.filter(({ cell_type }) => cell_type === 'code');
    expect(code.map(({ execution_count }) => execution_count)).toEqual(code.map((_, i) => i + 1));
    const outputs = code.flatMap(({ outputs = [] }) => outputs);
    expect(outputs.filter(({ output_type, name: stream }) => output_type === 'error' || stream === 'stderr')).toEqual(
      [],
    );
    const pictures = picturesOf(cells);
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((svg) => !svg.includes('SIMULATED'))).toEqual([]);
    const text = cells.flatMap(({ source }) => source).join('');
    for (const heading of ['**Asked:**', '**What one sees.**', '**What it does not say.**'])
      expect(text).toContain(heading);
  });
});

describe.skipIf(missing !== '')(`notebooks that are run${missing === '' ? '' : ` (needs ${missing})`}`, () => {
  it.each(names.filter((name) => isLong || name === SHORT))(
    '%s says what is committed',
    async (name) => {
      expect(seen((await execute([name])).get(name)!)).toEqual(seen(readNotebook(name)));
    },
    120_000,
  );

  it.skipIf(!isLong || !existsSync(REAL)).each(names)(
    '%s runs on real bars (BAROGRAPH_FULL=1, ../shared/data)',
    async (name) => {
      const { cells } = (await execute([name], { data: REAL })).get(name)!;
      expect(cells.map(({ source }) => source)).toEqual(readNotebook(name).cells.map(({ source }) => source));
      expect(picturesOf(cells)).toHaveLength(picturesOf(readNotebook(name).cells).length);
      // Simulated data is labelled.
      const pictures = picturesOf(cells).filter((svg) => svg.includes('SIMULATED'));
      expect(pictures.length > 0).toBe(name === '05-liquidation-cascade');
    },
    120_000,
  );

  it('says which cell failed, and why', async () => {
    const { code, stderr } = await runCommand(process.execPath, [script, 'nothing']);
    expect(code).toBe(1);
    expect(stderr).toContain('no notebook nothing: there are 01-signum-universe');
  });

  it('is installed by the script of the chain', () => {
    expect(readFileSync(join(ROOT, '.ci', 'run'), 'utf8')).toContain('jupyter-nbconvert');
  });
});
