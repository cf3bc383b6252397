/** The queries of the nowcast as the host works with them. */

import { DAY_MS, err, ok, type Result } from '@barograph/core';
import type { QueryIn } from '../endpoint.ts';
import type { quant } from '../endpoints/quant.ts';
import { validationProblem, type Problem } from '../problem.ts';
import type { QuantCoinRowWire } from '../wire/quant-coin.ts';
import type { QuantHorizon } from '../wire/quant-parts.ts';
import { parseMoment } from '../time.ts';

type List = QueryIn<(typeof quant)['quant.coins']>;

/** Query of the list of perps; an undefined filter lets every row pass. */
export interface QuantListQuery {
  readonly horizon: QuantHorizon;
  readonly regime: List['regime'];
  readonly sort: List['sort'];
  readonly order: List['order'];
  readonly limit: number;
}

/** The checked query under the names of the host. */
export function decodeQuantListQuery({ horizon = '24h', regime, sort, order, limit }: List): QuantListQuery {
  return { horizon, regime, sort, order, limit };
}

const VALUE: Readonly<Record<Exclude<List['sort'], 'symbol'>, (row: QuantCoinRowWire) => number | undefined>> = {
  oi: (row) => row.oi_usd,
  confidence: (row) => row.confidence,
  p_up: (row) => row.p_direction_up,
};

function bySymbol(a: QuantCoinRowWire, b: QuantCoinRowWire): number {
  return a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol);
}

/** The rows that pass, in the order of the query: rows without the value last in both orders, ties by symbol. */
export function selectQuantRows(rows: readonly QuantCoinRowWire[], query: QuantListQuery): QuantCoinRowWire[] {
  const { regime, sort, order } = query;
  const direction = order === 'asc' ? 1 : -1;
  const passing = rows.filter((row) => regime === undefined || row.regime === regime);
  if (sort === 'symbol') return passing.sort((a, b) => direction * bySymbol(a, b));
  const value = VALUE[sort];
  return passing.sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    const by =
      x === undefined || y === undefined ? Number(x === undefined) - Number(y === undefined) : direction * (x - y);
    return by === 0 ? bySymbol(a, b) : by;
  });
}

/** Query of the history. */
export interface QuantHistoryQuery {
  /** `market`, or the name of a perp. */
  readonly scope: string;
  /** Opens of hours, epoch ms, both included. */
  readonly start: number;
  readonly end: number;
  /** undefined: both. */
  readonly horizon: QuantHorizon | undefined;
  readonly limit: number;
  readonly format: 'json' | 'csv';
}

const wrong = (name: string, msg: string): Problem => validationProblem({ loc: ['query', name], msg, type: 'moment' });

/** The checked query: moments read, defaults set. @param now epoch ms. */
export function decodeQuantHistoryQuery(
  query: QueryIn<(typeof quant)['quant.history']>,
  now: number,
): Result<QuantHistoryQuery, Problem> {
  const start = parseMoment(query.start);
  if (start === undefined) return err(wrong('start', 'expected ISO-8601 or unix ms'));
  const end = query.end === undefined ? now : parseMoment(query.end);
  if (end === undefined) return err(wrong('end', 'expected ISO-8601 or unix ms'));
  if (start > end) return err(wrong('start', 'expected a moment not after end'));
  const { scope, horizon, limit, format } = query;
  return ok({ scope, start, end, horizon, limit, format });
}

/** The day that the timeline begins with. */
const TIMELINE_START = Date.UTC(2019, 0, 1);

/** Midnight of the first day that is asked for, epoch ms; never before 2019. */
export function decodeQuantTimelineQuery(query: QueryIn<(typeof quant)['quant.timeline']>): Result<number, Problem> {
  if (query.start === undefined) return ok(TIMELINE_START);
  const start = parseMoment(query.start);
  if (start === undefined) return err(wrong('start', 'expected an ISO date'));
  return ok(Math.max(TIMELINE_START, Math.floor(start / DAY_MS) * DAY_MS));
}
