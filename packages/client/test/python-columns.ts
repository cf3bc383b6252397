/** Kinds of the columns of lists, so that a DataFrame has the same types whatever its rows hold. */

import { ENDPOINT_LIST, type Endpoint } from '@barograph/contract';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const jsonOf = (value: unknown): Json => (isJson(value) ? value : {});

/** Fields of an answer that are about the answer, and no rows. */
const BESIDE = new Set(['provenance', 'warming']);
/** Names of integers that are moments, whatever their description says. */
const MOMENT = /(?:^|_)(?:at|ts|as_of|timestamp|time|since|from|to)(?:_\d+h)?$/;

/**
 * Kind of a column: `i` integer and `f` flag that are never null, `n` number, `m` epoch ms, `s` ISO-8601 text, `t` text,
 * `j` anything else.
 */
function kindOf(name: string, schema: Json, isAlways: boolean): string {
  const several = Array.isArray(schema['anyOf']) ? schema['anyOf'].map(jsonOf) : [schema];
  const types = new Set(several.map((one) => ('type' in one ? String(one['type']) : 'json')));
  const isNullable = types.delete('null') || !isAlways;
  const [type = 'json'] = types;
  if (types.size !== 1) return types.size === 2 && types.has('integer') && types.has('number') ? 'n' : 'j';
  const description = typeof schema['description'] === 'string' ? schema['description'] : '';
  switch (type) {
    case 'integer':
      return /\bepoch ms\b/i.test(description) || MOMENT.test(name) ? 'm' : isNullable ? 'n' : 'i';
    case 'number':
      return 'n';
    case 'boolean':
      return isNullable ? 'j' : 'f';
    case 'string':
      return /ISO-8601|YYYY-MM-DD/.test(description) ? 's' : 't';
    default:
      return 'j';
  }
}

/** Lists of records in the answer of an operation: `name:kind` of each column, with spaces between. */
export function listsOf({ reply, streaming }: Endpoint): Readonly<Record<string, string>> {
  if (streaming === true) return {};
  const lists = Object.entries(jsonOf(jsonOf(reply)['properties'])).flatMap(([name, given]) => {
    const items = jsonOf(jsonOf(given)['items']);
    if (BESIDE.has(name) || !isJson(items['properties'])) return [];
    const required = new Set(Array.isArray(items['required']) ? items['required'] : []);
    const columns = Object.entries(items['properties']).map(
      ([column, schema]) => `${column}:${kindOf(column, jsonOf(schema), required.has(column))}`,
    );
    return [[name, columns.join(' ')] as const];
  });
  return Object.fromEntries(lists);
}

/** Names of columns that hold epoch ms in every list that has them, sorted. */
export function momentNames(): readonly string[] {
  const kinds = new Map<string, Set<string>>();
  for (const [, endpoint] of ENDPOINT_LIST) {
    for (const pair of Object.values(listsOf(endpoint)).flatMap((list) => list.split(' '))) {
      const [name = '', kind = ''] = pair.split(':');
      kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
    }
  }
  const found = [...kinds].filter(([, all]) => all.size === 1 && all.has('m')).map(([name]) => name);
  return found.toSorted();
}
