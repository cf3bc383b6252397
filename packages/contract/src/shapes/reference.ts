/** Reference data of coins: availability, and the newest publication. */

import { err, ok, type Result } from '@barograph/core';
import { port, type Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import type { Problem } from '../problem.ts';
import type { Publication, View } from '../published.ts';
import { NO_SOURCE, noSource } from './no-source.ts';
import { WARMING_UP, warmingUp } from './warming.ts';

/** Availability of a table of coins. */
export interface ReferenceSources {
  /** False when no source of the host provides coins. */
  readonly hasCoins: boolean;
}

/** Port of the sources of reference data. */
export const REFERENCE_SOURCES = port<ReferenceSources>('reference sources');

/** Errors of operations over reference data. */
export const REFERENCE_ERRORS: readonly DeclaredError[] = [WARMING_UP, NO_SOURCE];

/** Returns the newest publication, or a 503 with the reason. */
export function publishedReference<Row, Head>(
  context: Context,
  publication: Publication<Row, Head>,
): Result<View<Row, Head>, Problem> {
  const view = context.latest(publication);
  if (view !== undefined) return ok(view);
  return err(context.use(REFERENCE_SOURCES).hasCoins ? warmingUp(context, publication, 'coins') : noSource('coins'));
}
