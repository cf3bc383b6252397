/** Doc comments of what packages export, defaults of the pages of engines, and links of the documents. */

import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
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
/** Inner parts that another package of ours calls, and no user. */
const INNER = 'packages/nowcast/src/parts.ts';
const called: readonly Declared[] = entries
  .filter((entry) => entry !== INNER)
  .flatMap((entry) => namesOf(entry).flatMap((name) => declarationOf(entry, name) ?? []))
  .filter(isCalled);
const placeOf = ({ file, name }: Declared): string => `${file} ${name}`;

describe('the comments of exports', () => {
  it('stand above every one of them', () => {
    expect(exported.length).toBeGreaterThan(2000);
    expect(exported.filter(({ comment }) => comment === undefined).map(placeOf)).toEqual([]);
  });

  it('have an example where a person calls it', () => {
    const without = called.filter((one) => !/@example/.test(one.comment ?? ''));
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
    for (const page of ['benchmarks', 'operations', 'engines/index', 'recipes/live-feed', 'map#decisions']) {
      expect(text).toContain(`](/${page})`);
    }
    expect(text).not.toMatch(/\]\([^):#]+\.md/);
    expect(paged('docs/README.md', documents())).toContain('](/scaling)');
    expect(paged('benchmarks/README.md', documents())).toContain('](/decisions/0081-workers)');
  });
});

describe('links to a part of a document', () => {
  const slug = (title: string): string =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
  const headings = (path: string): readonly string[] =>
    [...readText(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) => slug(title!));

  it('name a heading that is there', () => {
    const documents = [
      'README.md',
      'CONTRIBUTING.md',
      ...filesBelow('docs', '.md').filter((path) => !path.startsWith('docs/wiki/')),
    ];
    const broken = documents.flatMap((path) =>
      [...readText(path).matchAll(/\]\(([^)\s#:]*\.md)?#([^)\s]+)\)/g)]
        .filter(
          ([, file, hash]) =>
            !headings(file === undefined ? path : posix.join(posix.dirname(path), file)).includes(hash!),
        )
        .map(([link]) => `${path} ${link}`),
    );
    expect(broken).toEqual([]);
  });
});
