import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { built } from '../packages/store/test/built.ts';
import { argumentsNamed, pathsNamed } from './document-paths.ts';
import { blocksOf, expectedOutput, scriptsNamed, type Block } from './markdown.ts';
import { runCommand } from './run-command.ts';
import { filesBelow, readManifest, readText, ROOT, workspaces } from './workspace.ts';

const FOLDER = '.results/readme';

/** Entry documents. */
const DOCUMENTS: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...workspaces().map(({ folder }) => `packages/${folder}/README.md`),
  ...filesBelow('docs', '.md'),
].filter((path) => existsSync(join(ROOT, path)));

interface Placed extends Block {
  readonly name: string;
}

const BLOCKS: readonly Placed[] = DOCUMENTS.flatMap((path) =>
  blocksOf(readText(path)).map((block) => ({ ...block, name: `${path} line ${block.line}` })),
);

const typescript = BLOCKS.filter(({ language }) => language === 'ts');
const runnable = BLOCKS.filter(({ language, run }) => run && (language === 'ts' || language === 'sh'));
const fileOf = (block: Placed): string => `${block.name.replaceAll(/[^a-zA-Z0-9]+/g, '-')}.ts`;
/** Comes between the outputs of blocks. */
const MARK = '\u0001 block ';

/** A script that runs blocks one after another: a process for each would cost more than they do. */
function runnerOf(blocks: readonly Placed[]): string {
  const steps = blocks.map(({ name }, i) => [
    `console.log(${JSON.stringify(MARK + String(i))});`,
    `try { await import(${JSON.stringify(`./${fileOf(blocks[i]!)}`)}); }`,
    `catch (error) { console.log(${JSON.stringify(`${name} failed:`)}, error); }`,
  ]);
  return `${steps.flat().join('\n')}\nexport {};\n`;
}

/** Output of each block. */
async function outputsOf(folder: string, blocks: readonly Placed[]): Promise<ReadonlyMap<string, string>> {
  writeFileSync(join(ROOT, FOLDER, 'all.mts'), runnerOf(blocks));
  const { stdout, stderr } = await runCommand(process.execPath, ['--import', 'tsx', join(folder, 'all.mts')]);
  const parts = new Map(
    stdout
      .split(MARK)
      .slice(1)
      .map((part) => {
        const line = part.indexOf('\n');
        return [Number(part.slice(0, line)), part.slice(line + 1)];
      }),
  );
  return new Map(blocks.map(({ name }, i) => [name, parts.get(i) ?? `${name} failed: it did not run\n${stderr}`]));
}

/** Lines of `expected` that `output` does not have, in order. */
function missing(output: string, expected: readonly string[]): readonly string[] {
  const lines = output.split('\n').map((line) => line.trim());
  let from = 0;
  return expected.filter((line) => {
    const at = lines.indexOf(line, from);
    if (at >= 0) from = at + 1;
    return at < 0;
  });
}

