/** Perp candles: one coin, and up to 25 at once. */

import {
  barsInRange,
  encodeCandles,
  encodeCandlesBatch,
  problem,
  type AtrColumn,
  type CandlesBatchQuery,
  type CandlesBatchWire,
  type CandlesQuery,
  type CandlesWire,
  type DataSource,
  type Problem,
} from '@barograph/contract';
import {
  barAt,
  candleColumns,
  candles,
  candlesOf,
  err,
  ok,
  sliceCandles,
  type Bar,
  type Candles,
  type Result,
} from '@barograph/core';
import { atr } from '@barograph/indicators';
import { answerOf, type Answer } from '../answer.ts';
import type { Clock } from '../clock.ts';
import { within } from '../deadline.ts';
import type { Bars } from '../market/bars.ts';
import type { Market } from '../market/market.ts';
import { createRecent, type Recent } from '../recent.ts';
import { findCoin, symbolsOf } from './coins.ts';
import { createPulls, type Pull } from './pulls.ts';

const VENUE = 'perpdex_perp';
const ANSWERS_KEPT = 256;
/** Real ms that a single pull may take: operations answer within 10 s. */
const SINGLE_WAIT_MS = 9000;
/** Seconds after which a source that did not answer is worth asking again. */
const RETRY_SECONDS = 3;
const NO_BARS: Candles = candles(candleColumns(0));

/** Perp candles, as ready answers. */
export interface CandleService {
  single(query: CandlesQuery): Promise<Result<Answer<CandlesWire>, Problem>>;
  batch(query: CandlesBatchQuery): Promise<Result<Answer<CandlesBatchWire>, Problem>>;
  /** Venue weight spent on pulls. */
  weight(): number;
}

/** The last `limit` bars: closed ones, then the forming one unless it is not wanted. */
function lastBars({ closed, forming }: Bars, limit: number, withForming: boolean): Candles {
  const bars = withForming && forming !== undefined ? withBar(closed, forming) : closed;
  return sliceCandles(bars, Math.max(0, bars.length - limit));
}

function laterOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function withBar(closed: Candles, forming: Bar): Candles {
  const bars: Bar[] = Array.from({ length: closed.length }, (_, i) => barAt(closed, i));
  return candlesOf([...bars, forming]);
}

/** ATR of the bars that are returned and of no others, so that an answer explains itself. */
function atrOf(bars: Candles, period: number | undefined): AtrColumn | undefined {
  return period === undefined ? undefined : { period, values: atr(bars, { period }) };
}

function unknownCoin(...names: readonly string[]): Problem {
  return problem('unknown_coin', `The perp venue does not list ${names.join(', ')}.`);
}

interface Arrived {
  readonly asOf: number;
  readonly bars: Bars;
  readonly unavailable: string | undefined;
}

/** A coin and what arrived of it. */
type Got = readonly [coin: string, pull: Arrived | undefined];

/** Bars of a pull, or why the source never has any; undefined when they just did not come. */
function arrived(pull: Pull | undefined): Arrived | undefined {
  if (pull === undefined) return undefined;
  const { asOf, result } = pull;
  if (result.ok) return { asOf, bars: result.value, unavailable: undefined };
  if (result.error.code === 'stale_source') return undefined;
  return { asOf, bars: { closed: NO_BARS, forming: undefined }, unavailable: result.error.reason };
}

function singleAnswer(query: CandlesQuery, coin: string, got: Arrived, dataSource: DataSource): Answer<CandlesWire> {
  const bars = lastBars(got.bars, query.range === undefined ? query.limit : Infinity, true);
  return answerOf(
    encodeCandles({
      coin,
      interval: query.interval,
      bars,
      forming: got.bars.forming?.time ?? null,
      atr: atrOf(bars, query.atr),
      range: query.range,
      unavailable: got.unavailable,
      asOf: got.asOf,
      dataSource,
    }),
  );
}

