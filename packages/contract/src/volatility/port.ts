/** Options of a host, as operations ask for them. */

import { port } from '../context.ts';

/** Says whether there will ever be implied volatilities. */
export interface OptionsSources {
  /** False where no source of the host has any. */
  readonly hasImplied: boolean;
}

/** Port of the sources of options. */
export const OPTIONS_SOURCES = port<OptionsSources>('options sources');
