/** Answers about market health, built once per publication and query. */

import { err, ok, type Result } from '@barograph/core';
import type { Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import { fieldsOf, record } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import { problem, type Problem } from '../problem.ts';
import type { View } from '../published.ts';
import { sourceFields } from '../shapes/page.ts';
import { WARMING_UP, warmingUp } from '../shapes/warming.ts';
import { marketHealthPublication, type HealthScore, type MarketHealthHead } from './publication.ts';
import type { MarketHealthWire } from './row.ts';

/** Time and source of an answer. */
export interface Stamped {
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const field = fieldsOf<Stamped>();
/** Fields of {@link Stamped}. */
export const stampRow = record(null, {
  as_of: field.moment('When it was computed.', ({ asOf }) => asOf),
  data_source: field.custom(sourceFields.data_source.schema, ({ dataSource }) => dataSource),
  source: field.custom(sourceFields.source.schema, ({ dataSource }) => dataSource),
});

/** Retry-After: maximum time until the next computation, seconds. */
const RETRY_SECONDS = 900;

/** Errors of every answer. */
export const HEALTH_ERRORS: readonly DeclaredError[] = [
  { ...WARMING_UP, when: 'Before the first computation, and while a whole term has no component that is available.' },
];

/** Publication with its market health. */
export interface PublishedHealth {
  readonly view: View<HealthScore, MarketHealthHead>;
  readonly health: MarketHealthWire;
}

/** Returns the newest market health, or a 503 with the reason. */
export function publishedHealth(context: Context): Result<PublishedHealth, Problem> {
  const view = context.latest(marketHealthPublication);
  if (view === undefined) return err(warmingUp(context, marketHealthPublication, 'components of market health'));
  const { health, missing } = view.head;
  if (health !== null) return ok({ view, health });
  const message = `A whole term of market health has no component that is available; missing are ${missing.join(', ')}.`;
  return err(problem('warming_up', message, { retryAfter: RETRY_SECONDS }));
}
