/** Parameters of pages, and parsing of their times. */

import { coinSpelled, err, ok, type Result } from '@barograph/core';
import { Type } from 'typebox';
import type { Cancellation } from '../edge.ts';
import { validationProblem, type Problem } from '../problem.ts';
import { parseMoment } from '../time.ts';
import { FIRST_RELEASE } from '../version.ts';
import type { PageAsked } from './port.ts';

/** Maximum rows of a page. */
export const PAGE_ROWS = 10_000;

/** Default rows of a page. */
const DEFAULT_ROWS = 1000;
const moment = (description: string) => Type.Optional(Type.String({ description }));

/**
 * Names of symbols: a part of the name of a file, or a pair such as BTC/USDT or BTC/USDT:USDT, whose slash {@link archivedSymbol}
 * takes away.
 */
export const SYMBOL_PATTERN = '^(?!.*\\.\\.)(?:[^/\\\\]+|[A-Za-z0-9]{2,20}/[A-Za-z0-9]{2,20}(?::[A-Za-z0-9]{2,20})?)$';

/** Parameters of every page. */
export const pageParameters = {
  symbol: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: SYMBOL_PATTERN,
      description: 'One symbol, as it is listed or in another usual spelling; all when left out.',
    }),
  ),
  start: moment('First moment, included: ISO-8601 or unix ms; the first that is archived when left out.'),
  end: moment('Last moment, not included: ISO-8601 or unix ms; the last that is archived when left out.'),
  limit: Type.Optional(
    Type.Integer({
      maximum: PAGE_ROWS,
      description: `Most rows of the page, at least 1; ${DEFAULT_ROWS} when left out.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 600,
      description: 'next_cursor of the page before, with the same symbol, exchange, start and end.',
    }),
  ),
};

/** Description of an archive reader. */
export const READER = {
  family: 'backtesting',
  dataset: 'archive',
  edge: 'heavy',
  notes: [
    {
      date: FIRST_RELEASE,
      text: 'access, parameters and fields are those of this service: the contract does not show them',
    },
  ],
} as const;

/**
 * Archive symbol of a name. An unknown spelling is returned without the slash of a
 * pair, which file names cannot contain.
 */
export function archivedSymbol(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (coinSpelled(name) ?? name.replaceAll('/', ''));
}

interface Sent extends Omit<PageAsked, 'start' | 'end' | 'limit' | 'cancelled'> {
  readonly limit?: number | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

const fault = (name: string, msg: string): Result<never, Problem> =>
  err(validationProblem({ loc: ['query', name], msg, type: name === 'limit' ? 'minimum' : 'moment' }));

/** Converts a checked query to a page request with parsed times. @param cancelled aborts the read. */
export function pageAsked(
  { start: first, end: last, limit = DEFAULT_ROWS, ...rest }: Sent,
  cancelled: Cancellation | undefined,
): Result<PageAsked, Problem> {
  const [start, end] = [first, last].map((text) => (text === undefined ? undefined : parseMoment(text)));
  if (first !== undefined && start === undefined) return fault('start', 'expected ISO-8601 or unix ms');
  if (last !== undefined && end === undefined) return fault('end', 'expected ISO-8601 or unix ms');
  if (start !== undefined && end !== undefined && start > end) return fault('start', 'expected a moment not after end');
  if (limit < 1) return fault('limit', 'expected at least 1');
  return ok({ ...rest, start, end, limit, cancelled });
}
