/** Requests of the venue, each with its weight. */

import { err, ok, stepMs, type Bar, type Interval, type Result } from '@barograph/core';
import type { Book, BookQuery } from '../market/book.ts';
import type { Mid, PerpContext } from '../market/contexts.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { Fetched, Upstream } from '../upstream/ask.ts';
import type { Priority } from '../upstream/budget.ts';
import type { UpstreamProblem } from '../upstream/problem.ts';
import { rowsWeight, type PerpdexConfig } from './config.ts';
import {
  parseBook,
  parseCandles,
  parseContexts,
  parseFunding,
  parseMids,
  type FundingRow,
  bookPayload,
  candlesPayload,
  contextsPayload,
  fundingPayload,
  midsPayload,
} from './payloads.ts';

/** Requests of the venue. Promises never reject; failures are results. */
export interface PerpdexClient {
  contexts(): Promise<Answered<Parsed<readonly PerpContext[]>>>;
  mids(): Promise<Answered<Parsed<readonly Mid[]>>>;
  /** @param figures significant figures of the prices. @default exact */
  book(coin: string, figures?: BookQuery['figures']): Promise<Answered<Book>>;
  /** Bars that open within `[from, to]`, epoch ms; the last one may still be open. */
  candles(
    coin: string,
    interval: Interval,
    from: number,
    to: number,
    priority: Priority,
  ): Promise<Answered<Parsed<readonly Bar[]>>>;
  /** Funding published within `[from, to]`, epoch ms. */
  funding(coin: string, from: number, to: number, priority: Priority): Promise<Answered<Parsed<readonly FundingRow[]>>>;
}

/** Path of all requests; the body selects the type. */
const INFO = '/info';

/** Converts an unreadable value to a problem of its request. */
function unreadable(source: string, reason: string): UpstreamProblem {
  return { code: 'wrong_shape', source, path: INFO, status: 200, field: null, reason, retryAfterMs: null };
}

/**
 * Creates the requests of the venue.
 * @param upstream sends requests within the venue's budget.
 */
export function createPerpdexClient(
  upstream: Pick<Upstream, 'source' | 'request'>,
  config: PerpdexConfig,
): PerpdexClient {
  const { source } = upstream;
  const { weight, lightWeight } = config;
  const mapped = <Value, Rows>(
    answer: Result<Fetched<Value>, UpstreamProblem>,
    rows: (value: Value, fetchedAt: number) => Result<Rows, string>,
  ): Answered<Rows> => {
    if (!answer.ok) return answer;
    const result = rows(answer.value.value, answer.value.fetchedAt);
    return result.ok ? ok({ ...answer.value, value: result.value }) : err(unreadable(source, result.error));
  };
  const pages = (rows: number, most: number): number => Math.min(Math.max(rows, 1), most);

  return {
    contexts: async () => {
      const body = { type: 'metaAndAssetCtxs' };
      const ask = { path: INFO, body, weight, priority: 'live', schema: contextsPayload } as const;
      return mapped(await upstream.request(ask), parseContexts);
    },
    mids: async () => {
      const body = { type: 'allMids' };
      const ask = { path: INFO, body, weight: lightWeight, priority: 'live', schema: midsPayload } as const;
      return mapped(await upstream.request(ask), (value) => ok(parseMids(value)));
    },
    book: async (coin, figures) => {
      const body = { type: 'l2Book', coin, ...(figures === undefined ? {} : { nSigFigs: figures }) };
      const ask = { path: INFO, body, weight: lightWeight, schema: bookPayload };
      return mapped(await upstream.request(ask), parseBook);
    },
    candles: async (coin, interval, from, to, priority) => {
      const { barsPerWeight, barsKept } = config;
      const weightFor = (rows: number): number => rowsWeight(weight, rows, barsPerWeight);
      const ask = {
        path: INFO,
        body: { type: 'candleSnapshot', req: { coin, interval, startTime: from, endTime: to } },
        weight: weightFor(pages((to - from) / stepMs(interval) + 1, barsKept)),
        weightOf: (rows: readonly unknown[]) => weightFor(pages(rows.length, barsKept)),
        priority,
        schema: candlesPayload,
      };
      return mapped(await upstream.request(ask), (value, now) => ok(parseCandles(value, interval, now)));
    },
    funding: async (coin, from, to, priority) => {
      const { fundingRowsPerWeight, fundingRows } = config;
      const ask = {
        path: INFO,
        body: { type: 'fundingHistory', coin, startTime: from, endTime: to },
        weight: rowsWeight(weight, fundingRows, fundingRowsPerWeight),
        weightOf: (rows: readonly unknown[]) =>
          rowsWeight(weight, pages(rows.length, fundingRows), fundingRowsPerWeight),
        priority,
        schema: fundingPayload,
      };
      return mapped(await upstream.request(ask), (value) => ok(parseFunding(value)));
    },
  };
}
