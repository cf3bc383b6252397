/** Validates an answer by its schema, and removes fields that the schema does not name. */

import { err, ok, shown, type Result } from '@barograph/core';
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Check } from 'typebox/value';
import { isUnread } from './payload/row.ts';

/** First difference of a value from its schema. */
export interface ShapeFault {
  /** JSON pointer; `/` for the whole value. */
  readonly field: string;
  readonly reason: string;
}

/** Maximum length of a reported field name. */
const LONGEST_NAME = 80;

const compiled = new WeakMap<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  let validator = compiled.get(schema);
  if (validator === undefined) {
    validator = Compile(schema);
    compiled.set(schema, validator);
  }
  return validator;
}

function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return validatorOf(schema).Check(value);
}

function at(value: unknown, pointer: string): unknown {
  let place = value;
  for (const name of pointer.split('/').slice(1)) {
    if (!isObject(place)) return undefined;
    place = place[name.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return place;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Keywords of a schema. */
function wordsOf(schema: object): Readonly<Record<string, unknown>> {
  return { ...schema };
}

function isSchema(value: unknown): value is TSchema {
  return isObject(value);
}

function faultOf(schema: TSchema, value: unknown): ShapeFault {
  // A union reports the failures of its parts first, at its own path or deeper; the shortest path is the union's.
  const faults = validatorOf(schema)
    .Errors(value)
    .toSorted((a, b) => a.instancePath.length - b.instancePath.length);
  const [first] = faults;
  if (first === undefined) return { field: '/', reason: 'not of its schema' };
  const { instancePath } = first;
  const missing = first.keyword === 'required' ? first.params.requiredProperties[0] : undefined;
  if (missing !== undefined) return { field: `${instancePath}/${missing}`, reason: 'expected a value, got none' };
  const expected = faults.filter((fault) => fault.instancePath === instancePath && fault.keyword !== 'anyOf');
  const messages = (expected.length === 0 ? [first] : expected).map(({ message }) => message);
  return {
    field: instancePath === '' ? '/' : instancePath,
    reason: `${messages.join(' or ')}, got ${shown(at(value, instancePath))}`,
  };
}

function stripObject(
  schema: TSchema,
  value: Record<string, unknown>,
  path: string,
  report: (field: string) => void,
): void {
  const { properties, patternProperties, additionalProperties } = wordsOf(schema);
  const pattern = isObject(patternProperties) ? Object.values(patternProperties)[0] : additionalProperties;
  if (additionalProperties === true || (!isObject(properties) && !isSchema(pattern))) return;
  for (const name of Object.keys(value)) {
    const part = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isSchema(part)) {
      strip(part, value[name], path === '' ? name : `${path}.${name}`, report);
    } else if (isSchema(pattern)) {
      strip(pattern, value[name], path === '' ? '*' : `${path}.*`, report);
    } else {
      report((path === '' ? name : `${path}.${name}`).slice(0, LONGEST_NAME));
      delete value[name];
    }
  }
}

/** Descends only into objects, arrays, tuples, records and unions: the JSON forms that sources send. */
function strip(schema: TSchema, value: unknown, path: string, report: (field: string) => void): void {
  if (!isObject(value)) return;
  const { anyOf, items } = wordsOf(schema);
  if (Array.isArray(anyOf)) {
    const chosen: unknown = anyOf.find((part: unknown) => isSchema(part) && Check(part, value));
    if (isSchema(chosen)) strip(chosen, value, path, report);
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      const part: unknown = Array.isArray(items) ? items[i] : items;
      if (isSchema(part)) strip(part, item, `${path}[]`, report);
    }
  } else {
    stripObject(schema, value, path, report);
  }
}

/**
 * Validates a value that nothing else references: unknown fields are removed in place.
 *
 * @param report called with the path of each unknown field, such as `universe[].marginMode`.
 */
export function shape<S extends TSchema>(
  schema: S,
  value: unknown,
  report: (field: string) => void,
): Result<Static<S>, ShapeFault> {
  if (!fits(schema, value)) return err(faultOf(schema, value));
  strip(schema, value, '', report);
  return ok(value);
}

/** Merges all rows of a list into one: only a field absent from every row is missing. */
function merged(rows: readonly unknown[]): unknown {
  const objects = rows.filter(isObject);
  return objects.length === 0 || objects.some(Array.isArray) ? rows[0] : Object.assign({}, ...objects);
}

/**
 * Expected fields that an answer has nowhere, such as `result.list[].symbol`. Most may be absent in a row; one that is in no row
 * was removed or renamed.
 */
export function absent(schema: TSchema, value: unknown, path = ''): readonly string[] {
  const { properties, items } = wordsOf(schema);
  if (Array.isArray(value)) {
    return isSchema(items) && !Array.isArray(items) && value.length > 0
      ? absent(items, merged(value), `${path}[]`)
      : [];
  }
  if (!isObject(value) || !isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, part]) => {
    // A part with its own form is optional on purpose; a part of any form should be present.
    const isExpected = isSchema(part) && !isUnread(part) && !('type' in part) && !('anyOf' in part);
    if (!isExpected && !Object.hasOwn(value, name)) return [];
    const place = path === '' ? name : `${path}.${name}`;
    return Object.hasOwn(value, name) ? absent(isSchema(part) ? part : {}, value[name], place) : [place];
  });
}
