/** Describes the machine of a run, which figures depend on. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, release } from 'node:os';
import { C_FLAGS, gccVersion } from '../c/plain.ts';

/** Lines of the description. */
export function machine(): string[] {
  const model = cpus()[0]?.model ?? 'unknown processor';
  const commit = outputOf('git', ['rev-parse', '--short=10', 'HEAD']);
  return [
    `${model}, ${availableParallelism()} cores, ${arch()}, ${vectors()}, governor ${governor()}, Linux ${release()}`,
    `Node ${process.versions.node}, V8 ${process.versions.v8}; ${gccVersion() ?? 'no gcc'}, ${C_FLAGS.join(' ')}`,
    `commit ${commit}, ${new Date().toISOString().slice(0, 16)}Z, load at the start ${load()}, additions that wait for each other ${additionNs().toFixed(2)} ns each`,
  ];
}

/** Load of the last minute. */
export const load = (): string => loadavg()[0]!.toFixed(2);

function outputOf(command: string, args: readonly string[]): string {
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

/**
 * Minimum time of a dependent addition, which is one clock cycle. A hypervisor hides the clock rate, which varies by more
 * than a factor of two on shared machines, as does every figure that is not a ratio.
 */
function additionNs(): number {
  const additions = 2e7;
  let least = Infinity;
  let sum = 0;
  for (let turn = 0; turn < 9; turn++) {
    const begin = performance.now();
    for (let i = 0; i < additions; i++) sum = (sum + i) | 0;
    least = Math.min(least, ((performance.now() - begin) * 1e6) / additions);
  }
  return sum === 0.5 ? NaN : least;
}

const governor = (): string => read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor') || 'unknown';

/** Widest vector lanes of the processor, which determine the compiled C code. */
function vectors(): string {
  const flags = new Set(/^flags\s*:(.*)$/m.exec(read('/proc/cpuinfo'))?.[1]?.split(' '));
  return ['avx512f', 'avx2', 'sse4_2'].find((flag) => flags.has(flag)) ?? 'lanes unknown';
}
