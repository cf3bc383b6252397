// @ts-check
/**
 * `npm start -- [flags]`: makes the tree ready, then becomes the host. The host runs in this very process, so that
 * signals and exit codes are its own. A host that accepts payments gets the payment libraries first.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, preparePayments } from './prepare.mjs';
import { ROOT } from './tools.mjs';

/** Built module of the host. @param {string} name */
const built = (name) => join(ROOT, 'packages', 'host', 'dist', name);

try {
  await prepare();
  const { readConfig } = await import(pathToFileURL(built('index.js')).href);
  const readFile = (/** @type {string} */ path) => readFileSync(path, 'utf8');
  const config = readConfig({ argv: process.argv.slice(2), env: process.env, readFile });
  if (config.ok && config.value.config?.payTo !== undefined) await preparePayments();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
let isHost = false;
// npm does not pass SIGTERM on: whoever stops `npm start` by its pid would leave the host behind. A host that stops already
// listens no more, and a second signal would end it at once, without its database.
if (process.env['npm_lifecycle_event'] !== undefined) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent) return;
    if (!isHost || process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
const main = built('main.js');
process.argv[1] = main;
isHost = true;
await import(pathToFileURL(main).href);
