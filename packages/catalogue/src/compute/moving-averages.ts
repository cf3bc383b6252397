/** Computations: moving averages. */

import type { Computation } from './computation.ts';

/** By slug. */
export const MOVING_AVERAGES: Readonly<Record<string, Computation>> = {};
