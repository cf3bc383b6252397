/** Packages that are installed apart, because most commands do not need them. */

import { CommandError } from './io.ts';

/**
 * Loads a package.
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

/** The message of Node has the name in quotes. */
function isMissing(name: string, error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(`'${name}'`)
  );
}
