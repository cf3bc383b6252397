// @ts-check
/**
 * `npm run docs`: the documentation as a site, from the documents of the repository and the comments of its sources, into
 * `packages/page/dist/docs`, which a host serves at `/docs`. Its tools are installed once; after that it needs no network.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { refused } from './policy.mjs';
import { packFolder } from './pack.mjs';
import { OUT, PAGES, SITE } from './places.mjs';
import { arrange, entries } from './reference.mjs';
import { stage } from './stage.mjs';

/** @param {string} command @param {readonly string[]} args */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: SITE, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `exit code ${status}`}`);
}

/** @param {string} name of a tool of the site */
const tool = (name) => join(SITE, 'node_modules', name, 'bin', name === 'typedoc' ? 'typedoc' : `${name}.js`);

/** @returns {string[]} what the policy of the host would refuse, with its page */
function faults() {
  const pages = readdirSync(OUT, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
  return pages.flatMap((path) => refused(readFileSync(join(OUT, path), 'utf8')).map((tag) => `${path}: ${tag}`));
}

const began = performance.now();
if (!existsSync(join(SITE, 'node_modules', 'vitepress'))) run('npm', ['ci', '--no-fund', '--no-audit', '--silent']);
rmSync(OUT, { recursive: true, force: true });
const pages = stage();
run(process.execPath, ['--conditions', 'source', '--import', 'tsx', 'picture.mjs']);
run(process.execPath, [tool('typedoc'), '--options', 'typedoc.json', ...entries().map(({ source }) => source)]);
arrange();
run(process.execPath, [tool('vitepress'), 'build', '.', '--logLevel', 'warn']);
const problems = faults();
if (problems.length > 0) throw new Error(`the host's policy would refuse:\n${problems.slice(0, 20).join('\n')}`);
rmSync(PAGES, { recursive: true });
const megabytes = (packFolder(OUT) / 1e6).toFixed(1);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
process.stdout.write(
  `${pages} pages and the reference in packages/page/dist/docs, ${megabytes} MB packed, ${seconds} s\n`,
);
