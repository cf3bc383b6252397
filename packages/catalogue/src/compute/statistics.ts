/** Computations: statistics. */

import type { Computation } from './computation.ts';

/** By slug. */
export const STATISTICS: Readonly<Record<string, Computation>> = {};
