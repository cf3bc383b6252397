// @ts-check
/** Runs once before the tests: says which packages changed since they were built, for tests that start processes. */

import { packagesToBuild } from './prepare.mjs';

/** @param {{ provide: (key: 'stalePackages', value: readonly string[]) => void }} project */
export function setup({ provide }) {
  provide('stalePackages', packagesToBuild());
}
