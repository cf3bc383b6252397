/** Rejects unknown parameters, resolves aliases, parses values by schema. */

import { acceptedParameters, problem, validationProblem, type Endpoint, type Problem } from '@barograph/contract';
import { err, nearestNames, ok, shown, type Result } from '@barograph/core';

/** A parsed query string. */
export type RawQuery = Readonly<Record<string, unknown>>;

/** @returns the query under the table's names, or the 400 or 422 that answers it. */
export function settleQuery(endpoint: Endpoint, query: RawQuery): Result<RawQuery, Problem> {
  const accepted = acceptedParameters(endpoint);
  if (endpoint.unknownParameters === 'reject') {
    const strangers = Object.keys(query).filter((name) => !accepted.includes(name));
    if (strangers.length > 0) {
      const meant = strangers.map((name) => meantBy(endpoint, accepted, name));
      const listed = strangers.map((name, i) =>
        meant[i] === undefined ? name : `${name} (did you mean ${meant[i]}?)`,
      );
      const message = `Unknown parameter ${listed.join(', ')}. Accepted: ${accepted.join(', ')}.`;
      const suggestions = [...new Set(meant.filter((name) => name !== undefined))];
      return err(
        problem('unknown_parameter', message, { accepted, ...(suggestions.length === 0 ? {} : { suggestions }) }),
      );
    }
  }
  const settled: Record<string, unknown> = { ...query };
  for (const name of endpoint.repeatable ?? []) {
    const value = settled[name];
    if (Array.isArray(value)) settled[name] = value.join(',');
  }
  for (const [alias, name] of Object.entries(endpoint.aliases)) {
    const value = settled[alias];
    if (value === undefined) continue;
    if (settled[name] !== undefined && settled[name] !== value) {
      const msg = `${alias} is an alias of ${name}: send one of them, got ${name} ${shown(settled[name])} and ${alias} ${shown(value)}`;
      return err(validationProblem({ loc: ['query', alias], msg, type: 'alias' }));
    }
    settled[name] = value;
    delete settled[alias];
  }
  for (const [name, value] of Object.entries(settled)) settled[name] = readAs(endpoint.query.properties[name], value);
  return ok(settled);
}

/** Documented parameter nearest to an unknown name. */
function meantBy({ aliases }: Endpoint, accepted: readonly string[], name: string): string | undefined {
  const [nearest] = nearestNames(accepted, name);
  return nearest === undefined ? undefined : (aliases[nearest] ?? nearest);
}

/**
 * Integers are plain; other numbers may have an exponent (`1e-05`). `0x10`, ` 5` and `Infinity` are not numbers in this
 * contract.
 */
const NUMBERS: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d{1,15}$/,
  number: /^-?\d{1,15}(?:\.\d{1,15})?(?:[eE][+-]?\d{1,3})?$/,
};

/** Converts the text to its schema's type; leaves it unchanged when it does not fit, so that validation refuses it. */
function readAs(schema: object | undefined, value: unknown): unknown {
  const type = schema !== undefined && 'type' in schema ? String(schema.type) : 'string';
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  const isNumber = NUMBERS[type]?.test(value) === true && Number.isFinite(Number(value));
  return isNumber ? Number(value) : value;
}

/** True when every percent sign of the URL starts a well-formed escape of UTF-8. */
export function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
