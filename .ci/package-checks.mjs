// @ts-check
/** Checks the published packages: packs each public package once and inspects the tarballs. */

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { each, runTool } from './steps.mjs';
import { installed, npm, readJson, ROOT, run, tool } from './tools.mjs';

const PACKED = join(ROOT, '.results', 'packed');

/** Workspaces that go to the registry. */
function publishable() {
  return readdirSync(join(ROOT, 'packages')).filter((name) => {
    const manifest = join(ROOT, 'packages', name, 'package.json');
    return existsSync(manifest) && readJson(manifest).private !== true;
  });
}

/** Packs what is published, for the checks below. */
export async function pack() {
  rmSync(PACKED, { recursive: true, force: true });
  mkdirSync(PACKED, { recursive: true });
  const workspaces = publishable().flatMap((name) => ['--workspace', `packages/${name}`]);
  const { code, output } = await npm(['pack', '--ignore-scripts', '--pack-destination', PACKED, ...workspaces]);
  return { ok: code === 0, output };
}

const tarballs = () =>
  existsSync(PACKED) ? readdirSync(PACKED).map((file) => relative(ROOT, join(PACKED, file))) : [];

/** Manifests and files of the tarballs. */
export const publint = () => each(tarballs(), (file) => runTool('publint', ['run', file, '--strict']));

/** Every way of resolving types finds them; the packages are ESM, which `require` loads since Node 20.19. */
const ATTW = [
  '--profile',
  'strict',
  '--ignore-rules',
  'cjs-resolves-to-esm',
  '--no-color',
  '--exclude-entrypoints',
  'wiki-index.json',
];

/** Types of the tarballs. */
export const attw = () => each(tarballs(), (file) => runTool('@arethetypeswrong/cli', [file, ...ATTW], 'attw'));

/** Sizes of the bundles. The tool finds its plugins by the manifest of the folder where it runs. */
export async function sizes() {
  const { code, output } = await run(process.execPath, [tool('size-limit')], {}, installed('.ci/checks'));
  return { ok: code === 0, output };
}
