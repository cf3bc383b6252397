/** Loads the kernels for the command line, unless `BAROGRAPH_KERNELS` is `off`. */

import { CommandError, type Io } from './io.ts';

/**
 * Registers the kernels for this process. The first loop that needs the module compiles it.
 *
 * @param env `BAROGRAPH_KERNELS=off` computes in JavaScript; results are bit-identical.
 * @throws {CommandError} when the variable is neither `on` nor `off`.
 */
export async function loadKernels(env: NonNullable<Io['env']>): Promise<void> {
  const setting = env['BAROGRAPH_KERNELS'] ?? 'on';
  if (setting !== 'on' && setting !== 'off')
    throw new CommandError(`BAROGRAPH_KERNELS: expected on or off, got ${setting}`);
  if (setting === 'on') (await import('@barograph/kernels')).installKernels();
}
