#!/usr/bin/env node
/** Entry of the process: streams, version and exit code. */

import { readFileSync } from 'node:fs';
import { main } from './main.ts';

function versionOf(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error('expected a version in package.json');
}

// `| head` closes the pipe early: a normal end, not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await main(
  process.argv.slice(2),
  {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    isTerminal: process.stderr.isTTY,
    env: process.env,
    now: () => performance.now(),
  },
  versionOf(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))),
);
