/** Calls operations by id with named arguments. */

import { commonParameters, type Operation } from '@barograph/contract';
import type { Ask, Asked, Parameters } from '../asking.ts';

/** Calls operations of a table. */
export interface Asker {
  /** Finds an operation; undefined for an unknown id. */
  known(id: string): Operation | undefined;
  /** Names of the arguments of an operation. */
  names(operation: Operation): readonly string[];
  /** Calls an operation. @param body JSON body, if the operation takes one. */
  ask(id: string, given: Parameters, body?: Parameters): Promise<Asked>;
}

function refusedAt(id: string, error: unknown, names: readonly string[]): Asked {
  // The client throws a TypeError that names an argument unfit for a URL.
  if (!(error instanceof TypeError)) throw error;
  return { ok: false, error: { code: 'bad_request', message: `${id}: ${error.message}`, hints: { accepted: names } } };
}

/**
 * Creates the calls of operations by name.
 * @param operations operations of the service.
 */
export function askerOf(ask: Ask, operations: readonly Operation[]): Asker {
  const table = new Map(operations.map((operation) => [operation.id, operation]));
  const names = (operation: Operation): readonly string[] => {
    const { pathParameters, query, aliases } = operation;
    return [
      ...Object.keys(pathParameters.properties),
      ...Object.keys(query.properties),
      ...Object.keys(aliases),
      ...Object.keys(commonParameters(operation)),
    ];
  };
  return {
    known: (id) => table.get(id),
    names,
    ask: async (id, given, body) => {
      const operation = table.get(id);
      if (operation === undefined) {
        const message = `${id}: this service has no such operation.`;
        return { ok: false, error: { code: 'not_found', message, hints: {} } };
      }
      const accepted = names(operation);
      const entries = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
      const strangers = entries.map(([name]) => name).filter((name) => !accepted.includes(name));
      if (strangers.length > 0) {
        const message = `${strangers.join(', ')}: no such argument of ${id}.`;
        return { ok: false, error: { code: 'bad_request', message, hints: { accepted } } };
      }
      if (given['format'] === 'parquet') {
        const message = 'format: parquet is no text; expected json, csv, ndjson or markdown.';
        return { ok: false, error: { code: 'bad_request', message, hints: {} } };
      }
      const isPlace = (name: string): boolean => name in operation.pathParameters.properties;
      try {
        return await ask(
          id,
          Object.fromEntries(entries.filter(([name]) => isPlace(name))),
          Object.fromEntries(entries.filter(([name]) => !isPlace(name))),
          body,
        );
      } catch (error) {
        return refusedAt(id, error, accepted);
      }
    },
  };
}
