/** Imports sources of packages during a build, before any package is built. */

import { build } from 'esbuild';

/**
 * Bundles a TypeScript module with everything it imports, and imports the bundle.
 *
 * @param file - path from the root of the repository, which is the working folder
 */
export async function importSource<Module>(file: string): Promise<Module> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
  });
  const [code = ''] = outputFiles.map(({ contents }) => Buffer.from(contents).toString('base64'));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names the type of the file's module
  return (await import(`data:text/javascript;base64,${code}`)) as Module;
}
