/** Operations, events, engines and schemas of all features. */

import { UsageError } from '@barograph/core';
import type { AnyEngine } from './engine.ts';
import type { Endpoint } from './endpoint.ts';
import type { Feature } from './feature.ts';
import { FEATURES } from './features.ts';
import { openApiDocument, type OpenApiDocument } from './openapi.ts';
import type { Operation } from './operation.ts';
import type { Publication } from './published.ts';

/** Operations, engines and publications of a host, combined from features. */
export interface Service {
  /** Every operation, in index order. */
  readonly operations: readonly Operation[];
  /** Every engine of the universe, each after the engines whose rows it needs. */
  readonly engines: readonly AnyEngine[];
  /** All publications. */
  readonly publications: readonly Publication<unknown, unknown>[];
  /** Groups of operations, with descriptions. */
  readonly families: Readonly<Record<string, string>>;
}

/**
 * Combines features into a service, in their order.
 *
 * @example
 * const meta = feature({ operations: [operationNamed('health.get')], families: { meta: 'The service itself.' } });
 * const service = serviceOf([meta]);
 * [service.operations.length, service.engines.length]; // → [ 1, 0 ]
 */
export function serviceOf(features: readonly Feature[]): Service {
  return {
    operations: features.flatMap(({ operations }) => operations),
    engines: inOrder(features.flatMap(({ engine }) => engine ?? [])),
    publications: features.flatMap(({ engine, publications = [] }) => [
      ...(engine === undefined ? [] : [engine]),
      ...publications,
    ]),
    families: Object.fromEntries(features.flatMap(({ families = {} }) => Object.entries(families))),
  };
}

/** The service of all features. */
export const SERVICE: Service = serviceOf(FEATURES);

/** Every operation, in index order. */
export const OPERATIONS: readonly Operation[] = SERVICE.operations;

/** Every engine of the universe, each after the engines whose rows it needs. */
export const ENGINES: readonly AnyEngine[] = SERVICE.engines;

/** All publications. */
export const PUBLICATIONS: readonly Publication<unknown, unknown>[] = SERVICE.publications;

/** Id and endpoint of every operation, in index order. */
export const ENDPOINT_LIST: readonly (readonly [string, Endpoint])[] = endpointsOf(SERVICE);

/**
 * Returns the operation with an id.
 *
 * @throws {UsageError} when there is no such operation.
 * @example
 * operationNamed('indicators.signum').path; // → '/api/v1/indicators/signum-rgg'
 */
export function operationNamed(id: string): Operation {
  const found = OPERATIONS.find((operation) => operation.id === id);
  if (found === undefined) throw new UsageError(`"id" expected an operation, got ${id}`);
  return found;
}

/**
 * Id and endpoint of each operation of a service, in index order.
 *
 * @example
 * endpointsOf(SERVICE).length === OPERATIONS.length; // → true
 */
export function endpointsOf({ operations }: Service): readonly (readonly [string, Endpoint])[] {
  return operations.map((operation) => [operation.id, operation]);
}

/**
 * OpenAPI document of a service. @default all features
 *
 * @example
 * const document = apiDocument();
 * [document.openapi, Object.keys(document.paths).length > 100]; // → [ '3.1.0', true ]
 */
export function apiDocument(service: Service = SERVICE): OpenApiDocument {
  return openApiDocument(endpointsOf(service), service.families);
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
