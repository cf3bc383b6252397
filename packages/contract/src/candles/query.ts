/** Candle queries and their parameters. */

import { bucketOpen, err, INTERVALS, ok, oneOf, stepMs, type Interval, type Result } from '@barograph/core';
import { Type, type Static } from 'typebox';
import { ANY_SPELLING, AtrParameter, CandleLimitParameter, IntervalParameter } from '../parameters.ts';
import { problem, validationProblem, type Problem } from '../problem.ts';
import { parseMoment } from '../time.ts';

/** Maximum bars of a range. */
export const RANGE_BARS_MAX = 15_000;
/** Maximum coins of a batch. */
export const BATCH_COINS_MAX = 25;
/** Bars before `end` when only `end` is set: the default of `limit`, which a range ignores. */
const BARS_BEFORE_END = 200;

/** Parameters of one coin. */
export const candlesParameters = Type.Object({
  coin: Type.String({ default: 'BTC', minLength: 1, description: ANY_SPELLING }),
  interval: IntervalParameter,
  limit: CandleLimitParameter,
  start: Type.Optional(Type.String({ description: 'Epoch ms, epoch s or ISO-8601.' })),
  end: Type.Optional(Type.String({ description: 'Epoch ms, epoch s or ISO-8601; now when only start is given.' })),
  atr: Type.Optional(AtrParameter),
});
/** Parameters of many coins. */
export const batchParameters = Type.Object({
  coins: Type.String({ minLength: 1, description: 'Up to 25 coins, comma between them.', examples: ['BTC,ETH'] }),
  interval: IntervalParameter,
  limit: CandleLimitParameter,
  atr: Type.Optional(AtrParameter),
  closed_only: Type.Boolean({ default: false, description: 'The last limit completed bars only.' }),
  wait: Type.Number({ minimum: 0, maximum: 25, default: 8, description: 'seconds' }),
});

/** Range of open times, epoch ms, both ends included. */
export interface CandleRange {
  readonly start: number;
  readonly end: number;
}

/** Query of one coin. */
export interface CandlesQuery {
  readonly coin: string;
  readonly interval: Interval;
  readonly limit: number;
  readonly atr: number | undefined;
  /** undefined for a trailing pull. */
  readonly range: CandleRange | undefined;
}

/** Query of many coins. */
export interface CandlesBatchQuery {
  /** Names as written, without duplicates. */
  readonly coins: readonly string[];
  readonly interval: Interval;
  readonly limit: number;
  readonly atr: number | undefined;
  readonly closedOnly: boolean;
  readonly waitMs: number;
}

/** Bars of `interval` that open within the range. */
export function barsInRange(range: CandleRange, interval: Interval): number {
  const step = stepMs(interval);
  const first = bucketOpen(range.start + step - 1, step);
  const last = bucketOpen(range.end, step);
  return last < first ? 0 : (last - first) / step + 1;
}

function momentProblem(name: string): Problem {
  const msg = 'expected epoch ms, epoch s or ISO-8601';
  return validationProblem({ loc: ['query', name], msg, type: 'moment' });
}

function rangeOf(
  start: string | undefined,
  end: string | undefined,
  interval: Interval,
  now: number,
): Result<CandleRange | undefined, Problem> {
  if (start === undefined && end === undefined) return ok(undefined);
  const to = end === undefined ? now : parseMoment(end);
  if (to === undefined) return err(momentProblem('end'));
  const step = stepMs(interval);
  const from =
    start === undefined ? Math.max(0, bucketOpen(to, step) - (BARS_BEFORE_END - 1) * step) : parseMoment(start);
  if (from === undefined) return err(momentProblem('start'));
  if (from > to) {
    const msg = end === undefined ? 'expected a moment before now' : 'expected a moment before end';
    return err(validationProblem({ loc: ['query', 'start'], msg, type: 'range' }));
  }
  const range = { start: from, end: to };
  const bars = barsInRange(range, interval);
  if (bars > RANGE_BARS_MAX) {
    return err(
      problem('range_too_large', `The range holds ${bars} bars of ${interval}; the most is ${RANGE_BARS_MAX}.`),
    );
  }
  return ok(range);
}

/**
 * @param now epoch ms; default end of a range.
 * @returns the query, or a 422 or 400.
 */
export function decodeCandlesQuery(
  query: Static<typeof candlesParameters>,
  now: number,
): Result<CandlesQuery, Problem> {
  const interval = oneOf('interval', query.interval, INTERVALS);
  const range = rangeOf(query.start, query.end, interval, now);
  if (!range.ok) return range;
  return ok({ coin: query.coin, interval, limit: query.limit, atr: query.atr, range: range.value });
}

/** @returns the query, or a 400 or 422. Duplicates are removed before coins are counted. */
export function decodeCandlesBatchQuery(query: Static<typeof batchParameters>): Result<CandlesBatchQuery, Problem> {
  const named = query.coins.split(',').map((coin) => coin.trim());
  const byName = new Map(named.filter((coin) => coin !== '').map((coin) => [coin.toUpperCase(), coin]));
  if (byName.size === 0) {
    return err(validationProblem({ loc: ['query', 'coins'], msg: 'expected at least one coin', type: 'minItems' }));
  }
  if (byName.size > BATCH_COINS_MAX) {
    return err(problem('too_many_coins', `${byName.size} coins were asked for; the most is ${BATCH_COINS_MAX}.`));
  }
  return ok({
    coins: [...byName.values()],
    interval: oneOf('interval', query.interval, INTERVALS),
    limit: query.limit,
    atr: query.atr,
    closedOnly: query.closed_only,
    waitMs: query.wait * 1000,
  });
}
