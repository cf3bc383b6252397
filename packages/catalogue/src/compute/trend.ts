/** Computations: trend. */

import type { Computation } from './computation.ts';

/** By slug. */
export const TREND: Readonly<Record<string, Computation>> = {};
