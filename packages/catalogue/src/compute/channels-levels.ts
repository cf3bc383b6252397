/** Computations: channels levels. */

import type { Computation } from './computation.ts';

/** By slug. */
export const CHANNELS_LEVELS: Readonly<Record<string, Computation>> = {};
