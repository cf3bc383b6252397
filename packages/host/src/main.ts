#!/usr/bin/env node
/** The process of the host. */

import { run } from './run.ts';

process.exitCode = await run({
  argv: process.argv.slice(2),
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`barograph-host: ${line}\n`),
  onSignal: (signal, act) => process.once(signal, act),
});
