/** Laws of every package for those who install it, read from manifests, lock and READMEs. */

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { readText, ROOT, workspaces } from './workspace.ts';

const published = workspaces().filter(({ manifest }) => manifest.private !== true);

/** Targets of the links of a README that name a file. */
function relativeLinks(markdown: string): readonly string[] {
  const targets = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return targets.filter((target) => !/^(?:[a-z]+:|#)/.test(target)).map((target) => target.split('#')[0]!);
}

describe('[12.17] every published package', () => {
  it.each(published.map(({ folder, manifest }) => [folder, manifest] as const))(
    '%s names code and types for resolvers that do not read exports',
    (_, { main, types, exports: entries = {}, typesVersions }) => {
      expect([main, types]).toEqual([entries['.']!.default, entries['.']!.types]);
      const others = Object.entries(entries).filter(([path, entry]) => path !== '.' && typeof entry !== 'string');
      const expected = Object.fromEntries(others.map(([path, entry]) => [path.slice(2), [entry.types]]));
      expect(typesVersions?.['*'] ?? {}).toEqual(expected);
    },
  );

  it.each(published.map(({ folder, manifest }) => [folder, manifest] as const))(
    '%s can be found by its words, and links to its page',
    (_, { name, keywords = [], homepage }) => {
      expect(keywords).toEqual(expect.arrayContaining(['crypto', 'market-regimes', 'quant']));
      expect(new Set(keywords).size).toBe(keywords.length);
      expect(keywords.length).toBeGreaterThan(4);
      expect(homepage).toBe(`https://www.npmjs.com/package/${name}`);
    },
  );

  it.each(published.map(({ folder, manifest }) => [folder, manifest] as const))(
    '%s is refused by prepack without its types',
    async (_, manifest) => {
      expect(manifest.scripts?.['prepack']).toBe('node ../../.ci/prepack.mjs');
      const folder = mkdtempSync(join(tmpdir(), 'barograph-prepack-'));
      const put = (file: string): void => {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), '');
      };
      writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
      const prepack = () => runCommand(process.execPath, [join(ROOT, '.ci/prepack.mjs')], { cwd: folder });
      const promised = Object.values(manifest.exports!);
      for (const entry of promised) put(typeof entry === 'string' ? entry : entry.default);
      const browser = JSON.stringify(promised).match(/\.\/dist\/browser\.[a-z.]+/g) ?? [];
      for (const file of browser) put(file);
      const refused = await prepack();
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(/: expected \.\/dist\/index\.d\.ts.* in the package, got none/);
      for (const entry of promised) if (typeof entry !== 'string') put(entry.types);
      expect(await prepack()).toEqual({ code: 0, stdout: '', stderr: '' });
      rmSync(folder, { recursive: true });
    },
  );
});

describe('[12.17] the README of', () => {
  it.each(workspaces().map(({ folder, manifest }) => [folder, manifest] as const))(
    '%s links to nothing that is not there',
    (folder, { private: isPrivate }) => {
      for (const target of relativeLinks(readText(`packages/${folder}/README.md`))) {
        const path = join(ROOT, 'packages', folder, target);
        expect(existsSync(path), target).toBe(true);
        // what is published has the package alone around it
        if (isPrivate !== true) expect(relative(join(ROOT, 'packages', folder), path), target).not.toMatch(/^\.\./);
      }
    },
  );
});

describe('[12.17] a production install', () => {
  it('has no test runner and no bundler', () => {
    // `test/dependencies.test.ts` compares the list with the lock.
    const list =
      readText('docs/evidence/dependencies.md').match(/(?<=^\| )\S+(?= \| \d\S* \| [^|]+ \| \S+ \|$)/gm) ?? [];
    expect(list).toContain('fastify');
    for (const name of ['vitest', 'vite', 'rolldown', 'fast-check', 'tsup', 'esbuild', 'typescript']) {
      expect(list).not.toContain(name);
    }
  });
});
