// @ts-check
/**
 * Runs before every test file of the packages, which share a process: a file that leaves kernels registered or unregistered
 * would change what the next file computes with.
 */

import { kernelsInUse } from '@barograph/core';
import { afterAll, expect } from 'vitest';

const before = kernelsInUse();
afterAll(() => {
  expect(kernelsInUse(), 'kernels after the tests of this file').toBe(before);
});
