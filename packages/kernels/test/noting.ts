/** Kernels that note which of them did work: a law between kernels and JavaScript means nothing where none was asked. */

import type { VectorKernels } from '@barograph/core';
import { KERNELS } from '../src/index.ts';

/** @param done takes the names of those that did not hand their work back. */
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
