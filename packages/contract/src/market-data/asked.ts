/** Resolves the pair of a request. */

import { err, type Result, symbolIndex } from '@barograph/core';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import { fieldsOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import { problem, type Problem } from '../problem.ts';
import type { Provenance } from '../published.ts';
import { NO_SOURCE } from '../shapes/no-source.ts';
import { sourceFields } from '../shapes/page.ts';
import { OTHER_VENUES, type Answered, type NotAnswered, type OtherVenues } from '../venues-port.ts';

/** Retry-After when a venue does not answer, seconds. */
const RETRY_SECONDS = 3;
/** Retry-After of a service without a source, which only a restart can change. */
const NO_SOURCE_RETRY_SECONDS = 3600;

/** Query parameter of a pair. */
export const pairParameter = {
  symbol: Type.String({
    default: 'BTCUSDT',
    minLength: 1,
    maxLength: 40,
    description: 'A spot pair of the large exchange, any case, and any usual spelling: BTC/USDT, XBT-USDT.',
  }),
};

/** Family, port and errors of every operation about pairs. */
export const ofPairs = { family: 'market-data', dataset: 'spot_market', ports: [OTHER_VENUES] } as const;

/** Errors of these operations. */
export const PAIR_ERRORS: readonly DeclaredError[] = [
  { code: 'unknown_coin', when: 'A pair that the exchange does not list; suggestions has names that are near.' },
  NO_SOURCE,
];

/** The 503 of a venue that did not answer, or has no source. @param what as in "No bars of spot pairs". */
export function notAnswered({ why, reason }: NotAnswered, what: string): Result<never, Problem> {
  const retryAfter = why === 'no_source' ? NO_SOURCE_RETRY_SECONDS : RETRY_SECONDS;
  return err(problem('source_unavailable', `No ${what}: ${reason}.`, { retryAfter }));
}

/** The 400 of an unlisted pair. */
export async function unknownPair(venues: OtherVenues, name: string): Promise<Result<never, Problem>> {
  const listed = await venues.tickers();
  const names = listed.ok ? listed.rows.tickers.map(({ symbol }) => symbol) : [];
  return err(
    problem('unknown_coin', `The exchange does not list ${name}.`, { suggestions: symbolIndex(names).suggest(name) }),
  );
}

/** Time and source of an answer. */
export interface Stamped {
  readonly asOf: number;
  readonly dataSource: DataSource;
  readonly provenance?: readonly Provenance[];
}

/** Time and source of a venue's answer. */
export function stampOf({ asOf, dataSource, provenance }: Answered<unknown>): Stamped {
  return { asOf, dataSource, ...(provenance === undefined ? {} : { provenance }) };
}

const field = fieldsOf<Stamped>();
/** Fields of {@link Stamped}. */
export const stampedFields = {
  as_of: field.moment('Moment up to which the exchange had told.', ({ asOf }) => asOf),
  ...sourceFields,
};

/** The venues of a context. */
export function venuesOf(context: Context): OtherVenues {
  return context.use(OTHER_VENUES);
}
