/** Port of options sources. */

import { port } from '../context.ts';

/** Availability of implied volatilities. */
export interface OptionsSources {
  /** False when no source of the host provides them. */
  readonly hasImplied: boolean;
}

/** Port of the sources of options. */
export const OPTIONS_SOURCES = port<OptionsSources>('options sources');
