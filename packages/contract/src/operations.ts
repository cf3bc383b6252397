/** Operations, events, engines and schemas of all features. */

import type { AnyEngine } from './engine.ts';
import { FEATURES } from './features.ts';
import type { Operation } from './operation.ts';
import type { Publication } from './published.ts';

/** Every operation, in the order of the index. */
export const OPERATIONS: readonly Operation[] = FEATURES.flatMap(({ operations }) => operations);

/** Every engine of the universe, each after those whose rows it needs. */
export const ENGINES: readonly AnyEngine[] = inOrder(FEATURES.flatMap(({ engine }) => engine ?? []));

/** Everything that is published, by name. */
export const PUBLICATIONS: readonly Publication<unknown, unknown>[] = FEATURES.flatMap(
  ({ engine, publications = [] }) => [...(engine === undefined ? [] : [engine]), ...publications],
);

/** Groups of operations, each with what it holds. */
export const FAMILIES: Readonly<Record<string, string>> = Object.fromEntries(
  FEATURES.flatMap(({ families = {} }) => Object.entries(families)),
);

function inOrder(engines: readonly AnyEngine[]): readonly AnyEngine[] {
  const sorted: AnyEngine[] = [];
  const add = (engine: AnyEngine): void => {
    if (sorted.includes(engine)) return;
    const needed = new Set(Object.values(engine.needs).map(({ name }) => name));
    for (const other of engines) if (needed.has(other.name)) add(other);
    sorted.push(engine);
  };
  for (const engine of engines) add(engine);
  return sorted;
}
