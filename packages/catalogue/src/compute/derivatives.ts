/** Computations: derivatives. */

import type { Computation } from './computation.ts';

/** By slug. */
export const DERIVATIVES: Readonly<Record<string, Computation>> = {};
