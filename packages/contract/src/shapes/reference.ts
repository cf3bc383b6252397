/** Reference data of coins, as operations ask for them: whether there will ever be any, and what is there now. */

import { err, ok, type Result } from '@barograph/core';
import { port, type Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import type { Problem } from '../problem.ts';
import type { Publication, View } from '../published.ts';
import { NO_SOURCE, noSource } from './no-source.ts';
import { WARMING_UP, warmingUp } from './warming.ts';

/** Says whether there will ever be a table of coins. */
export interface ReferenceSources {
  /** False where no source of the host has any. */
  readonly hasCoins: boolean;
}

/** Port of the sources of reference data. */
export const REFERENCE_SOURCES = port<ReferenceSources>('reference sources');

/** Errors of operations over reference data. */
export const REFERENCE_ERRORS: readonly DeclaredError[] = [WARMING_UP, NO_SOURCE];

/** The newest publication, or the 503 that says why there is none. */
export function publishedReference<Row, Head>(
  context: Context,
  of: Publication<Row, Head>,
): Result<View<Row, Head>, Problem> {
  const view = context.latest(of);
  if (view !== undefined) return ok(view);
  return err(context.use(REFERENCE_SOURCES).hasCoins ? warmingUp(context, of, 'coins') : noSource('coins'));
}
