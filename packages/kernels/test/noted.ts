/** Kernels that note which of them did work: a law between kernels and JavaScript means nothing where none was asked. */

import { useKernels, type VectorKernels } from '@barograph/core';
import { afterAll, beforeAll } from 'vitest';
import { KERNELS } from '../src/index.ts';

/**
 * Has noting kernels in place while the tests of a file run.
 *
 * @returns names of those that did not hand their work back, up to now.
 */
export function useNotedKernels(): ReadonlySet<string> {
  const done = new Set<string>();
  const note =
    <Args extends readonly unknown[]>(name: keyof VectorKernels, run: (...args: Args) => boolean) =>
    (...args: Args): boolean => {
      const answered = run(...args);
      if (answered) done.add(name);
      return answered;
    };
  const noting: VectorKernels = {
    fillRanks: note('fillRanks', KERNELS.fillRanks),
    fillLogs: note('fillLogs', KERNELS.fillLogs),
    fillEstimators: note('fillEstimators', KERNELS.fillEstimators),
    fillAdx: note('fillAdx', KERNELS.fillAdx),
    fillBands: note('fillBands', KERNELS.fillBands),
    smoothBackward: note('smoothBackward', KERNELS.smoothBackward),
    addMomentSums: note('addMomentSums', KERNELS.addMomentSums),
    loadFilter: (...args) => {
      const loaded = KERNELS.loadFilter(...args);
      return loaded && { ...loaded, block: note('loadFilter', loaded.block) };
    },
    loadForecasts: (...args) => {
      const loaded = KERNELS.loadForecasts(...args);
      return loaded && { ...loaded, forecasts: note('loadForecasts', loaded.forecasts) };
    },
  };
  let before: VectorKernels | undefined;
  beforeAll(() => void (before = useKernels(noting)));
  afterAll(() => void useKernels(before));
  return done;
}
