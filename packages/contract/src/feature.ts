/** Features: families of numbers, from engine to wire. Each has a folder and a line in `features.ts`. */

import type { AnyEngine } from './engine.ts';
import type { Operation } from './operation.ts';
import type { Publication } from './published.ts';

/** Definition of a feature. */
export interface Feature {
  /** Engine of the universe behind it. */
  readonly engine?: AnyEngine;
  /** Publications of producers other than engines. */
  readonly publications?: readonly Publication<unknown, unknown>[];
  /** Operations in index order. */
  readonly operations: readonly Operation[];
  /** Operation groups introduced by this feature, with descriptions. */
  readonly families?: Readonly<Record<string, string>>;
}

/**
 * Defines a feature.
 *
 * @example
 * const mine = feature({ operations: [operationNamed('health.get')], families: { meta: 'The service itself.' } });
 * serviceOf([mine]).operations.length; // → 1
 */
export function feature(given: Feature): Feature {
  return Object.freeze(given);
}
