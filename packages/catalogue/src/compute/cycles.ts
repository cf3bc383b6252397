/** Computations: cycles. */

import type { Computation } from './computation.ts';

/** By slug. */
export const CYCLES: Readonly<Record<string, Computation>> = {};
