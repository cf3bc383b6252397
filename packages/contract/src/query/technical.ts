/** The technical query as the host works with it. */

import type { MaState, RangeZone, Source } from '@barograph/indicators';
import { err, ok, type Result } from '@barograph/core';
import type { QueryIn } from '../endpoint.ts';
import type { indicators } from '../endpoints/indicators.ts';
import { validationProblem, type Problem } from '../problem.ts';
import type { TechnicalItemWire, TechnicalRowWire } from '../wire/technical-row.ts';
import { bySymbol, byValue } from '../shapes/order.ts';

/** What is asked of the list; undefined filters let every row pass. */
export interface TechnicalListQuery {
  readonly source: Source | undefined;
  readonly maState: MaState | undefined;
  readonly bb: 'in_squeeze' | 'expanding' | undefined;
  readonly rangeZone: RangeZone | undefined;
  /** Of the RSI of completed days. */
  readonly rsi: 'overbought' | 'oversold' | 'extreme' | undefined;
  /** Least completed days in each state that is asked for; with one of `maState` and `bb` only. */
  readonly minDaysInState: number | undefined;
  readonly sort:
    | 'symbol'
    | 'price'
    | 'rsi_1d'
    | 'bb_bandwidth'
    | 'squeeze_days'
    | 'dist_from_200'
    | 'position_in_range';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/**
 * The checked query under the names of the host, or the 422 of a `min_days_in_state` above 0 without a state to
 * count: a zone and an RSI have no days.
 */
export function decodeTechnicalListQuery(
  query: QueryIn<(typeof indicators)['indicators.technical']>,
): Result<TechnicalListQuery, Problem> {
  if ((query.min_days_in_state ?? 0) > 0 && query.ma_state === undefined && query.bb === undefined) {
    const msg = 'needs a state whose days it counts: send ma_state or bb too';
    return err(validationProblem({ loc: ['query', 'min_days_in_state'], msg, type: 'dependentRequired' }));
  }
  return ok({
    source: query.source,
    maState: query.ma_state,
    bb: query.bb,
    rangeZone: query.range_zone,
    rsi: query.rsi,
    minDaysInState: query.min_days_in_state,
    sort: query.sort,
    order: query.order,
    limit: query.limit,
  });
}

/** True when the row passes every filter of the query. */
export function matchesTechnicalQuery(row: TechnicalItemWire, query: TechnicalListQuery): boolean {
  const { source, maState, bb, rangeZone, rsi, minDaysInState = 0 } = query;
  const lasts = (days: number | null): boolean => days !== null && days >= minDaysInState;
  return (
    (source === undefined || row.source === source) &&
    (maState === undefined || (row.ma_state === maState && lasts(row.days_in_state))) &&
    (bb === undefined || (row.bb === bb && lasts(row.bb_days))) &&
    (rangeZone === undefined || row.range_zone === rangeZone) &&
    (rsi === undefined || (rsi === 'extreme' ? row.rsi_1d_extreme === true : row.rsi_1d_zone === rsi))
  );
}

const SORT_VALUE: Readonly<
  Record<Exclude<TechnicalListQuery['sort'], 'symbol'>, (row: TechnicalRowWire) => number | null>
> = {
  price: (row) => row.price,
  rsi_1d: (row) => row.rsi_1d,
  bb_bandwidth: (row) => row.bb_bandwidth,
  squeeze_days: (row) => row.squeeze_days,
  dist_from_200: (row) => row.dist_from_200_pct,
  position_in_range: (row) => row.position_in_range,
};

/** The order of a query: rows without the value last in both directions, ties by symbol ascending. */
export function technicalOrder({
  sort,
  order,
}: Pick<TechnicalListQuery, 'sort' | 'order'>): (a: TechnicalRowWire, b: TechnicalRowWire) => number {
  return sort === 'symbol' ? bySymbol(order) : byValue(order, SORT_VALUE[sort]);
}
