/** Computations: breadth. */

import type { Computation } from './computation.ts';

/** By slug. */
export const BREADTH: Readonly<Record<string, Computation>> = {};
