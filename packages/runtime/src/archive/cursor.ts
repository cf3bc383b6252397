/** Page cursors: a position, the bounds fixed by the first page, and the hash of the query. */

import { validationProblem, type PageAsked, type Problem } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import { createHash } from 'node:crypto';
import { parseBounded } from '../bounded-json.ts';
import { isStorable } from '@barograph/store';

/** Position of the next row. */
export interface Position {
  /** Largest `seq` of the files that belong to the query. */
  readonly upTo: number;
  /** Last day of the query. */
  readonly last: string;
  readonly date: string;
  readonly exchange: string;
  readonly symbol: string;
  /** Rows of that file that earlier pages returned. */
  readonly row: number;
}

/** Length of the hash, characters. */
const HASH = 22;

/** Hash of a query without cursor and limit. @param reader name of the operation. */
export function questionHash(reader: string, { limit: _, cursor: __, cancelled: ___, ...question }: PageAsked): string {
  const names = Object.entries(question).filter(([, value]) => value !== undefined);
  const text = JSON.stringify([reader, names.sort(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash('sha256').update(text).digest('base64url').slice(0, HASH);
}

/** Encodes a cursor that continues at a position. */
export function cursorOf(hash: string, position: object): string {
  return Buffer.from(JSON.stringify([hash, position])).toString('base64url');
}

/** Decodes a cursor; undefined without one. A malformed cursor or one of another query is a 422. */
export function positionOf<P extends object>(
  hash: string,
  cursor: string | undefined,
  isPosition: (value: unknown) => value is P,
): Result<P | undefined, Problem> {
  if (cursor === undefined) return ok(undefined);
  const fault = (msg: string) => err(validationProblem({ loc: ['query', 'cursor'], msg, type: 'cursor' }));
  let read: unknown;
  try {
    read = parseBounded(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return fault('expected next_cursor of a page');
  }
  if (!Array.isArray(read) || read.length !== 2 || !isPosition(read[1])) return fault('expected next_cursor of a page');
  return read[0] === hash ? ok(read[1]) : fault('expected the cursor of this question, got that of another one');
}

/** Whether a value is a {@link Position}. */
export function isFilePosition(value: unknown): value is Position {
  if (typeof value !== 'object' || value === null) return false;
  if (!('upTo' in value && 'last' in value && 'date' in value && 'exchange' in value && 'symbol' in value))
    return false;
  if (!('row' in value) || ![value.upTo, value.row].every(isCount)) return false;
  const isDay = (text: unknown): boolean => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isName = (text: unknown): boolean => typeof text === 'string' && isStorable(text);
  return [value.last, value.date].every(isDay) && [value.exchange, value.symbol].every(isName);
}

/** Whether a value is a non-negative integer. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