describe('[12.19] the blocks of the documents', () => {
  beforeAll(async () => {
    const { showPeers } = (await import(join(ROOT, '.ci', 'tools.mjs'))) as {
      readonly showPeers: (names: readonly string[]) => void;
    };
    showPeers(['apache-arrow', 'arquero']);
    rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
    mkdirSync(join(ROOT, FOLDER), { recursive: true });
    for (const block of typescript) writeFileSync(join(ROOT, FOLDER, fileOf(block)), `${block.text}\nexport {};\n`);
    const config = {
      extends: '../../tsconfig.test.json',
      // The built types: the sources of all packages take thirteen times as long.
      compilerOptions: { noUnusedLocals: false, customConditions: [] },
      include: ['*.ts'],
    };
    writeFileSync(join(ROOT, FOLDER, 'tsconfig.json'), JSON.stringify(config));
  });

  it('there are some', () => {
    expect(typescript.length).toBeGreaterThan(0);
    expect(runnable.length).toBeGreaterThan(0);
  });

  it('in TypeScript compile, every one', async () => {
    const { stdout } = await runCommand(process.execPath, ['node_modules/typescript/bin/tsc', '-p', FOLDER]);
    expect(stdout).toBe('');
  });

  it('name only npm scripts that exist', () => {
    const scripts = Object.keys(readManifest('package.json').scripts ?? {});
    const named = BLOCKS.filter(({ language }) => language === 'sh').flatMap(({ text }) => scriptsNamed(text));
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  describe('marked to run', () => {
    // Before them all: an old build is reported once, and not by every block.
    const scripts = runnable.filter(({ language }) => language === 'ts');
    let printed: ReadonlyMap<string, string>;
    beforeAll(async () => {
      printed = await outputsOf(built(FOLDER), scripts);
    }, 120_000);

    it.each(runnable.map((block) => [block.name, block] as const))(
      '%s runs and prints what it says',
      async (_, block) => {
        const { code, stdout, stderr } =
          block.language === 'ts'
            ? { code: 0, stdout: printed.get(block.name)!, stderr: '' }
            : await runCommand('bash', ['-euo', 'pipefail', '-c', block.text]);
        expect(stdout).not.toContain(`${block.name} failed:`);
        expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
        expect(missing(stdout, expectedOutput(block))).toEqual([]);
      },
    );
  });
});

describe('[12.19] the paths that a document names', () => {
  /**
   * Mutation testing names files below the package of their row, and the build of the wiki checks links between its pages.
   */
  const named = DOCUMENTS.filter((path) => !/^docs\/(evidence\/mutation|wiki\/)/.test(path)).map(
    (path) => [path] as const,
  );
  const exists = (path: string): boolean => existsSync(join(ROOT, path));
  /** Folders of files that are named without their folder. */
  const placesOf = (document: string): readonly string[] => {
    const folder = dirname(document);
    if (document.endsWith('README.md')) return ['', folder, posix.join(folder, 'src')];
    return ['', 'packages/contract/src', 'packages/contract/src/meme'];
  };

  it.each(named)('in %s exist', (document) => {
    const folder = dirname(document);
    const places = placesOf(document);
    const missing = pathsNamed(readText(document))
      .filter(({ path, isLink }) => !(isLink ? [folder] : places).some((place) => exists(posix.join(place, path))))
      .map(({ path }) => path);
    expect(missing).toEqual([]);
  });

  it('in commands exist, with or without the ending', () => {
    const words = BLOCKS.filter(({ language }) => language === 'sh').flatMap(({ text, name }) =>
      argumentsNamed(text).map((path) => ({ path, name })),
    );
    expect(words.length).toBeGreaterThan(10);
    // What a build makes.
    const isMade = (path: string): boolean => path.includes('/dist/');
    expect(words.filter(({ path }) => !isMade(path) && !exists(path) && !exists(`${path}.test.ts`))).toEqual([]);
  });

  it('are links, files, and folders of ours, but no places that are to be filled in', () => {
    const text =
      '[a](src/a.ts#x) [b](https://b.c) `test/c/` `d.ts` `packages/<x>/e.ts` `a / b` `f.csv`\n```sh\n`g.ts`\n```\n';
    expect(pathsNamed(text)).toEqual([
      { path: 'src/a.ts', isLink: true },
      { path: 'test/c', isLink: false },
      { path: 'd.ts', isLink: false },
    ]);
    expect(argumentsNamed("npx vitest run packages/core -t 'a test'")).toEqual(['packages/core']);
  });
});

describe('[12.19] the map of the documents', () => {
  const MAP = 'docs/README.md';
  /** A row of a table that begins with a link. */
  const rows = [...readText(MAP).matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \| (.+) \|$/gm)].map(
    ([, path, line]) => [posix.join('docs', path!), line!] as const,
  );

  it('is linked from the README, and has every file of docs with a line of its own', () => {
    expect(pathsNamed(readText('README.md')).filter(({ isLink }) => isLink)).toContainEqual({
      path: MAP,
      isLink: true,
    });
    // Pages of the wiki and notebooks have an index of their own.
    const hasIndex = (path: string): boolean =>
      path.startsWith('docs/wiki/') || (path.startsWith('docs/notebooks/') && !path.endsWith('notebooks/README.md'));
    const documents = filesBelow('docs', '').filter((path) => path !== MAP && !hasIndex(path));
    expect(rows.map(([path]) => path).filter((path) => path.startsWith('docs/'))).toEqual(
      expect.arrayContaining([...documents]),
    );
    expect(new Set(rows.map(([, line]) => line)).size).toBe(rows.length);
  });

  it('has twelve chapters, each headed by the words of its file and with an end that says when to reopen it', () => {
    const chapters = filesBelow('docs/chapters', '.md');
    expect(chapters.length).toBe(12);
    expect(rows.map(([path]) => path).filter((path) => path.includes('/chapters/'))).toHaveLength(chapters.length);
    for (const path of chapters) {
      const [title] = readText(path).split('\n', 1);
      expect(title!.toLowerCase()).toBe(`# ${posix.basename(path, '.md').replaceAll('-', ' ')}`);
      expect(
        readText(path)
          .match(/^## .+$/gm)!
          .at(-1),
        path,
      ).toBe('## Reopen when');
    }
  });
});

describe('blocksOf', () => {
  const document = ['Text', '```ts run', 'f(); // → 3', '```', '```', 'plain', '```', '```sh', 'npm run lint', '```'];

  it('finds language, mark, line and text', () => {
    expect(blocksOf(document.join('\n'))).toEqual([
      { language: 'ts', run: true, line: 2, text: 'f(); // → 3' },
      { language: '', run: false, line: 5, text: 'plain' },
      { language: 'sh', run: false, line: 8, text: 'npm run lint' },
    ]);
  });

  it('an unknown mark is refused: a block that is meant to run must not be skipped for a typing error', () => {
    expect(() => blocksOf('```ts runs\n```')).toThrow(/line 1: expected "run" or nothing after "ts", got "runs"/);
  });

  it('expected output stands behind an arrow in a comment', () => {
    const text = `a(); // → one two\nb();\n// → 3`;
    expect(expectedOutput({ language: 'ts', run: true, line: 1, text })).toEqual(['one two', '3']);
    expect(expectedOutput({ language: 'sh', run: true, line: 1, text: 'ls # → a.csv' })).toEqual(['a.csv']);
    expect(missing('x\none two\n3\n', ['one two', '3'])).toEqual([]);
    expect(missing('3\none two\n', ['one two', '3'])).toEqual(['3']);
  });

  it('scripts are those after npm run and the short forms', () => {
    expect(scriptsNamed('npm ci\nnpm test\nnpm start -- --data x\nnpm run test:full # all\nnpx npm run x')).toEqual([
      'test',
      'start',
      'test:full',
      'x',
    ]);
  });
});
