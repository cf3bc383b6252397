/** Recording kernels for the tests of a file. */

import { useKernels, type VectorKernels } from '@barograph/core';
import { afterAll, beforeAll } from 'vitest';
import { notingKernels } from './noting.ts';

/**
 * Installs recording kernels while the tests of a file run.
 *
 * @returns names of the kernels that have done work so far.
 */
export function useNotedKernels(): ReadonlySet<string> {
  const done = new Set<string>();
  const noting = notingKernels(done);
  let before: VectorKernels | undefined;
  beforeAll(() => void (before = useKernels(noting)));
  afterAll(() => void useKernels(before));
  return done;
}
