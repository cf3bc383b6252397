/** The query of the long-horizon history as the host works with it. */

import { DAY_MS, err, ok, type Result } from '@barograph/core';
import type { QueryIn } from '../endpoint.ts';
import type { regimes } from '../endpoints/regimes.ts';
import { validationProblem, type Problem } from '../problem.ts';
import { parseMoment } from './time.ts';

/** What is asked of the history. */
export interface CycleHistoryQuery {
  /** Inclusive, epoch ms. */
  readonly from: number;
  /** Exclusive, epoch ms. */
  readonly to: number;
  /** Refreshes that are looked at. */
  readonly limit: number;
}

/** A longer window is cut at its older end; the answer says from when it is. */
const CYCLE_HISTORY_DAYS_MAX = 400;
const DEFAULT_DAYS = 30;

/** The checked query: moments read, defaults set. @param now epoch ms; the refresh of this very moment counts. */
export function decodeCycleHistoryQuery(
  query: QueryIn<(typeof regimes)['regimes.history']>,
  now: number,
): Result<CycleHistoryQuery, Problem> {
  if (query.limit < 1) return err(validationProblem({ loc: ['query', 'limit'], msg: 'must be >= 1', type: 'minimum' }));
  const to = query.to === undefined ? now + 1 : parseMoment(query.to);
  if (to === undefined) return err(wrong('to', 'expected ISO-8601 or unix ms'));
  const from = query.from === undefined ? to - DEFAULT_DAYS * DAY_MS : parseMoment(query.from);
  if (from === undefined) return err(wrong('from', 'expected ISO-8601 or unix ms'));
  if (from >= to) return err(wrong('from', 'expected a moment before to'));
  return ok({ from: Math.max(from, to - CYCLE_HISTORY_DAYS_MAX * DAY_MS), to, limit: query.limit });
}

function wrong(parameter: string, msg: string): Problem {
  return validationProblem({ loc: ['query', parameter], msg, type: 'moment' });
}
