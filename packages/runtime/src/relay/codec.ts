/**
 * Queries and answers as bytes. Structured clone keeps what JSON loses: typed arrays, NaN, undefined. Both ends are
 * replicas of one service on one database.
 */

import type { Result } from '@barograph/core';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { gunzip, gzip } from 'node:zlib';
import type { FeedProblem } from '@barograph/sources';

/** Answer of the leader to any request. */
export type RelayedAnswer = Result<unknown, FeedProblem>;

/** Serialises a query. */
export function encodeQuery(query: object): Buffer {
  return serialize(query);
}

/** Parses a query of a replica. */
export function decodeQuery(bytes: Buffer): unknown {
  return deserialize(bytes);
}

/** Packs outside of the thread that answers requests: an answer may be megabytes. */
export async function encodeAnswer(answer: RelayedAnswer): Promise<Buffer> {
  return promisify(gzip)(serialize(answer), { level: 1 });
}

/** Decompresses and parses an answer of the leader. */
export async function decodeAnswer(bytes: Buffer): Promise<RelayedAnswer> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `encodeAnswer` of the leader
  return deserialize(await promisify(gunzip)(bytes)) as RelayedAnswer;
}

/** The same text for the same fields, whatever their order; `asOf` is left out, for it does not change what is asked. */
export function queryText(query: object): string {
  const sorted = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return fields.map(([name, field]) => [name, sorted(field)]);
  };
  return JSON.stringify(sorted({ ...query, asOf: undefined }));
}
