/** Faults of a request against the operation's schema, in this service's wording: expected and received values. */

import type { Endpoint, ValidationItem } from '@barograph/contract';
import { shown } from '@barograph/core';
import type { FastifyError } from 'fastify';
import { isStorable } from '@barograph/store';

/** A schema as JSON. */
type Schema = Readonly<Record<string, unknown>>;

/** A fault from the validator; its own message is not used. Value and schema are present because it is verbose. */
export type Fault = NonNullable<FastifyError['validation']>[number] & {
  readonly data?: unknown;
  readonly parentSchema?: Schema;
};

/** Parameters that name coins. */
const SYMBOL_NAMES: ReadonlySet<string> = new Set(['symbol', 'symbols', 'coin', 'coins']);
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

const PLACE: Readonly<Record<string, string>> = { querystring: 'query', params: 'path', headers: 'header' };

/** The items of a 422, one for each fault. @param context part of the request: `querystring`, `params` or `body`. */
export function validationItems(faults: readonly Fault[], context = 'querystring'): ValidationItem[] {
  const place = PLACE[context] ?? context;
  return faults.map(({ instancePath, keyword, params, data, parentSchema = {} }) => {
    const within = instancePath.split('/').filter((part) => part !== '');
    const missing = params['missingProperty'];
    if (typeof missing === 'string') {
      const wanted = expectedOf(recordOf(recordOf(parentSchema['properties'])[missing]));
      return { loc: [place, ...within, missing], msg: `expected ${wanted}, got nothing`, type: keyword };
    }
    // A body that is not JSON arrives as null.
    const got = context === 'body' && instancePath === '' && (data ?? null) === null ? 'none' : shown(data);
    return { loc: [place, ...within], msg: `expected ${expectedOf(parentSchema)}, got ${got}`, type: keyword };
  });
}

/**
 * Items of a 422 for texts that the database cannot store, and for names with control characters, which answers and
 * logs would repeat. Unknown parameters are ignored, as everywhere.
 */
export function unstorableItems(
  { pathParameters, query, body }: Pick<Endpoint, 'pathParameters' | 'query' | 'body'>,
  sent: Readonly<Record<'path' | 'query' | 'body', unknown>>,
): ValidationItem[] {
  const parts = [
    ['path', pathParameters, sent.path],
    ['query', query, sent.query],
    ['body', body, sent.body],
  ] as const;
  return parts.flatMap(([place, schema, values]) =>
    Object.entries(recordOf(values)).flatMap(([name, value]) => {
      if (!(name in (schema?.properties ?? {})) || typeof value !== 'string') return [];
      const expected = !isStorable(value)
        ? 'a text without NUL and without halves of surrogate pairs'
        : SYMBOL_NAMES.has(name) && CONTROL.test(value)
          ? 'a name without control characters'
          : undefined;
      return expected === undefined
        ? []
        : [{ loc: [place, name], msg: `expected ${expected}, got ${shown(value)}`, type: 'text' }];
    }),
  );
}

/** Description of the values that a schema accepts: `an integer within 1…500`. */
export function expectedOf(schema: Schema): string {
  const values = schema['enum'];
  if (Array.isArray(values)) return `one of ${values.join(', ')}`;
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return `${schema['type'] === 'integer' ? 'an integer' : 'a number'}${bounds(schema['minimum'], schema['maximum'])}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return textOf(schema);
    case 'object':
      return 'a JSON object';
    case 'array':
      return 'a list';
    default:
      return 'another value';
  }
}

function textOf({ examples, pattern, minLength, maxLength }: Schema): string {
  // A pattern is hard to read; an example is not.
  if (pattern !== undefined) return `a text like ${Array.isArray(examples) ? String(examples[0]) : shown(pattern)}`;
  if (minLength === 1 && maxLength === undefined) return 'a text that is not empty';
  return minLength === undefined && maxLength === undefined
    ? 'one text'
    : `a text of a length${bounds(minLength, maxLength)}`;
}

function bounds(least: unknown, most: unknown): string {
  if (typeof least === 'number') return typeof most === 'number' ? ` within ${least}…${most}` : ` of at least ${least}`;
  return typeof most === 'number' ? ` of at most ${most}` : '';
}

function recordOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
