// @ts-check
/** Loaded before a program: writes the resource usage of the process to descriptor 3 at exit. */

import { readFileSync, writeSync } from 'node:fs';

/** Largest resident set, kB. `maxRSS` on Linux includes the memory of the parent process. */
function peakKb() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, JSON.stringify({ processorMs: (user + system) / 1e3, peakMb: peakKb() / 1024 }));
});
