/** Parameters that the operations of the ledger share. */

import { bucketOpen, DAY_MS, err, ok, shown, type Result } from '@barograph/core';
import { Type } from 'typebox';
import { validationProblem, type Problem } from '../problem.ts';
import { parseMoment } from '../time.ts';
import { LEDGER_HORIZONS, LEDGER_ORIGINS, type LedgerHorizon } from './kinds.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of that very table
export const LEDGER_HORIZON_NAMES = Object.keys(LEDGER_HORIZONS) as LedgerHorizon[];

export const ScopeParameter = Type.String({
  default: 'market',
  minLength: 1,
  maxLength: 80,
  description:
    'market, the name of a perp as it is listed, or a reference book: book:btc, book:majors, book:long_short.',
});

export const OriginParameter = Type.Enum([...LEDGER_ORIGINS], {
  type: 'string',
  default: 'live',
  description: 'live: recorded when it was published. backfilled: computed afterwards from bars.',
});

export const DaySchema = { pattern: String.raw`^\d{4}-\d{2}-\d{2}$` } as const;

/** Midnight of a queried day, epoch ms. @param text undefined selects the day of `fallback`. */
export function dayOf(name: string, text: string | undefined, fallback: number): Result<number, Problem> {
  if (text === undefined) return ok(bucketOpen(fallback, DAY_MS));
  const day = parseMoment(text);
  if (day !== undefined) return ok(day);
  return err(
    validationProblem({ loc: ['query', name], msg: `expected a day that exists, got ${shown(text)}`, type: 'value' }),
  );
}
