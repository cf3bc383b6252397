#!/usr/bin/env node
/** The process around `main`: streams, version and exit code. */

import { readFileSync } from 'node:fs';
import { main } from './main.ts';

function versionOf(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error('expected a version in package.json');
}

// `| head` closes the pipe while something is still on its way: that is how it says thanks.
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
