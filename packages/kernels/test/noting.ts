/** Kernels that record which of them did work: comparing kernels with JavaScript means nothing when no kernel ran. */

import type { VectorKernels } from '@barograph/core';
import { KERNELS } from '../src/index.ts';

/** @param done receives the names of the kernels that did work. */
export function notingKernels(done: Set<string>): VectorKernels {
  const note =
    <Args extends readonly unknown[], Answer extends boolean | number>(
      name: keyof VectorKernels,
      run: (...args: Args) => Answer,
    ) =>
    (...args: Args): Answer => {
      const answered = run(...args);
      if (answered !== false && answered !== 0) done.add(name);
      return answered;
    };
  return {
    fillRanks: note('fillRanks', KERNELS.fillRanks),
    pushRanks: note('pushRanks', KERNELS.pushRanks),
    fillLogs: note('fillLogs', KERNELS.fillLogs),
    fillEstimators: note('fillEstimators', KERNELS.fillEstimators),
    fillAdx: note('fillAdx', KERNELS.fillAdx),
    fillBands: note('fillBands', KERNELS.fillBands),
    smoothBackward: note('smoothBackward', KERNELS.smoothBackward),
    addMomentSums: note('addMomentSums', KERNELS.addMomentSums),
    loadFilter: (...args) => {
      const loaded = KERNELS.loadFilter(...args);
      return loaded && { ...loaded, filter: note('loadFilter', loaded.filter) };
    },
    loadForecasts: (...args) => {
      const loaded = KERNELS.loadForecasts(...args);
      return loaded && { ...loaded, forecasts: note('loadForecasts', loaded.forecasts) };
    },
  };
}
