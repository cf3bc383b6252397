/** Builds the request of a call: URL, headers and body. */

import type { Route } from './route.ts';
import type { AnyAsk } from './types.ts';

/** A request as `fetch` takes it. */
export interface Request {
  readonly url: string;
  readonly method: Route['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => textOf(name, item)).join(',');
  if (typeof value === 'string' && /\p{Cs}/u.test(value))
    throw new TypeError(`"${name}" expected a text without halves of surrogate pairs, got ${JSON.stringify(value)}`);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(`"${name}" expected a text, a number, a boolean or a list of them, got ${typeof value}`);
}

/**
 * URL of an operation. Skips undefined parameters; joins lists with commas.
 *
 * @throws {TypeError} a parameter of the path that is missing or empty, or a value that no address can carry.
 */
export function addressOf(base: string, path: string, { path: places = {}, query = {} }: AnyAsk): string {
  const given: Readonly<Record<string, unknown>> = { ...places };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name];
    if (value === undefined || value === '') throw new TypeError(`"${name}" expected in the path, got none`);
    return encodeURIComponent(textOf(name, value));
  });
  const pairs = Object.entries({ ...query })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(name, value))}`);
  return `${base}${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

/** Request of a call. @param base URL of the service without a trailing slash. */
export function requestOf(base: string, route: Route, ask: AnyAsk, always: Readonly<Record<string, string>>): Request {
  const hasBody = ask.body !== undefined;
  return {
    url: addressOf(base, route.path, ask),
    method: route.method,
    headers: { ...always, ...(hasBody ? { 'content-type': 'application/json' } : {}), ...ask.headers },
    body: hasBody ? JSON.stringify(ask.body) : undefined,
  };
}
