/** Optional packages: most commands do not need them. */

import { CommandError } from './io.ts';

/**
 * Loads an optional package.
 *
 * @throws {CommandError} when it is not installed; the message says how to install it.
 */
export async function loadApart<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(name, error)) throw error;
    throw new CommandError(`expected ${name}, which is not installed; npm install ${name} installs it`, {
      cause: error,
    });
  }
}

/** Whether Node reports the package as missing: its message quotes the name. */
function isMissing(name: string, error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(`'${name}'`)
  );
}
