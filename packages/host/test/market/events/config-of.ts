import { readConfig } from '../../../src/config.ts';
import type { HostConfig } from '../../../src/host-config.ts';

/** The configuration of flags. */
export function configOf(argv: readonly string[]): HostConfig {
  const read = readConfig({ argv, env: {}, readFile: () => '{}' });
  if (!read.ok || read.value.kind !== 'serve') throw new Error('expected flags of a host');
  return read.value.config;
}