/** @param got what arrived of each coin that was asked for. */
function batchAnswer(
  query: CandlesBatchQuery,
  got: readonly Got[],
  now: number,
  dataSource: DataSource,
): Answer<CandlesBatchWire> {
  const series = new Map<string, { bars: Candles; atr: AtrColumn | undefined }>();
  let forming: number | null = null;
  let unavailable: string | undefined;
  let asOf = now;
  for (const [coin, pull] of got) {
    if (pull === undefined) continue;
    const bars = lastBars(pull.bars, query.limit, !query.closedOnly);
    series.set(coin, { bars, atr: atrOf(bars, query.atr) });
    if (!query.closedOnly) forming = laterOf(forming, pull.bars.forming?.time ?? null);
    unavailable ??= pull.unavailable;
    asOf = Math.min(asOf, pull.asOf);
  }
  const pending = got.map(([coin]) => coin).filter((coin) => !series.has(coin));
  return answerOf(
    encodeCandlesBatch({
      interval: query.interval,
      series,
      pending,
      retryAfterSeconds: RETRY_SECONDS + pending.length - 1,
      forming,
      atrPeriod: query.atr,
      unavailable,
      asOf,
      dataSource,
    }),
  );
}

/** @param report told of what the source threw. */
export function createCandleService(source: Market, clock: Clock, report: (error: unknown) => void): CandleService {
  const pulls = createPulls(source, clock, VENUE, report);
  const singles = createRecent<Answer<CandlesWire>>(ANSWERS_KEPT);
  const batches = createRecent<Answer<CandlesBatchWire>>(ANSWERS_KEPT);

  const single: CandleService['single'] = async (query) => {
    const { interval, range } = query;
    const coin = findCoin(await symbolsOf(source, VENUE, clock.now()), query.coin);
    if (coin === undefined) return err(unknownCoin(query.coin));
    const pull =
      range === undefined
        ? pulls.trailing(coin, interval)
        : pulls.range(coin, interval, range, barsInRange(range, interval));
    const got = arrived(await within(SINGLE_WAIT_MS, pull));
    if (got === undefined) {
      const message = `The source did not bring ${coin} ${interval} in time.`;
      return err(problem('source_unavailable', message, { retryAfter: RETRY_SECONDS }));
    }
    if (range !== undefined) return ok(singleAnswer(query, coin, got, source.kind));
    const key = JSON.stringify([got.asOf, coin, query]);
    return ok(remembered(singles, key, () => singleAnswer(query, coin, got, source.kind)));
  };

  const batch: CandleService['batch'] = async (query) => {
    const now = clock.now();
    const symbols = await symbolsOf(source, VENUE, now);
    const found = query.coins.map((name) => ({ name, coin: findCoin(symbols, name) }));
    const strangers = found.filter(({ coin }) => coin === undefined).map(({ name }) => name);
    if (strangers.length > 0) return err(unknownCoin(...strangers));
    const coins = [...new Set(found.flatMap(({ coin }) => coin ?? []))];
    const got = await Promise.all(
      coins.map(async (coin): Promise<Got> => [
        coin,
        arrived(await within(query.waitMs, pulls.trailing(coin, query.interval))),
      ]),
    );
    const make = (): Answer<CandlesBatchWire> => batchAnswer(query, got, now, source.kind);
    if (got.some(([, pull]) => pull === undefined)) return ok(make());
    const { interval, limit, atr: period, closedOnly } = query;
    const key = JSON.stringify([got.map(([coin, pull]) => [coin, pull?.asOf]), interval, limit, period, closedOnly]);
    return ok(remembered(batches, key, make));
  };

  return { single, batch, weight: () => pulls.weight() };
}

/** The value of a key, made when there is none. */
function remembered<Value>(recent: Recent<Value>, key: string, make: () => Value): Value {
  const known = recent.get(key);
  if (known !== undefined) return known;
  const value = make();
  recent.set(key, value);
  return value;
}
