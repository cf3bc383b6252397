/** Splits the key from a node's address: providers put it into the path or a parameter. */

import type { UpstreamKey } from '../upstream/ask.ts';

/** Parts of an address. */
export interface NodeUrl {
  readonly baseUrl: string;
  readonly query: Readonly<Record<string, string>>;
  readonly key: UpstreamKey | undefined;
}

/** Minimum length of an address part that may be a key, characters. */
const LEAST_KEY = 16;

/**
 * Splits an address into base, path and parameters, and finds its key.
 * @param url of http or https.
 */
export function nodeUrl(url: string): NodeUrl {
  const { origin, pathname, searchParams } = new URL(url);
  const folders = pathname.split('/').filter((part) => part !== '');
  const query = Object.fromEntries(searchParams);
  const [name, value] = Object.entries(query).find(([, text]) => text.length >= LEAST_KEY) ?? [];
  if (name !== undefined && value !== undefined) {
    delete query[name];
    return { baseUrl: [origin, ...folders].join('/'), query, key: { in: 'query', name, value } };
  }
  const last = folders.at(-1) ?? '';
  if (last.length < LEAST_KEY) return { baseUrl: [origin, ...folders].join('/'), query, key: undefined };
  const key = { in: 'path', name: 'key', value: decodeURIComponent(last) } as const;
  return { baseUrl: [origin, ...folders.slice(0, -1)].join('/'), query, key };
}
