/** Cursors of pages: a position, what the first page fixed, and the hash of the question that it belongs to. */

import { validationProblem, type PageAsked, type Problem } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import { createHash } from 'node:crypto';
import { parseBounded } from '../bounded-json.ts';
import { isStorable } from '@barograph/store';

/** Place of the next row. */
export interface Position {
  /** Files that came later are not of this question. */
  readonly upTo: number;
  /** The last day of it. */
  readonly last: string;
  readonly date: string;
  readonly exchange: string;
  readonly symbol: string;
  /** Rows of that file that were passed. */
  readonly row: number;
}

/** Characters of the hash. */
const HASH = 22;

/** Hash of a question but for its cursor and limit. @param reader operation that was asked. */
export function questionHash(reader: string, { limit: _, cursor: __, cancelled: ___, ...question }: PageAsked): string {
  const names = Object.entries(question).filter(([, value]) => value !== undefined);
  const text = JSON.stringify([reader, names.sort(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash('sha256').update(text).digest('base64url').slice(0, HASH);
}

/** A cursor that continues at a position. */
export function cursorOf(hash: string, position: object): string {
  return Buffer.from(JSON.stringify([hash, position])).toString('base64url');
}

/** The position of a cursor; undefined without one. A cursor of another question, or none at all, is a 422. */
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

/** Whether a value is a whole number from 0 on. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
