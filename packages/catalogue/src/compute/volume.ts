/** Computations: volume. */

import type { Computation } from './computation.ts';

/** By slug. */
export const VOLUME: Readonly<Record<string, Computation>> = {};
