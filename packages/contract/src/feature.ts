/** A feature: what one family of numbers needs from engine to wire. One folder, one line in `features.ts`. */

import type { AnyEngine } from './engine.ts';
import type { Operation } from './operation.ts';
import type { Publication } from './published.ts';

/** A feature as it is written down. */
export interface Feature {
  /** The engine of the universe that fills it. */
  readonly engine?: AnyEngine;
  /** Publications of producers that are no engine of the universe. */
  readonly publications?: readonly Publication<unknown, unknown>[];
  /** In the order of the index. */
  readonly operations: readonly Operation[];
  /** Groups of operations that begin with this feature, each with what it holds. */
  readonly families?: Readonly<Record<string, string>>;
}

/**
 * A feature.
 *
 * @example
 * const mine = feature({ operations: [operationNamed('health.get')], families: { meta: 'The service itself.' } });
 * serviceOf([mine]).operations.length; // → 1
 */
export function feature(given: Feature): Feature {
  return Object.freeze(given);
}
