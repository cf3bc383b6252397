// @ts-check
/** Loaded before a program: at its end, tells descriptor 3 what the process used. */

import { readFileSync, writeSync } from 'node:fs';

/** Largest resident set, kB. Linux counts into `maxRSS` what the process that started this one had. */
function peakKb() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, JSON.stringify({ processorMs: (user + system) / 1e3, peakMb: peakKb() / 1024 }));
});
