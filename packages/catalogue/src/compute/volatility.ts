/** Computations: volatility. */

import type { Computation } from './computation.ts';

/** By slug. */
export const VOLATILITY: Readonly<Record<string, Computation>> = {};
