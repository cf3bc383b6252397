// @ts-check
/**
 * Runs before every test file of the packages, which share a process: a file that leaves kernels in place, or takes
 * them away, has the tests of the next one compute with others than they say.
 */

import { kernelsInUse } from '@barograph/core';
import { afterAll, expect } from 'vitest';

const before = kernelsInUse();
afterAll(() => {
  expect(kernelsInUse(), 'kernels after the tests of this file').toBe(before);
});
