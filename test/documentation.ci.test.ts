/** Doc comments of what packages export, defaults of the pages of engines, and links of the site. */

import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiGaps, purposeGaps } from './api-gaps.ts';
import { moduleOf, parsed } from './api-shapes.ts';
import { declarationOf, isCalled, namesOf, type Declared } from './declarations.ts';
import { runCommand } from './run-command.ts';
import { filesBelow, readText, ROOT, workspaces } from './workspace.ts';

interface Places {
  readonly documents: () => ReadonlyMap<string, string>;
}
interface Stage {
  readonly paged: (path: string, addresses: ReadonlyMap<string, string>) => string;
}

/** Entries of published packages that hold TypeScript. */
const entries = workspaces()
  .filter(({ manifest }) => manifest.private !== true)
  .flatMap(({ folder, manifest }) =>
    Object.values(manifest.exports ?? {}).flatMap((target) =>
      typeof target === 'string' ? [] : [posix.join('packages', folder, target.source)],
    ),
  );

const exported: readonly Declared[] = entries.flatMap((entry) =>
  namesOf(entry).flatMap((name) => {
    const found = declarationOf(entry, name);
    return found === undefined ? [] : [found];
  }),
);
const called: readonly Declared[] = exported.filter(isCalled);
const placeOf = ({ file, name }: Declared): string => `${file} ${name}`;

describe('the comments of exports', () => {
  it('stand above every one of them', () => {
    expect(exported.length).toBeGreaterThan(2000);
    expect(exported.filter(({ comment }) => comment === undefined).map(placeOf)).toEqual([]);
  });

  it('have an example where a person calls it', () => {
    const without = called.filter((declared) => !/@example/.test(declared.comment ?? ''));
    expect(without.map(placeOf)).toEqual([]);
  });

  it('have examples that give the result beside them', async () => {
    const { code, stdout, stderr } = await runCommand(process.execPath, ['site/examples.mjs']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(Number.parseInt(stderr, 10)).toBeGreaterThan(700);
  }, 120_000);

  it('have examples that compile', async () => {
    const { code, stdout } = await runCommand(process.execPath, ['site/example-types.mjs']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });
});

/** A function whose comments have no gap, and the gap that each removed line makes. */
const SAMPLE = `import { integerAtLeast } from './check.ts';

/** Settings. */
export interface MeanConfig {
  /** Width of a band, price units. */
  readonly width: number;
  /** Fewest values. @default 1 */
  readonly least?: number;
}

/**
 * Computes Wilder's mean.
 * @param scale factor of the values.
 * @param config parameters. @default MEAN_V1
 * @returns one mean per value, price units.
 * @throws {UsageError} when the width is invalid.
 * @source J. Welles Wilder, 1978.
 */
export function mean(values: Float64Array, scale: number, config: MeanConfig = MEAN_V1): Float64Array {
  integerAtLeast('width', config.width, 1);
  return values.map((value) => scale * value);
}`;

describe('the documentation of functions', () => {
  const shown = ({ rule, file, what }: ReturnType<typeof apiGaps>[number]): string => `${rule}: ${file} ${what}`;
  /** Operations document themselves in the OpenAPI document. */
  const isWire = ({ file }: Declared): boolean => file.startsWith('packages/contract/');

  it('has no gap', () => {
    const places = new Map(called.filter((place) => !isWire(place)).map((place) => [placeOf(place), place]));
    expect(places.size).toBeGreaterThan(700);
    expect(apiGaps([...places.values()].map(({ file, name }) => [moduleOf(file), name] as const)).map(shown)).toEqual(
      [],
    );
  });

  it('states the purpose of every function that a file exports', () => {
    const files = workspaces().flatMap(({ folder }) => filesBelow(`packages/${folder}/src`, '.ts'));
    const written = files.filter((file) => !/\.(?:test|test-d|d)\.ts$|\/generated\//.test(file));
    expect(written.length).toBeGreaterThan(1000);
    expect(written.flatMap((file) => purposeGaps(file, readText(file))).map(shown)).toEqual([]);
  });

  it.each([
    ['nothing', '', []],
    ['the comment of a field', '  /** Width of a band, price units. */\n', ['field MeanConfig.width']],
    ['the default of a field', ' @default 1', ['default MeanConfig.least']],
    ['a parameter', ' * @param scale factor of the values.\n', ['parameter mean scale']],
    ['a default', ' @default MEAN_V1', ['default mean config']],
    ['the right default', 'MEAN_', ['default mean config']],
    ['the result', ' * @returns one mean per value, price units.\n', ['returns mean']],
    ['an error', ' * @throws {UsageError} when the width is invalid.\n', ['throws mean UsageError']],
    ['the class of an error', '{UsageError} ', ['throws mean UsageError', 'throws mean without a class']],
    ['the source', ' * @source J. Welles Wilder, 1978.\n', ['source mean']],
  ])('has a gap without %s', (_, removed, gaps) => {
    expect(SAMPLE).toContain(removed);
    const module = parsed('packages/core/src/sample.ts', SAMPLE.replace(removed, ''));
    expect(apiGaps([[module, 'mean']]).map(({ rule, what }) => `${rule} ${what}`)).toEqual(gaps);
  });

  it.each([
    ['/** Computes a mean. */\nexport function mean(): number;', []],
    ['/** @returns the mean. */\nexport const mean = (values: number[]): number => 0;', []],
    ['/** @param values numbers. */\nexport function* mean(values: number[]) {}', ['mean']],
    ['export const mean = (): number => 0;', ['mean']],
    ['/** A mean. */\nconst a = 1;\nexport async function mean() {}', ['mean']],
  ])('has no purpose where none is written: %s', (text, gaps) => {
    expect(purposeGaps('a.ts', text).map(({ what }) => what)).toEqual(gaps);
  });
});

describe('the pages of engines', () => {
  it('have the defaults of the constants', async () => {
    const { code, stdout, stderr } = await runCommand(process.execPath, ['site/defaults.mjs', '--check']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('say the same things of each engine', () => {
    const parts = ['Formula and source', 'Defaults', 'Null rules', 'Example', 'What it does not do', 'How to read it'];
    const pages = filesBelow('docs/engines', '.md').filter((path) => !path.endsWith('README.md'));
    expect(pages.length).toBe(12);
    for (const page of pages) {
      expect(
        [...readText(page).matchAll(/^## (.+)$/gm)].map(([, title]) => title),
        page,
      ).toEqual(parts);
      expect(readText(page), page).toContain('```ts run');
      expect(readText('docs/engines/README.md')).toContain(`](${posix.basename(page)})`);
    }
  });
});

describe('links of the site', () => {
  it('lead from the README to a page wherever it links a document', async () => {
    const { documents } = (await import(join(ROOT, 'site', 'places.mjs'))) as Places;
    const { paged } = (await import(join(ROOT, 'site', 'stage.mjs'))) as Stage;
    const text = paged('README.md', documents());
    for (const page of ['operations', 'engines/index', 'notebooks/index', 'contributing', 'coverage', 'map']) {
      expect(text).toContain(`](/${page})`);
    }
    expect(text).not.toMatch(/\]\([^):#]+\.md/);
    expect(paged('docs/README.md', documents())).toContain('](/evidence/scaling)');
    expect(paged('benchmarks/README.md', documents())).toContain('](/chapters/runtime#worker-threads)');
  });
});
