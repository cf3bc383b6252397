import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf } from './source-text.ts';
import { readText, workspaces } from './workspace.ts';

/** Names that an entry exports, types marked as such, and the packages that the umbrella passes on whole. */
function exportedNames(index: string): readonly string[] {
  const code = codeOf(index);
  const whole = [...index.matchAll(/^export \* from '([^']+)';$/gm)].map(([, module]) => `* from ${module}`);
  const lists = [...code.matchAll(/export\s+(type\s+)?\{([^}]*)\}/g)];
  const names = lists.flatMap(([, type, list]) =>
    list!
      .split(',')
      .map((name) => name.trim().replace(/^.* as /, ''))
      .filter((name) => name !== '')
      .map((name) => (type === undefined || name.startsWith('type ') ? name : `type ${name}`)),
  );
  return [...whole, ...names].toSorted();
}

/** Entries of packages that others import: import path, source, and name of the list. */
const entries = workspaces()
  .filter(({ folder }) => folder !== 'host')
  .flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
      // A data file exports no names.
      if (typeof target === 'string') return [];
      const name = path.slice(2);
      const list = name === '' ? folder : `${folder}-${name}`;
      return [[posix.join(manifest.name, path), posix.join('packages', folder, target.source), list] as const];
    }),
  );

describe('the exported names of', () => {
  it.each(entries)('%s are frozen', async (_, source, list) => {
    const names = exportedNames(readText(source));
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
    // A change here affects users: `npm run accept` accepts it.
    await expect(`${names.join('\n')}\n`, 'run npm run accept, then read the diff').toMatchFileSnapshot(
      `api-surface/${list}.txt`,
    );
  });

  it('an index are read with renames, types and comments', () => {
    const index = `// export { no } from './no.ts';
export * from 'whole';
      export { b, a as c, type D } from './x.ts';
      export type { E } from './y.ts';`;
    expect(exportedNames(index)).toEqual(['* from whole', 'b', 'c', 'type D', 'type E']);
  });

  it('the simulator as parsed are those that exist at run time', async () => {
    const names = exportedNames(readText('packages/simulator/src/index.ts'));
    const simulator = await import('@barograph/simulator');
    expect(names.filter((name) => !name.startsWith('type '))).toEqual(Object.keys(simulator).toSorted());
  });
});
