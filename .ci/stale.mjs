// @ts-check
/** Runs once before the tests: lists packages that changed since their build, for tests that start processes. */

import { packagesToBuild } from './prepare.mjs';

/** @param {{ provide: (key: 'stalePackages', value: readonly string[]) => void }} project */
export function setup({ provide }) {
  provide('stalePackages', packagesToBuild());
}
