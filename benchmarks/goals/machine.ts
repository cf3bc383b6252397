/** The machine of a run: without it figures say nothing. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, release } from 'node:os';
import { C_FLAGS, gccVersion } from '../c/plain.ts';

/** One line of it each. */
export function machine(): string[] {
  const model = cpus()[0]?.model ?? 'unknown processor';
  const commit = said('git', ['rev-parse', '--short=10', 'HEAD']);
  return [
    `${model}, ${availableParallelism()} cores, ${arch()}, ${vectors()}, governor ${governor()}, Linux ${release()}`,
    `Node ${process.versions.node}, V8 ${process.versions.v8}; ${gccVersion() ?? 'no gcc'}, ${C_FLAGS.join(' ')}`,
    `commit ${commit}, ${new Date().toISOString().slice(0, 16)}Z, load at the start ${load()}`,
  ];
}

/** Load of the last minute. */
export const load = (): string => loadavg()[0]!.toFixed(2);

function said(command: string, args: readonly string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

const governor = (): string => read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor') || 'unknown';

/** The widest lanes of the processor, which decide what the C compiler makes. */
function vectors(): string {
  const flags = new Set(/^flags\s*:(.*)$/m.exec(read('/proc/cpuinfo'))?.[1]?.split(' '));
  return ['avx512f', 'avx2', 'sse4_2'].find((flag) => flags.has(flag)) ?? 'lanes unknown';
}
