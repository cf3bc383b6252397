import { describe, expect, it } from 'vitest';
import { codeOf } from './source-text.ts';
import { readText, workspaces } from './workspace.ts';

/** Names that an index exports, types marked as such. It lists them one by one (the architecture test says so). */
function exportedNames(index: string): readonly string[] {
  const code = codeOf(index);
  const lists = [...code.matchAll(/export\s+(type\s+)?\{([^}]*)\}/g)];
  return lists
    .flatMap(([, type, list]) =>
      list!
        .split(',')
        .map((name) => name.trim().replace(/^.* as /, ''))
        .filter((name) => name !== '')
        .map((name) => (type === undefined || name.startsWith('type ') ? name : `type ${name}`)),
    )
    .toSorted();
}

const published = workspaces().filter(({ manifest }) => manifest.private !== true);

describe('the exported names of', () => {
  it.each(published.map(({ folder, manifest }) => [manifest.name, folder] as const))(
    '%s are frozen',
    async (_, folder) => {
      const names = exportedNames(readText(`packages/${folder}/src/index.ts`));
      expect(new Set(names).size).toBe(names.length);
      // A change here is a change for users: update with `npx vitest run test/api-surface -u` and write a changeset.
      await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(`api-surface/${folder}.txt`);
    },
  );

  it('an index are read with renames, types and comments', () => {
    const index = `// export { no } from './no.ts';
      export { b, a as c, type D } from './x.ts';
      export type { E } from './y.ts';`;
    expect(exportedNames(index)).toEqual(['b', 'c', 'type D', 'type E']);
  });

  it('the simulator as parsed are those that exist at run time', async () => {
    const names = exportedNames(readText('packages/simulator/src/index.ts'));
    const simulator = await import('@barograph/simulator');
    expect(names.filter((name) => !name.startsWith('type '))).toEqual(Object.keys(simulator).toSorted());
  });
});
