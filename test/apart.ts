/** Libraries in folders with separate lock files, which the workspace's `npm ci` skips. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './workspace.ts';

/** Folder with a lock file of its own. */
export type Apart = '.ci/browser' | '.ci/checks' | '.ci/peers' | 'packages/lab/libraries' | 'payments';

/** Path of such a folder, which is installed on first use. */
export async function installed(folder: Apart): Promise<string> {
  const tools = (await import(join(ROOT, '.ci', 'tools.mjs'))) as { readonly installed: (folder: Apart) => string };
  return tools.installed(folder);
}

/** Loads a library of such a folder. The caller states the type of the part in use. */
export async function library<Library>(folder: Exclude<Apart, '.ci/checks'>, name: string): Promise<Library> {
  const loader = pathToFileURL(join(await installed(folder), 'load.mjs')).href;
  const { load } = (await import(loader)) as { readonly load: (name: string) => Promise<Library> };
  return load(name);
}
