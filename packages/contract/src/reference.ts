/** The reference of a service as plain facts, from its OpenAPI document, for pages, agents and tools. */

import type { Service } from './operations.ts';
import { apiDocument } from './operations.ts';
import { UNCONFIRMED_DAILY_LIMIT } from './tiers.ts';

/** A parameter of an operation. */
export interface ParameterFacts {
  readonly name: string;
  readonly where: 'path' | 'query' | 'header';
  readonly type: string;
  readonly isRequired: boolean;
  /** Default as written in a URL; undefined without one. */
  readonly fallback: string | undefined;
  readonly description: string;
  /** Value that returns an answer; undefined when the default does. */
  readonly example: string | undefined;
  /** Accepted values, when enumerated. */
  readonly choices: readonly string[];
}

/** Field of a reply. Lists add `[]` to the names of their items: `items[].symbol`. */
export interface FieldFacts {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** Status with its reasons. */
export interface StatusFacts {
  readonly status: string;
  readonly reasons: string;
}

/** Facts of an operation for display. */
export interface OperationFacts {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly family: string;
  readonly summary: string;
  /** Paragraphs of the description; empty when the summary is complete. */
  readonly reading: readonly string[];
  /** Access in words: `no key`, `any key`, `tier pro`. */
  readonly access: string;
  /** x402 price of an answer without a key, USD; undefined when not sold. */
  readonly price: string | undefined;
  /** Access and price in words: `any key, or 0.01 USD without one`. */
  readonly ways: string;
  readonly isStream: boolean;
  readonly parameters: readonly ParameterFacts[];
  /** Example of the request body; undefined without a body. */
  readonly body: string | undefined;
  /** Media type of a 200. */
  readonly type: string;
  /** Answer of the simulator with lists cut to two items; undefined without an example. */
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

/** Resolves a schema's reference; returns other schemas unchanged. */
type Resolve = (schema: unknown) => Json;

/** Type of a value in words: `number | null, 0 to 100`. */
function typeText(schema: Json, resolve: Resolve): string {
  if ('const' in schema) return plain(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map(plain).join(' | ');
  if (Array.isArray(schema['anyOf'])) {
    return [...new Set(schema['anyOf'].map((schema) => typeText(resolve(schema), resolve)))].join(' | ');
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

/** Maximum depth of listed nested records. */
const DEEPEST = 5;

function fieldsBelow(schema: Json, resolve: Resolve, prefix: string, depth: number): FieldFacts[] {
  if (depth > DEEPEST) return [];
  return Object.entries(jsonOf(schema['properties'])).flatMap(([name, given]) => {
    const schema = resolve(given);
    const at = `${prefix}${name}`;
    const description = textOf(jsonOf(given)['description'] ?? schema['description']);
    const own: FieldFacts = { name: at, type: typeText(schema, resolve), description };
    const parts = [schema, ...(Array.isArray(schema['anyOf']) ? schema['anyOf'].map(resolve) : [])];
    const inner = parts.flatMap((part) => {
      if (part['type'] === 'array') return fieldsBelow(resolve(part['items']), resolve, `${at}[].`, depth + 1);
      return fieldsBelow(part, resolve, `${at}.`, depth + 1);
    });
    return [own, ...inner];
  });
}

function parameterFacts(parameter: Json, resolve: Resolve): ParameterFacts {
  const schema = jsonOf(parameter['schema']);
  const where = textOf(parameter['in']);
  const { default: fallback } = schema;
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map(plain) : [];
  return {
    name: textOf(parameter['name']),
    where: where === 'path' || where === 'header' ? where : 'query',
    type: typeText(schema, resolve),
    isRequired: parameter['required'] === true,
    fallback: fallback === undefined ? undefined : plain(fallback),
    description: textOf(parameter['description']),
    example: parameter['example'] === undefined ? undefined : plain(parameter['example']),
    choices,
  };
}

/** Example body from a schema: examples, defaults, first choices. */
function bodyExample(schema: Json, resolve: Resolve): unknown {
  const { examples, default: fallback } = schema;
  if (Array.isArray(examples)) return examples[0] as unknown;
  if (fallback !== undefined) return fallback;
  if (schema['properties'] !== undefined) {
    return Object.fromEntries(
      Object.entries(jsonOf(schema['properties'])).map(([name, property]) => [
        name,
        bodyExample(resolve(property), resolve),
      ]),
    );
  }
  return schema['format'] === 'email' ? 'you@example.org' : textOf(schema['type']) === 'string' ? 'text' : 0;
}

const ACCESS: Readonly<Record<string, string>> = {
  free: 'any key',
  pro: 'tier pro and above',
  pro_plus: 'tier pro_plus',
};

/** Error statuses, without the catch-all. */
function errorFacts(responses: Json): readonly StatusFacts[] {
  return Object.entries(responses)
    .filter(([status]) => /^[345]\d\d$/.test(status))
    .map(([status, response]) => ({ status, reasons: textOf(jsonOf(response)['description']) }));
}

function operationFacts(
  [id, { method, path, family }]: readonly [
    string,
    { readonly method: string; readonly path: string; readonly family: string },
  ],
  operation: Json,
  resolve: Resolve,
): OperationFacts {
  const responses = jsonOf(operation['responses']);
  const contents = jsonOf(jsonOf(responses['200'])['content']);
  const [type = 'none'] = Object.keys(contents);
  const example = Object.values(contents)
    .map((content) => jsonOf(content)['example'])
    .find((example) => example !== undefined);
  const summary = textOf(operation['summary']);
  const access = ACCESS[textOf(operation['x-required-tier'])] ?? 'no key';
  const priceText = textOf(jsonOf(operation['x-prices-usd'])['answer']);
  const price = priceText === '' ? undefined : priceText;
  const body = jsonOf(jsonOf(jsonOf(operation['requestBody'])['content'])['application/json'])['schema'];
  return {
    id,
    method,
    path,
    family,
    summary,
    reading: textOf(operation['description'])
      .split('\n\n')
      .filter((text) => text !== '' && text !== summary),
    access,
    price,
    ways: price === undefined ? access : `${access}, or ${price} USD without one`,
    isStream: operation['x-streaming'] === true,
    parameters: listOf(operation['parameters']).map((parameter) => parameterFacts(parameter, resolve)),
    body: body === undefined ? undefined : JSON.stringify(bodyExample(resolve(body), resolve), undefined, 2),
    type,
    example:
      example === undefined ? undefined : typeof example === 'string' ? example : JSON.stringify(example, undefined, 2),
    fields: fieldsBelow(resolve(jsonOf(contents[type])['schema']), resolve, '', 0),
    errors: errorFacts(responses),
  };
}

/**
 * Builds the reference of a service, with families and operations in index order.
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
  const all = service.operations.map((operation) =>
    operationFacts(
      [operation.id, operation],
      jsonOf(document.paths[operation.path]?.[operation.method.toLowerCase()]),
      resolve,
    ),
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
