/** Indicators that this package computes, by slug. */

export { COMPUTATIONS } from './compute/computations.ts';
export type { Computation, ComputedColumns, IndicatorBars, PeerBars } from './compute/computation.ts';
