/** The generated files of the client, from the operation table of the contract: types of the wire, and routes. */

import { ENDPOINT_LIST, mustBeSent, PROBLEM_STATUS, type Endpoint } from '@barograph/contract';

/** Parts of a JSON Schema that the contract uses. */
interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema | readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly format?: string;
}

const HEADER = `// Generated from the operation table of @barograph/contract by the build. Do not edit.\n`;

/** Interfaces by title, in the order in which they were met. */
type Named = Map<string, string>;

const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
const nameOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name));

/** A comment above what it is about; nothing when there is nothing to say. */
function comment(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`;
}

/** The type of a schema; schemas with a title become interfaces of that name. */
function typeOf(schema: Schema, named: Named): string {
  const { title } = schema;
  if (title === undefined) return plainType(schema, named);
  if (!named.has(title)) {
    named.set(title, '');
    const body = plainType(schema, named);
    const isObject = schema.properties !== undefined;
    named.set(
      title,
      `${comment(schema.description)}${isObject ? `interface ${title} ${body}` : `type ${title} = ${body};`}\n`,
    );
  }
  return title;
}

function plainType(schema: Schema, named: Named): string {
  if ('const' in schema) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map((one) => typeOf(one, named)))].join(' | ');
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? 'Uint8Array' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return arrayType(schema.items, named);
    default:
      return objectType(schema, named);
  }
}

function isList(items: Schema | readonly Schema[]): items is readonly Schema[] {
  return Array.isArray(items);
}

function arrayType(items: Schema | readonly Schema[] | undefined, named: Named): string {
  if (items === undefined) return 'unknown[]';
  if (isList(items)) return `[${items.map((one) => typeOf(one, named)).join(', ')}]`;
  const item = typeOf(items, named);
  return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
}

function objectType(schema: Schema, named: Named): string {
  const { properties, patternProperties, required = [] } = schema;
  if (properties === undefined) {
    const values = Object.values(patternProperties ?? {}).map((one) => typeOf(one, named));
    return values.length === 0 ? 'Record<string, unknown>' : `Record<string, ${values.join(' | ')}>`;
  }
  return fieldsType(properties, (name) => required.includes(name), named);
}

/** An object type, a line per field. */
function fieldsType(
  properties: Readonly<Record<string, Schema>>,
  isRequired: (name: string) => boolean,
  named: Named,
  absent = '',
): string {
  const lines = Object.entries(properties).map(([name, one]) => {
    const of = one.title === undefined ? one.description : undefined;
    return `${comment(of)}${nameOf(name)}${isRequired(name) ? '' : '?'}: ${typeOf(one, named)}${isRequired(name) ? '' : absent};`;
  });
  return lines.length === 0 ? '{}' : `{\n  ${lines.map((line) => indent(line, '  ')).join('\n  ')}\n}`;
}

/** The type of an operation: its parameters, body and reply. */
function operationType(endpoint: Endpoint, named: Named): string {
  const { pathParameters, query, body, lists = {}, moreItems = {} } = endpoint;
  const parts: string[] = [];
  const add = (name: string, type: string): void => {
    if (type !== '{}') parts.push(`${name}: ${indent(type, '  ')};`);
  };
  const listed = Object.fromEntries(
    Object.entries(query.properties).map(([name, schema]): [string, Schema] => {
      const items = lists[name];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema of the contract
      const plain = schema as Schema;
      return [
        name,
        items === undefined
          ? plain
          : {
              ...plain,
              anyOf: [{ type: 'string' }, { type: 'array', items: { enum: [...items, ...(moreItems[name] ?? [])] } }],
            },
      ];
    }),
  );
  // oxlint-disable typescript/no-unsafe-type-assertion -- schemas of the contract
  add('path', objectType(pathParameters as Schema, named));
  add(
    'query',
    fieldsType(listed, (name) => mustBeSent(endpoint, name), named, ' | undefined'),
  );
  if (body !== undefined) add('body', typeOf({ ...(body as Schema) }, named));
  parts.push(`reply: ${endpoint.method === 'HEAD' ? 'null' : typeOf(endpoint.reply as Schema, named)};`);
  // oxlint-enable typescript/no-unsafe-type-assertion
  parts.push(`kind: '${kindOf(endpoint)}';`);
  return `${comment(endpoint.summary)}{\n  ${parts.join('\n  ')}\n}`;
}

function kindOf({ streaming, fileType }: Endpoint): 'json' | 'file' | 'stream' {
  return streaming === true ? 'stream' : fileType === undefined ? 'json' : 'file';
}

/** The generated files by name. */
export function generated(): Readonly<Record<string, string>> {
  const named: Named = new Map();
  const operations = ENDPOINT_LIST.map(([id, endpoint]) => {
    const type = operationType(endpoint, named);
    const [, about = '', body = type] = /^(\/\*\*.*\*\/\n)?([^]*)$/.exec(type) ?? [];
    return `  ${about === '' ? '' : `${about.trimEnd()}\n  `}'${id}': ${indent(body, '  ')};`;
  });
  const codes = Object.keys(PROBLEM_STATUS).map((code) => `  | '${code}'`);
  const wire = [
    HEADER,
    '/** Codes of errors. */',
    `export type ProblemCode =\n${codes.join('\n')};\n`,
    ...named.values(),
    '/** Operations by id: parameters, reply, and kind of reply. */',
    `export interface Operations {\n${operations.join('\n')}\n}\n`,
  ].join('\n');
  const routes = ENDPOINT_LIST.map(([id, endpoint]) => {
    const { method, path, timeoutSeconds } = endpoint;
    const more = timeoutSeconds === undefined ? '' : `, seconds: ${timeoutSeconds}`;
    return `  '${id}': { method: '${method}', path: '${path}', kind: '${kindOf(endpoint)}'${more} },`;
  });
  return {
    'wire.ts': wire,
    'routes.ts': `${HEADER}\nimport type { Route } from '../route.ts';\nimport type { Operations } from './wire.ts';\n\n/** Method and path of every operation. */\nexport const ROUTES: { readonly [Id in keyof Operations]: Route & { readonly kind: Operations[Id]['kind'] } } = {\n${routes.join('\n')}\n};\n`,
  };
}
