// @ts-check
/** `npm run changeset [-- version]`: changesets, which are installed on first use. */

import { spawnSync } from 'node:child_process';
import { ROOT, tool } from './tools.mjs';

const args = [tool('@changesets/cli', 'changeset'), ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
