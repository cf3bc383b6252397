/** Operations, events, engines and schemas of all features. */

import { UsageError } from '@barograph/core';
import type { AnyEngine } from './engine.ts';
import type { Endpoint } from './endpoint.ts';
import { FEATURES } from './features.ts';
import { openApiDocument, type OpenApiDocument } from './openapi.ts';
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

/** Id and endpoint of every operation, in the order of the index. */
export const ENDPOINT_LIST: readonly (readonly [string, Endpoint])[] = OPERATIONS.map((one) => [one.id, one]);

/** The operation of that id. @throws {UsageError} there is none. */
export function operationNamed(id: string): Operation {
  const found = OPERATIONS.find((one) => one.id === id);
  if (found === undefined) throw new UsageError(`"id" expected an operation, got ${id}`);
  return found;
}

/** The OpenAPI document of everything that is served. */
export function apiDocument(): OpenApiDocument {
  return openApiDocument(ENDPOINT_LIST, FAMILIES);
}

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
