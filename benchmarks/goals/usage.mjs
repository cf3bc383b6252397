// @ts-check
/** Loaded before a program: at its end, tells descriptor 3 what the process used. */

import { writeSync } from 'node:fs';

process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  const peakMb = process.resourceUsage().maxRSS / 1024;
  writeSync(3, JSON.stringify({ processorMs: (user + system) / 1e3, peakMb }));
});
