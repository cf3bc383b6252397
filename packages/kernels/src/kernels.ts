/** The kernels as one value, and how they are put in place. */

import { useKernels, type VectorKernels } from '@barograph/core';
import { fillAdx } from './adx.ts';
import { smoothBackward } from './backward.ts';
import { fillBands } from './bollinger.ts';
import { fillLogs } from './elementary.ts';
import { fillEstimators } from './estimators.ts';
import { loadFilter } from './filter.ts';
import { loadForecasts } from './forecast.ts';
import { addMomentSums } from './moments.ts';
import { fillRanks, pushRanks } from './rank.ts';

/** All kernels. They hand everything back where the engine has no WebAssembly SIMD, or where a policy forbids it. */
export const KERNELS: VectorKernels = {
  fillRanks,
  pushRanks,
  fillEstimators,
  fillAdx,
  fillBands,
  fillLogs,
  loadFilter,
  loadForecasts,
  smoothBackward,
  addMomentSums,
};

/**
 * Has all engines of this thread use the kernels, from their next call on. Compiles nothing: the first call that needs
 * the module does. `import '@barograph/kernels/install'` is the same in one line.
 *
 * @example
 * installKernels(); // → undefined
 */
export function installKernels(): void {
  useKernels(KERNELS);
}

/**
 * Runs synchronous work without kernels: the JavaScript alone, to compare with or to time. Results are the same to the bit.
 *
 * @example
 * withoutKernels(() => rollingRank([5, 1, 3], 3)[2]); // → 50
 */
export function withoutKernels<T>(work: () => T): T {
  const before = useKernels(undefined);
  try {
    return work();
  } finally {
    useKernels(before);
  }
}
