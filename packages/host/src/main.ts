#!/usr/bin/env node
/** Entry point of the host's process. */

import { setFlagsFromString } from 'node:v8';
import { run } from './run.ts';

/**
 * Heap growth, of this thread and of the workers, until the next full collection: half of the live size. By default V8
 * lets the heap grow several times over and never returns the pages of a cold start.
 */
setFlagsFromString('--heap-growing-percent=50');

process.exitCode = await run({
  argv: process.argv.slice(2),
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`barograph-host: ${line}\n`),
  onSignal: (signal, act) => process.once(signal, act),
});
