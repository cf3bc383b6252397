/** Sources of an earlier commit, with the installed libraries of this clone. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../workspace.ts';

/** Whether the clone has a commit; a shallow clone lacks the earlier ones. */
export function hasCommit(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Writes the sources of a commit, linked to the installed libraries and to its own packages. @param tree an absent or empty folder. */
export function writeTree(commit: string, tree: string): void {
  const modules = join(tree, 'node_modules');
  mkdirSync(join(modules, '@barograph'), { recursive: true });
  execFileSync('tar', ['x', '-C', tree], { input: execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 }) }); // prettier-ignore
  for (const module of readdirSync(join(ROOT, 'node_modules'))) {
    if (!/^(?:@barograph|barograph)$/.test(module))
      symlinkSync(join(ROOT, 'node_modules', module), join(modules, module));
  }
  for (const folder of readdirSync(join(tree, 'packages'))) {
    const path = join(tree, 'packages', folder);
    if (!readdirSync(path).includes('package.json')) continue;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every manifest has a name
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as { readonly name: string };
    symlinkSync(path, join(modules, manifest.name));
  }
}
