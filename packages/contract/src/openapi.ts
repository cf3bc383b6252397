/** The OpenAPI 3.1 document, derived only from the operations. */

import { shown, UsageError } from '@barograph/core';
import type { TSchema } from 'typebox';
import { commonParameters } from './common.ts';
import { acceptedParameters, mustBeSent, type Endpoint } from './endpoint.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { ARCHIVE_EDGE_V1 } from './edge.ts';
import { ErrorEnvelope, PaymentRequiredBody, PROBLEM_STATUS, ValidationErrorBody } from './problem.ts';
import { API_VERSION } from './version.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** OpenAPI 3.1 document as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<string, Json>> & { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly [key: string]: Json;
}

type Components = Map<string, Json>;

/** Plain JSON of a schema object. */
function jsonOf(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object') throw new UsageError(`"schema" expected plain JSON, got ${shown(value)}`);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsonOf(item)]));
}

/** Schema as JSON; every titled schema moves to the components and leaves a reference. */
function hoist(schema: Json, components: Components): Json {
  if (isList(schema)) return schema.map((item) => hoist(item, components));
  if (schema === null || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema).map(([key, value]): [string, Json] => [key, hoist(value, components)]);
  const plain = Object.fromEntries(entries);
  const title = plain['title'];
  if (typeof title !== 'string') return plain;
  const known = components.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(plain)) {
    throw new UsageError(`"title" expected one schema for each, got two titled ${title}`);
  }
  components.set(title, plain);
  return { $ref: `#/components/schemas/${title}` };
}

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}

function parametersOf(endpoint: Endpoint): Json[] {
  const path = Object.entries(endpoint.pathParameters.properties).map(([name, schema]) =>
    parameter(name, 'path', schema, true, undefined),
  );
  const query = acceptedParameters(endpoint).map((name) => {
    const target = endpoint.aliases[name];
    const schema = endpoint.query.properties[target ?? name] ?? {};
    const spec = parameter(name, 'query', schema, mustBeSent(endpoint, name), target);
    const items = endpoint.lists?.[target ?? name];
    return items === undefined ? spec : commaList(spec, items, endpoint.moreItems?.[target ?? name]);
  });
  const common = Object.entries(commonParameters(endpoint)).map(([name, schema]) =>
    parameter(name, 'query', schema, false, undefined),
  );
  const headers = Object.entries(endpoint.headers?.properties ?? {}).map(([name, schema]) =>
    parameter(name, 'header', schema, false, undefined),
  );
  return [...path, ...query, ...common, ...headers];
}

/** Schema of a comma list. A pattern replaces the enum when additional items are accepted. */
function commaList(spec: Json, items: readonly string[], more: readonly string[] = []): Json {
  const words = more.length === 0 ? { enum: items } : { pattern: `^(?:${[...items, ...more].join('|')})$` };
  const schema = { type: 'array', items: { type: 'string', ...words } };
  return { ...shape(spec), schema, style: 'form', explode: false };
}

function parameter(
  name: string,
  where: 'path' | 'query' | 'header',
  schema: TSchema,
  required: boolean,
  aliasOf: string | undefined,
): Json {
  const { description, examples, default: fallback, ...rest } = shape(jsonOf(schema));
  const example = isList(examples) ? examples[0] : undefined;
  const isAlias = aliasOf !== undefined;
  return {
    name,
    in: where,
    required,
    ...(isAlias ? { description: `Alias of ${aliasOf}; send one.` } : description === undefined ? {} : { description }),
    schema: { ...rest, ...(fallback === undefined || isAlias ? {} : { default: fallback }) },
    ...(example === undefined ? {} : { example }),
  };
}

function shape(json: Json): Record<string, Json> {
  return Object.fromEntries(json !== null && typeof json === 'object' ? Object.entries(json) : []);
}

function content(schema: TSchema, components: Components, type = 'application/json', example?: Json): Json {
  return { [type]: { schema: hoist(jsonOf(schema), components), ...(example === undefined ? {} : { example }) } };
}

/** Example answers from the simulator, with two items per list; a host test keeps them current. */
const EXAMPLE_OF: ReadonlyMap<string, Json> = new Map(Object.entries<Json>(EXAMPLES));

/** Statuses of an operation, each with its reasons. */
function errorsOf(endpoint: Endpoint): Map<number, string[]> {
  const reasons = new Map<number, string[]>();
  const add = (status: number, reason: string): void => {
    reasons.set(status, [...(reasons.get(status) ?? []), reason]);
  };
  add(PROBLEM_STATUS.bad_request, 'bad_request: The request is malformed.');
  for (const { code, when, status = PROBLEM_STATUS[code] } of endpoint.errors) add(status, `${code}: ${when}`);
  if (endpoint.access !== 'none') add(401, 'Missing or invalid key; mint_url says where to get one.');
  if (endpoint.access !== 'none' && endpoint.uncounted !== true) {
    add(429, 'Daily or burst cap of the key; Retry-After and X-RateLimit-* headers.');
  }
  if (endpoint.edge !== undefined && (endpoint.access !== 'none' || endpoint.optionalKey === true)) {
    const { perSecond, burst } = ARCHIVE_EDGE_V1;
    add(429, `Faster than ${perSecond} requests a second, or more than ${burst} at once; Retry-After.`);
  }
  if (
    endpoint.access === 'pro' ||
    endpoint.access === 'pro_plus' ||
    endpoint.scope !== undefined ||
    endpoint.pastAccess !== undefined ||
    endpoint.paid !== undefined
  ) {
    add(403, 'The tier of the key is too low; required_tier and pricing_url.');
  }
  if (endpoint.body !== undefined) add(422, 'The body is no JSON, or not of its schema.');
  if (parametersOf(endpoint).length > 0) add(422, 'A parameter is missing, out of range or of the wrong type.');
  return reasons;
}

