#!/usr/bin/env node
// Committed, so that npm links the command at install time, before the first build.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../dist/cli.js', import.meta.url))) {
  await import('../dist/cli.js');
} else {
  process.stderr.write('barograph: not built yet; in a clone, "npm run setup" installs and builds what is missing\n');
  process.exitCode = 2;
}
