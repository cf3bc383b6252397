/** Noting kernels for the tests of a file. */

import { useKernels, type VectorKernels } from '@barograph/core';
import { afterAll, beforeAll } from 'vitest';
import { notingKernels } from './noting.ts';

/**
 * Has noting kernels in place while the tests of a file run.
 *
 * @returns names of those that did not hand their work back, up to now.
 */
export function useNotedKernels(): ReadonlySet<string> {
  const done = new Set<string>();
  const noting = notingKernels(done);
  let before: VectorKernels | undefined;
  beforeAll(() => void (before = useKernels(noting)));
  afterAll(() => void useKernels(before));
  return done;
}
