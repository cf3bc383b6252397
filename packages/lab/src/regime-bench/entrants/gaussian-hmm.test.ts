/** Fits whose likelihood has no bound. */

import { expect, it } from 'vitest';
import { fitGaussianHmm } from './gaussian-hmm.ts';

it('a model of states that collapse to a point is refused', () => {
  // A third of the returns is exactly 0, as of hours without a trade: the state of the small moves has no variance.
  const values = Float64Array.from({ length: 600 }, (_, t) => (t % 200 < 100 ? 0 : Math.sin(t * t)));
  expect(() => fitGaussianHmm(values, 2)).toThrow('expected 2 states with a variance');
});
