/** Computations: momentum. */

import type { Computation } from './computation.ts';

/** By slug. */
export const MOMENTUM: Readonly<Record<string, Computation>> = {};
