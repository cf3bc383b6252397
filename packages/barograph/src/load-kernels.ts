/** Kernels for the command line: every command computes with them, unless `BAROGRAPH_KERNELS` says `off`. */

import { CommandError, type Io } from './io.ts';

/**
 * Puts the kernels in place for the engines of this process. The module is compiled by the first loop that needs it.
 *
 * @param env `BAROGRAPH_KERNELS=off` leaves the JavaScript alone; results are the same to the bit.
 * @throws {CommandError} the variable is neither `on` nor `off`.
 */
export async function loadKernels(env: NonNullable<Io['env']>): Promise<void> {
  const asked = env['BAROGRAPH_KERNELS'] ?? 'on';
  if (asked !== 'on' && asked !== 'off') throw new CommandError(`BAROGRAPH_KERNELS: expected on or off, got ${asked}`);
  if (asked === 'on') (await import('@barograph/kernels')).installKernels();
}
