/** All kernels in one record, and their installation. */

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

/** All kernels. They refuse all work when the engine lacks WebAssembly SIMD, or when a policy forbids it. */
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
 * Installs the kernels for all engines of this thread, effective from their next call. Compiles nothing: the first call
 * that needs the module does. `import '@barograph/kernels/install'` does the same.
 *
 * @example
 * installKernels(); // → undefined
 */
export function installKernels(): void {
  useKernels(KERNELS);
}

/**
 * Runs synchronous work without kernels, in JavaScript only, for comparison or timing. Results are the same to the bit.
 * @param work computes; must not return a promise.
 * @returns the result of the work.
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
