/** Parameters of an operation as Python arguments, and the docstring that explains them. */

import type { Endpoint, OperationFacts } from '@barograph/contract';

/** One argument of a method. */
export interface Argument {
  /** Name on the wire. */
  readonly name: string;
  /** Name in Python: `from_` for `from`. */
  readonly python: string;
  readonly where: 'path' | 'query' | 'body';
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** Default of the service, as text; undefined without one. */
  readonly fallback: string | undefined;
  readonly choices: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const jsonOf = (value: unknown): Json => (isJson(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const KEYWORDS = new Set(['from', 'in', 'is', 'class', 'global', 'lambda', 'not', 'or', 'and', 'def', 'del', 'import']);
const MOMENTS = /ISO-8601|epoch ms|unix ms/;
const COMMAS = /\bcommas?\b/;

function choicesOf(schema: Json): readonly string[] {
  return listOf(schema['enum']).filter((one) => typeof one === 'string');
}

/** The Python type of a parameter. */
function typeOf(schema: Json, description: string): string {
  const choices = choicesOf(schema);
  const literal = (values: readonly string[]): string =>
    `Literal[${values.map((one) => JSON.stringify(one)).join(', ')}]`;
  if (choices.length > 0) return literal(choices);
  const several = listOf(schema['anyOf']).map((one) => typeOf(jsonOf(one), description));
  if (several.length > 0) return `Union[${[...new Set(several)].join(', ')}]`;
  switch (schema['type']) {
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array': {
      const items = choicesOf(jsonOf(schema['items']));
      return items.length > 0 ? `Union[str, Sequence[${literal(items)}]]` : 'Texts';
    }
    case 'object':
      return 'Mapping[str, Any]';
    default:
      return MOMENTS.test(description) ? 'Moment' : COMMAS.test(description) ? 'Texts' : 'str';
  }
}

function argumentFrom(
  name: string,
  where: Argument['where'],
  given: Json,
  schema: Json,
  isRequired: boolean,
): Argument {
  const description = textOf(given['description'] ?? schema['description']).replaceAll(/\s+/g, ' ');
  const { default: fallback } = schema;
  return {
    name,
    python: KEYWORDS.has(name) ? `${name}_` : name,
    where,
    type: typeOf(schema, description),
    isRequired,
    description,
    fallback: fallback === undefined ? undefined : shown(fallback),
    choices: choicesOf(schema),
  };
}

/** Arguments of an operation of the OpenAPI document: of the path, then required ones, then the others. */
export function parametersOf(operation: unknown, { body }: Endpoint): readonly Argument[] {
  const own = listOf(jsonOf(operation)['parameters']).flatMap((one): readonly Argument[] => {
    const { in: where, name, required, schema } = jsonOf(one);
    if (where !== 'path' && where !== 'query') return [];
    return [argumentFrom(textOf(name), where, jsonOf(one), jsonOf(schema), required === true)];
  });
  const ofBody = Object.entries(jsonOf(body?.properties)).map(([name, schema]) =>
    argumentFrom(name, 'body', {}, jsonOf(schema), body?.required?.includes(name) === true),
  );
  const all = [...own, ...ofBody];
  if (new Set(all.map(({ python }) => python)).size < all.length) throw new Error('two parameters of one name');
  const rank = ({ where, isRequired }: Argument): number => (where === 'path' ? 0 : isRequired ? 1 : 2);
  return all.toSorted((a, b) => rank(a) - rank(b));
}

/** An argument of a signature. */
export function argumentOf({ python, type, isRequired }: Argument): string {
  return isRequired ? `${python}: ${type}` : `${python}: Optional[${type}] = None`;
}

const MOST_FIELDS = 40;

/** The docstring of a method: summary, access, parameters with their defaults, and fields of the reply. */
export function docstring(facts: OperationFacts, own: readonly Argument[]): string {
  const { summary, reading, ways, fields } = facts;
  const described = own.map(({ python, description, fallback, isRequired }) => {
    const notes = [
      description === '' ? '' : description.replace(/(?<![.!?])$/, '.'),
      fallback === undefined ? '' : `Default: ${fallback}.`,
      isRequired ? 'Required.' : '',
    ].filter((one) => one !== '');
    return `    ${python}:${notes.length === 0 ? '' : ` ${notes.join(' ')}`}`;
  });
  const top = fields
    .filter(({ name }) => !name.replace(/^\w+\[\]\./, '').includes('.') && !name.startsWith('provenance['))
    .map(({ name }) => name);
  const more = top.length > MOST_FIELDS ? ', …' : '';
  const parts = [
    summary,
    ...reading.filter((one) => !one.startsWith('Additive,')),
    `Access: ${ways}.`,
    ...(described.length === 0 ? [] : [`Args:\n${described.join('\n')}`]),
    ...(top.length === 0 ? [] : [`Reply: ${top.slice(0, MOST_FIELDS).join(', ')}${more}`]),
  ];
  return `"""${parts.join('\n\n').replaceAll('\\', '\\\\').replaceAll('"""', "'''")}\n"""`;
}
