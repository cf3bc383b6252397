/** Market reactions to stories: each horizon is measured once, after its last minute has closed and settled. */

import { bucketOpen, DAY_MS, HOUR_MS, MINUTE_MS, type Candles } from '@barograph/core';
import {
  marketResponse,
  minutesFrom,
  NEWS_HORIZONS,
  NEWS_MARKET,
  NEWS_V2,
  responseMinutes,
  type NewsEvent,
  type NewsHorizon,
  type ResponseBars,
  type ResponseSeries,
} from '@barograph/stress/news';
import type { StoredNewsResponse } from '@barograph/store';
import { NEWS_REACTIONS_V1, type NewsReactionsConfig } from './config.ts';

const QUARTER_MS = 15 * MINUTE_MS;

/** Time range, epoch ms; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Market data of a perp around a story. Moments are epoch ms. */
export interface ReactionReads {
  /** Bars of a range, closed by its end; undefined when no source has bars of that interval. @throws when the source failed. */
  bars(symbol: string, interval: '1m' | '1h', span: Span): Promise<Candles | undefined>;
  /** Quarter-hour bars of several ranges, oldest first, possibly with those in between. @throws when the source failed. */
  quarters(symbol: string, spans: readonly Span[]): Promise<ResponseBars | undefined>;
  /** Observations within an inclusive range that were known at its end; undefined without any. */
  openInterest(symbol: string, from: number, to: number): Promise<ResponseSeries | undefined>;
  funding(symbol: string, from: number, to: number): Promise<ResponseSeries | undefined>;
}

/** Perp on which the reaction to a story is measured. */
export function perpOf({ symbol }: Pick<NewsEvent, 'symbol'>, config: NewsReactionsConfig = NEWS_REACTIONS_V1): string {
  return symbol === NEWS_MARKET ? config.marketPerp : symbol;
}

/** End of a horizon, epoch ms, when its last bar has closed. */
function endOf(time: number, horizon: NewsHorizon, step: number): number {
  return bucketOpen(time, step) + NEWS_V2.response.horizonsMs[horizon];
}

/** Horizons of a story that have matured at a moment and are not stored yet. */
export function dueHorizons(
  { time }: Pick<NewsEvent, 'time'>,
  written: ReadonlySet<NewsHorizon>,
  asOf: number,
  config: NewsReactionsConfig = NEWS_REACTIONS_V1,
): readonly NewsHorizon[] {
  return NEWS_HORIZONS.filter(
    (horizon) => !written.has(horizon) && endOf(time, horizon, MINUTE_MS) + config.settleMs <= asOf,
  );
}

/** Ranges of quarter hours for the usual volume of a window: the same time of each day not covered by minutes. */
export function volumeSpans(time: number, horizon: NewsHorizon): readonly Span[] {
  const { volumeDays, horizonsMs } = NEWS_V2.response;
  const [open, first] = [bucketOpen(time, MINUTE_MS), minutesFrom(time)];
  const spans = Array.from({ length: volumeDays }, (_, i): Span => {
    const from = open - (volumeDays - i) * DAY_MS;
    const to = bucketOpen(from + horizonsMs[horizon] + QUARTER_MS - 1, QUARTER_MS);
    return { from: bucketOpen(from, QUARTER_MS), to: Math.min(to, first) };
  });
  return spans.filter(({ from, to }) => from < to);
}

/** Minute bars of a perp around a story, or hourly ones when no source has minutes. */
async function barsAround(
  symbol: string,
  time: number,
  longest: NewsHorizon,
  reads: ReactionReads,
  config: NewsReactionsConfig,
): Promise<{ readonly bars: ResponseBars; readonly stepMs: number } | undefined> {
  const from = minutesFrom(time);
  const minutes = await reads.bars(symbol, '1m', { from, to: endOf(time, longest, MINUTE_MS) });
  if (minutes === undefined) {
    const hours = await reads.bars(symbol, '1h', { from: from - config.volumeMs, to: endOf(time, longest, HOUR_MS) });
    return hours === undefined ? undefined : { bars: hours, stepMs: HOUR_MS };
  }
  const quarters = await reads.quarters(symbol, volumeSpans(time, longest));
  const none: ResponseBars = { time: [], close: [], volume: [] };
  return { bars: responseMinutes(time, minutes, quarters ?? none), stepMs: MINUTE_MS };
}

/**
 * Reactions to a story over due horizons. A horizon whose last bar is missing is left out and requested again.
 *
 * @throws when the source failed.
 */
export async function reactionsTo(
  event: Pick<NewsEvent, 'id' | 'symbol' | 'time'>,
  horizons: readonly NewsHorizon[],
  asOf: number,
  reads: ReactionReads,
  config: NewsReactionsConfig = NEWS_REACTIONS_V1,
): Promise<readonly StoredNewsResponse[]> {
  const { id, time } = event;
  const symbol = perpOf(event, config);
  const longest = NEWS_HORIZONS.findLast((horizon) => horizons.includes(horizon));
  const around = longest === undefined ? undefined : await barsAround(symbol, time, longest, reads, config);
  if (around === undefined) return [];
  const written: StoredNewsResponse[] = [];
  for (const horizon of horizons) {
    const to = endOf(time, horizon, around.stepMs);
    if (to + config.settleMs > asOf) continue;
    const from = time - config.observedMs;
    const [openInterest, funding] = await Promise.all([
      reads.openInterest(symbol, from, to),
      reads.funding(symbol, from, to),
    ]);
    const inputs = {
      time,
      // Nothing after the horizon is read, whenever it is measured.
      asOf: to,
      ...around,
      ...(openInterest === undefined ? {} : { openInterest }),
      ...(funding === undefined ? {} : { funding }),
    };
    const response = marketResponse(inputs)[horizon];
    if (response !== null) written.push({ id, symbol, horizon, knownAt: asOf, response });
  }
  return written;
}