const HEADERS: Json = {
  'X-API-Version': { description: 'Version of the contract.', schema: { type: 'string' } },
  'X-Data-Source': { description: 'files, simulated or live.', schema: { type: 'string' } },
  'X-Request-Id': { description: 'Name this when reporting a fault.', schema: { type: 'string' } },
};

function responsesOf(id: string, endpoint: Endpoint, components: Components): Json {
  const response = (description: string, schema: TSchema, type?: string, example?: Json): Json => ({
    description,
    headers: HEADERS,
    ...(endpoint.method === 'HEAD' ? {} : { content: content(schema, components, type, example) }),
  });
  const type = endpoint.streaming === true ? 'text/event-stream' : endpoint.fileType;
  const example = EXAMPLE_OF.get(id);
  // The example of a file operation shows its text format.
  const [own, ofOthers] = endpoint.fileType === undefined ? [example, undefined] : [undefined, example];
  const others = (endpoint.otherTypes ?? []).map((other): [string, Json] => [
    other,
    { schema: { type: 'string' }, ...(ofOthers === undefined ? {} : { example: ofOthers }) },
  ]);
  const success = shape(response(endpoint.summary, endpoint.reply, type, own));
  const responses: Record<string, Json> = {
    200:
      others.length === 0
        ? success
        : { ...success, content: { ...shape(success['content'] ?? null), ...Object.fromEntries(others) } },
  };
  if ((endpoint.method === 'GET' || endpoint.method === 'HEAD') && endpoint.streaming !== true)
    responses['304'] = { description: 'If-None-Match names the current ETag.' };
  for (const [status, reasons] of errorsOf(endpoint)) {
    const schema = status === 422 ? ValidationErrorBody : status === 402 ? PaymentRequiredBody : ErrorEnvelope;
    responses[status] = response(reasons.join(' '), schema);
  }
  responses['default'] = response('Any other error.', ErrorEnvelope);
  return responses;
}

function descriptionOf(endpoint: Endpoint): string {
  const coins = Object.entries(endpoint.coinScope ?? {}).map(
    ([tier, names]) => `A key of tier ${tier} sees ${names.join(', ')} only.`,
  );
  const rows = Object.entries(endpoint.rowScope ?? {}).map(
    ([tier, { by, top }]) => `A key of tier ${tier} sees the top ${top} rows by ${by}.`,
  );
  const notes = endpoint.notes.map(({ date, text }) => `Additive, ${date}: ${text}.`);
  return [endpoint.description ?? endpoint.summary, ...coins, ...rows, ...notes].join('\n\n');
}

function operationOf(id: string, endpoint: Endpoint, components: Components): Json {
  const tier = endpoint.access === 'key' ? 'free' : endpoint.access;
  return {
    operationId: id.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [endpoint.family],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    security: securityOf(endpoint),
    ...(endpoint.access === 'none' ? {} : { 'x-required-tier': tier }),
    ...(endpoint.payable === undefined ? {} : { 'x-prices-usd': endpoint.payable.prices }),
    ...(endpoint.timeoutSeconds === undefined ? {} : { 'x-timeout-seconds': endpoint.timeoutSeconds }),
    ...(endpoint.deprecated === undefined ? {} : { deprecated: true }),
    ...(endpoint.streaming === true ? { 'x-streaming': true } : {}),
    ...(endpoint.accountScoped === true ? { 'x-account-scoped': true } : {}),
    parameters: parametersOf(endpoint),
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, content: content(endpoint.body, components) } }),
    responses: responsesOf(id, endpoint, components),
  };
}

/** Security of an operation: a key, a payment, or nothing. */
function securityOf({ access, payable }: Endpoint): Json {
  const keyed = payable?.keyed ?? access;
  return [...(keyed === 'none' ? [] : [{ ApiKey: [] }]), ...(payable === undefined ? [] : [{ Payment: [] }])];
}

/** One-sentence summary of the served families. */
function servedText(families: Readonly<Record<string, string>>): string {
  const parts = Object.values(families).map((text) => text.replace(/\.$/, ''));
  return `Market regimes of crypto assets. Served now: ${parts.join('; ')}. Additive fields carry dated notes.`;
}

/**
 * OpenAPI document of a list of operations.
 *
 * @param endpoints id and endpoint of each operation, in document order.
 * @param families groups of operations, with descriptions.
 * @example
 * const document = openApiDocument([['health.get', operationNamed('health.get')]], { meta: 'The service itself.' });
 * Object.keys(document.paths); // → [ '/api/v1/health' ]
 */
export function openApiDocument(
  endpoints: readonly (readonly [string, Endpoint])[],
  families: Readonly<Record<string, string>>,
): OpenApiDocument {
  const components: Components = new Map();
  const paths: Record<string, Record<string, Json>> = {};
  for (const [id, endpoint] of endpoints) {
    const item = (paths[endpoint.path] ??= {});
    item[endpoint.method.toLowerCase()] = operationOf(id, endpoint, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Barograph',
      version: API_VERSION,
      description: servedText(families),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(([, { family }]) => family))].map((name) => ({
      name,
      description: families[name] ?? name,
    })),
    paths,
    components: {
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        Payment: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Payment',
          description: 'A signed x402 payment in USDC for this one request; without it 402 names price and recipient.',
        },
      },
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}
