/**
 * Discovery of sold operations: request and answer of each, in the format of x402's `bazaar` extension.
 *
 * @source https://github.com/x402-foundation/x402/blob/main/specs/extensions/bazaar.md
 */

import type { TObject, TSchema } from 'typebox';
import type { Endpoint } from '../endpoint.ts';

type Json = Readonly<Record<string, unknown>>;

/** The extension: `info` describes the request, `schema` (JSON Schema 2020-12) validates `info`. */
export interface Bazaar {
  readonly info: { readonly input: Json; readonly output: Json };
  readonly schema: Json;
  /** Path with `:name` for each parameter; absent for a path without parameters. */
  readonly routeTemplate?: string;
}

/** Endpoint fields that discovery reads. */
type Asked = Pick<Endpoint, 'method' | 'path' | 'pathParameters' | 'query' | 'body' | 'reply' | 'fileType' | 'payable'>;

const schemaOf = (schema: TSchema): Json => ({ ...schema });

/** Example or default of a parameter; undefined without either. */
export function exampleOf(schema: TSchema): unknown {
  const { examples, default: fallback } = schemaOf(schema);
  return Array.isArray(examples) ? (examples[0] as unknown) : fallback;
}

/** Examples of parameters that have one. */
function examplesOf({ properties }: TObject): Json {
  const found = Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)] as const);
  return Object.fromEntries(found.filter(([, example]) => example !== undefined));
}

/** Types and bounds of parameters. Descriptions stay in the OpenAPI document, because all of this goes into a header. */
function typesOf({ properties, required }: TObject): Json {
  const bare = Object.entries(properties).map(([name, schema]) => {
    const { type, enum: values, minimum, maximum } = schemaOf(schema);
    const known = { type, enum: values, minimum, maximum };
    return [name, Object.fromEntries(Object.entries(known).filter(([, part]) => part !== undefined))] as const;
  });
  const names: readonly string[] = required ?? [];
  const needed = names.filter((name) => !('default' in (properties[name] ?? {})));
  return { type: 'object', properties: Object.fromEntries(bare), ...(needed.length === 0 ? {} : { required: needed }) };
}

/** Names and types of a reply's top-level fields. */
function replyTypes(reply: TSchema): Json {
  const { properties } = schemaOf(reply);
  if (typeof properties !== 'object' || properties === null) return {};
  const fields = Object.entries(properties).map(([name, field]: [string, unknown]) => {
    const type = typeof field === 'object' && field !== null && 'type' in field ? field.type : undefined;
    return [name, type === undefined ? {} : { type }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(fields) };
}

/**
 * Builds the extension of an operation.
 *
 * @param path path parameter values of a request. @default examples
 * @example
 * const { info, routeTemplate } = bazaarOf(operationNamed('market_intelligence.etf_flows'), { asset: 'btc' });
 * [info.input.method, routeTemplate]; // → [ 'GET', '/api/v1/market-intelligence/etf/:asset/flows' ]
 */
export function bazaarOf(endpoint: Asked, path?: Json): Bazaar {
  const { method, pathParameters, query, body, reply, fileType } = endpoint;
  const hasPath = Object.keys(pathParameters.properties).length > 0;
  const hasQuery = Object.keys(query.properties).length > 0;
  const input = {
    type: 'http',
    method,
    ...(hasPath ? { pathParams: { ...examplesOf(pathParameters), ...path } } : {}),
    ...(hasQuery ? { queryParams: { ...examplesOf(query), ...endpoint.payable?.example } } : {}),
    ...(body === undefined ? {} : { bodyType: 'json', body: examplesOf(body) }),
  };
  const properties = {
    type: { type: 'string', const: 'http' },
    method: { type: 'string', enum: body === undefined ? ['GET', 'HEAD', 'DELETE'] : ['POST', 'PUT', 'PATCH'] },
    ...(hasPath ? { pathParams: typesOf(pathParameters) } : {}),
    ...(hasQuery ? { queryParams: typesOf(query) } : {}),
    ...(body === undefined ? {} : { bodyType: { type: 'string', enum: ['json'] }, body: typesOf(body) }),
  };
  const required = ['type', 'method', ...(body === undefined ? [] : ['bodyType', 'body'])];
  const output = { type: 'object', properties: { type: { type: 'string' }, example: replyTypes(reply) } };
  return {
    info: { input, output: { type: fileType ?? 'json' } },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: { type: 'object', properties, required, additionalProperties: false },
        output: { ...output, required: ['type'] },
      },
      required: ['input'],
    },
    ...(hasPath ? { routeTemplate: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1') } : {}),
  };
}
