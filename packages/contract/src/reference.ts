/** The reference of a service as plain facts, from its OpenAPI document: what pages, texts for agents and tools show. */

import type { Service } from './operations.ts';
import { apiDocument } from './operations.ts';
import { UNCONFIRMED_DAILY_LIMIT } from './tiers.ts';

/** A parameter of an operation. */
export interface ParameterFacts {
  readonly name: string;
  readonly where: 'path' | 'query' | 'header';
  readonly type: string;
  readonly isRequired: boolean;
  /** As it stands in an address; undefined without one. */
  readonly fallback: string | undefined;
  readonly description: string;
  /** A value that is answered; undefined where any default is. */
  readonly example: string | undefined;
  /** The values that it takes, where they are counted. */
  readonly choices: readonly string[];
}

/** A field of a reply. Lists have `[]` in the name of their items: `items[].symbol`. */
export interface FieldFacts {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** A status, and the reasons for it. */
export interface StatusFacts {
  readonly status: string;
  readonly reasons: string;
}

/** An operation, ready to be shown. */
export interface OperationFacts {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly family: string;
  readonly summary: string;
  /** The description, a text per paragraph; empty where the summary says all. */
  readonly reading: readonly string[];
  /** In words: `no key`, `any key`, `tier pro`. */
  readonly access: string;
  /** Price of one answer without a key, USD, by x402; undefined where there is none. */
  readonly price: string | undefined;
  /** Access and price in words: `any key, or 0.01 USD without one`. */
  readonly ways: string;
  readonly isStream: boolean;
  readonly parameters: readonly ParameterFacts[];
  /** An example of the body that must be sent; undefined where there is none. */
  readonly body: string | undefined;
  /** Media type of a 200. */
  readonly type: string;
  /** An answer of the simulator, lists cut to two; undefined where there is none. */
  readonly example: string | undefined;
  readonly fields: readonly FieldFacts[];
  readonly errors: readonly StatusFacts[];
}

/** A group of operations. */
export interface FamilyFacts {
  readonly name: string;
  readonly text: string;
  readonly operations: readonly OperationFacts[];
}

/** The reference of a service. */
export interface Reference {
  readonly families: readonly FamilyFacts[];
  /** Requests per day of a free key whose address is not confirmed. */
  readonly unconfirmedDaily: number;
}

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const jsonOf = (value: unknown): Json => (isJson(value) ? value : {});
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A schema by its reference, or as it is. */
type Resolve = (schema: unknown) => Json;

/** The type of a value in words: `number | null, 0 to 100`. */
function typeText(schema: Json, resolve: Resolve): string {
  if ('const' in schema) return plain(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map(plain).join(' | ');
  if (Array.isArray(schema['anyOf'])) {
    return [...new Set(schema['anyOf'].map((one) => typeText(resolve(one), resolve)))].join(' | ');
  }
  const type = textOf(schema['type']);
  if (type === 'array') return `list of ${typeText(resolve(schema['items']), resolve)}`;
  const { minimum, maximum, exclusiveMinimum } = schema;
  const bounds = [
    minimum === undefined ? '' : `from ${plain(minimum)}`,
    exclusiveMinimum === undefined ? '' : `above ${plain(exclusiveMinimum)}`,
    maximum === undefined ? '' : `to ${plain(maximum)}`,
  ].filter((text) => text !== '');
  return `${type === '' ? 'any' : type}${bounds.length === 0 ? '' : ` ${bounds.join(' ')}`}`;
}

/** Levels of records within records that are listed. */
const DEEPEST = 5;

function fieldsBelow(schema: Json, resolve: Resolve, prefix: string, depth: number): FieldFacts[] {
  if (depth > DEEPEST) return [];
  return Object.entries(jsonOf(schema['properties'])).flatMap(([name, given]) => {
    const one = resolve(given);
    const at = `${prefix}${name}`;
    const description = textOf(jsonOf(given)['description'] ?? one['description']);
    const own: FieldFacts = { name: at, type: typeText(one, resolve), description };
    const parts = [one, ...(Array.isArray(one['anyOf']) ? one['anyOf'].map(resolve) : [])];
    const inner = parts.flatMap((part) => {
      if (part['type'] === 'array') return fieldsBelow(resolve(part['items']), resolve, `${at}[].`, depth + 1);
      return fieldsBelow(part, resolve, `${at}.`, depth + 1);
    });
    return [own, ...inner];
  });
}

function parameterFacts(one: Json, resolve: Resolve): ParameterFacts {
  const schema = jsonOf(one['schema']);
  const where = textOf(one['in']);
  const { default: fallback } = schema;
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map(plain) : [];
  return {
    name: textOf(one['name']),
    where: where === 'path' || where === 'header' ? where : 'query',
    type: typeText(schema, resolve),
    isRequired: one['required'] === true,
    fallback: fallback === undefined ? undefined : plain(fallback),
    description: textOf(one['description']),
    example: one['example'] === undefined ? undefined : plain(one['example']),
    choices,
  };
}

/** An example of a body, from its schema: examples, defaults, first choices. */
function bodyExample(schema: Json, resolve: Resolve): unknown {
  const { examples, default: fallback } = schema;
  if (Array.isArray(examples)) return examples[0] as unknown;
  if (fallback !== undefined) return fallback;
  if (schema['properties'] !== undefined) {
    return Object.fromEntries(
      Object.entries(jsonOf(schema['properties'])).map(([name, one]) => [name, bodyExample(resolve(one), resolve)]),
    );
  }
  return schema['format'] === 'email' ? 'you@example.org' : textOf(schema['type']) === 'string' ? 'text' : 0;
}

const ACCESS: Readonly<Record<string, string>> = {
  free: 'any key',
  pro: 'tier pro and above',
  pro_plus: 'tier pro_plus',
};

/** Every status beside success, the one that stands for all others left out. */
function errorFacts(responses: Json): readonly StatusFacts[] {
  return Object.entries(responses)
    .filter(([status]) => /^[345]\d\d$/.test(status))
    .map(([status, one]) => ({ status, reasons: textOf(jsonOf(one)['description']) }));
}

function operationFacts(
  [id, { method, path, family }]: readonly [
    string,
    { readonly method: string; readonly path: string; readonly family: string },
  ],
  said: Json,
  resolve: Resolve,
): OperationFacts {
  const responses = jsonOf(said['responses']);
  const contents = jsonOf(jsonOf(responses['200'])['content']);
  const [type = 'none'] = Object.keys(contents);
  const example = Object.values(contents)
    .map((one) => jsonOf(one)['example'])
    .find((one) => one !== undefined);
  const summary = textOf(said['summary']);
  const access = ACCESS[textOf(said['x-required-tier'])] ?? 'no key';
  const priceText = textOf(jsonOf(said['x-prices-usd'])['answer']);
  const price = priceText === '' ? undefined : priceText;
  const body = jsonOf(jsonOf(jsonOf(said['requestBody'])['content'])['application/json'])['schema'];
  return {
    id,
    method,
    path,
    family,
    summary,
    reading: textOf(said['description'])
      .split('\n\n')
      .filter((text) => text !== '' && text !== summary),
    access,
    price,
    ways: price === undefined ? access : `${access}, or ${price} USD without one`,
    isStream: said['x-streaming'] === true,
    parameters: listOf(said['parameters']).map((one) => parameterFacts(one, resolve)),
    body: body === undefined ? undefined : JSON.stringify(bodyExample(resolve(body), resolve), undefined, 2),
    type,
    example:
      example === undefined ? undefined : typeof example === 'string' ? example : JSON.stringify(example, undefined, 2),
    fields: fieldsBelow(resolve(jsonOf(contents[type])['schema']), resolve, '', 0),
    errors: errorFacts(responses),
  };
}

/**
 * The reference of a service, families and operations in the order of its index.
 *
 * @example
 * const operations = [operationNamed('meme.regime')];
 * const service = serviceOf([feature({ operations, families: { meme: 'Meme coins.' } })]);
 * const [{ name, operations: listed }] = referenceOf(service).families;
 * [name, listed.map(({ id }) => id)]; // → [ 'meme', [ 'meme.regime' ] ]
 */
export function referenceOf(service: Service): Reference {
  const document = apiDocument(service);
  const schemas = jsonOf(jsonOf(document['components'])['schemas']);
  const resolve: Resolve = (schema) => {
    const { $ref: reference, ...own } = jsonOf(schema);
    const name = textOf(reference).split('/').at(-1) ?? '';
    return name === '' ? own : { ...jsonOf(schemas[name]), ...own };
  };
  const all = service.operations.map((one) =>
    operationFacts([one.id, one], jsonOf(document.paths[one.path]?.[one.method.toLowerCase()]), resolve),
  );
  return {
    families: [...new Set(all.map(({ family }) => family))].map((name) => ({
      name,
      text: service.families[name] ?? name,
      operations: all.filter(({ family }) => family === name),
    })),
    unconfirmedDaily: UNCONFIRMED_DAILY_LIMIT,
  };
}
