/** Requests to the large exchange and their answers: spot market, futures, and sampled history. */

import { bucketOpen, INTERVALS, MINUTE_MS, stepMs, type Interval } from '@barograph/core';
import { type FeedProblem, type Feeds, coinOfPerp, type VenueSamplesQuery } from '@barograph/sources';
import {
  klineCells,
  klinesPayload,
  pairPayload,
  perpTickerPayload,
  premiumPayload,
  tickerPayload,
} from './cexa-payloads.ts';
import { decimalText } from './decimal-text.ts';
import { GOLD_PAIR, goldDays } from './gold.ts';
import type { Reply } from './reply.ts';

/** Base path of the large exchange. */
export const CEXA_PATH = '/cexa';

/** Feeds behind the answers; requests of missing feeds are not served. */
export type ExchangeFeeds = Partial<
  Pick<
    Feeds,
    | 'spotTickers'
    | 'spotPairs'
    | 'pairBars'
    | 'venuePerps'
    | 'settlements'
    | 'venueOpenInterest'
    | 'longShort'
    | 'forcedCloses'
    | 'macro'
  >
>;

/** Parts that count requests separately. */
export type CexaMeter = 'spot' | 'futures' | 'funding' | 'data';

/** Parsed request. */
export interface CexaQuestion {
  /** Name for faults: `klines`, `ticker/24hr` and so on. */
  readonly request: string;
  readonly meter: CexaMeter;
  readonly weight: number;
  /** Coin of the symbol; undefined without a symbol. */
  readonly coin: string | undefined;
  answer(feeds: ExchangeFeeds, now: number): Promise<Reply>;
}

const answered = (body: unknown): Reply => ({ status: 200, body });
const refusal = (code: number, msg: string): Reply => ({ status: 400, body: { code, msg } });
const UNKNOWN = refusal(-1121, 'Invalid symbol.');
const AWAY: Reply = { status: 503, body: { code: -1001, msg: 'Internal error; unable to process your request.' } };
const ILLEGAL = refusal(-1100, 'Illegal characters found in a parameter.');
const NO_LIMIT = refusal(-1130, "Data sent for parameter 'limit' is not valid.");

const failed = ({ code }: FeedProblem): Reply => (code === 'unknown_symbol' ? UNKNOWN : AWAY);

/** Parses an integer query parameter; returns the fallback when absent, undefined when invalid. */
function numberOf(query: URLSearchParams, name: string, fallback: number): number | undefined {
  const text = query.get(name);
  if (text === null) return fallback;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** Parses the time range of a query. @returns the range, or the refusal of an invalid one. */
function rangeOf(query: URLSearchParams, most: number, fallback: number, now: number): Range | Reply {
  const from = numberOf(query, 'startTime', -1);
  const to = numberOf(query, 'endTime', now);
  const limit = numberOf(query, 'limit', fallback);
  if (from === undefined || to === undefined) return ILLEGAL;
  if (limit === undefined || limit < 1) return NO_LIMIT;
  return { from, to: Math.min(to, now), limit: Math.min(limit, most) };
}

/** Open bar with trade statistics of its closed minutes; undefined before the first. */
async function openKline(
  pairBars: Feeds['pairBars'],
  symbol: string,
  interval: Interval,
  now: number,
): Promise<readonly unknown[] | undefined> {
  const step = stepMs(interval);
  const open = bucketOpen(now, step);
  const whole = await pairBars.pull({ symbol, interval, window: { kind: 'last', count: 1 }, asOf: now });
  if (!whole.ok || whole.value.rows.forming === undefined || step === MINUTE_MS) return undefined;
  const window = { kind: 'range', from: open, to: now } as const;
  const minutes = await pairBars.pull({ symbol, interval: '1m', window, asOf: now });
  if (!minutes.ok) return undefined;
  const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
  const { takerBuy, quoteVolume, trades } = minutes.value.rows;
  const { forming } = whole.value.rows;
  const taken = Math.min(sum(takerBuy), forming.volume);
  return klineCells(forming, { takerBuy: taken, quoteVolume: sum(quoteVolume), trades: sum(trades) }, interval);
}

/** Bars since a time, oldest first; without a time, the newest bars. */
async function klines(
  { pairBars, macro }: ExchangeFeeds,
  query: URLSearchParams,
  began: number,
  now: number,
): Promise<Reply> {
  const symbol = query.get('symbol') ?? '';
  const interval = INTERVALS.find((interval) => interval === query.get('interval'));
  if (interval === undefined) return refusal(-1120, 'Invalid interval.');
  const range = rangeOf(query, 1000, 500, now);
  if ('status' in range) return range;
  const step = stepMs(interval);
  const { from, to, limit } = range;
  const begin = from === -1 ? bucketOpen(to, step) - (limit - 1) * step : Math.max(from, bucketOpen(began, step));
  const end = Math.min(to, begin + limit * step - 1);
  if (symbol === GOLD_PAIR && interval === '1d') {
    const days = await goldDays(macro, begin, Math.max(begin, end));
    return days === undefined ? AWAY : answered(days.slice(0, limit));
  }
  if (pairBars === undefined) return AWAY;
  const window = { kind: 'range', from: begin, to: Math.max(begin, end) } as const;
  const pulled = await pairBars.pull({ symbol, interval, window, asOf: now });
  if (!pulled.ok) return failed(pulled.error);
  const rows = [...klinesPayload(pulled.value.rows, interval)];
  const open = bucketOpen(now, step);
  const last = open >= begin && open <= end ? await openKline(pairBars, symbol, interval, now) : undefined;
  return answered((last === undefined ? rows : [...rows, last]).slice(0, limit));
}

const STEPS = ['5m', '1h', '1d'] as const;
/** Age up to which the venue keeps samples, ms. */
const SAMPLES_KEPT_MS = 30 * 86_400_000;

/** Parses a query for samples. @returns the query, or the refusal of an invalid one. */
function samplesOf(
  query: URLSearchParams,
  now: number,
): (Omit<VenueSamplesQuery, 'step'> & { readonly step: '5m' | '1h' | '1d'; readonly limit: number }) | Reply {
  const step = STEPS.find((step) => step === query.get('period'));
  if (step === undefined) return refusal(-1130, "Data sent for parameter 'period' is not valid.");
  const range = rangeOf(query, 500, 30, now);
  if ('status' in range) return range;
  const { from, to, limit } = range;
  if (from !== -1 && from < now - SAMPLES_KEPT_MS)
    return refusal(-1130, "Data sent for parameter 'startTime' is not valid.");
  const symbol = query.get('symbol') ?? '';
  return { venue: 'cexa', symbol, from: (from === -1 ? now - SAMPLES_KEPT_MS : from) - 1, to, step, limit };
}

type Answer = (feeds: ExchangeFeeds, query: URLSearchParams, now: number) => Promise<Reply>;

const perpsOf = async (
  { venuePerps }: ExchangeFeeds,
  now: number,
  row: (perp: Parameters<typeof premiumPayload>[0]) => unknown,
): Promise<Reply> => {
  const pulled = await venuePerps?.pull({ venue: 'cexa', asOf: now });
  return pulled?.ok === true ? answered(pulled.value.rows.perps.flatMap((perp) => row(perp) ?? [])) : AWAY;
};

const fundingRate: Answer = async ({ settlements }, query, now) => {
  const range = rangeOf(query, 1000, 100, now);
  if ('status' in range) return range;
  const symbol = query.get('symbol') ?? '';
  const { from, to, limit } = range;
  const pulled = await settlements?.pull({ venue: 'cexa', symbol, from: from - 1, to });
  if (pulled === undefined) return AWAY;
  if (!pulled.ok) return failed(pulled.error);
  const { time, rate } = pulled.value.rows;
  const rows = Array.from(time, (at, i) => ({ symbol, fundingTime: at, fundingRate: decimalText(rate[i]!) }));
  return answered(from === -1 ? rows.slice(-limit) : rows.slice(0, limit));
};

const openInterest: Answer = async ({ venueOpenInterest }, query, now) => {
  const symbol = query.get('symbol') ?? '';
  const pulled = await venueOpenInterest?.pull({
    venue: 'cexa',
    symbol,
    from: now - SAMPLES_KEPT_MS,
    to: now,
    step: 'now',
  });
  if (pulled === undefined) return AWAY;
  if (!pulled.ok) return failed(pulled.error);
  const contracts = pulled.value.rows.contracts.at(-1);
  return contracts === undefined ? AWAY : answered({ symbol, openInterest: decimalText(contracts), time: now });
};

const openInterestHist: Answer = async ({ venueOpenInterest }, query, now) => {
  const samples = samplesOf(query, now);
  if ('status' in samples) return samples;
  const pulled = await venueOpenInterest?.pull(samples);
  if (pulled === undefined) return AWAY;
  if (!pulled.ok) return failed(pulled.error);
  const { time, contracts, notional } = pulled.value.rows;
  const rows = Array.from(time, (at, i) => ({
    symbol: samples.symbol,
    sumOpenInterest: decimalText(contracts[i]!),
    sumOpenInterestValue: Number.isNaN(notional[i]!) ? '' : decimalText(notional[i]!),
    timestamp: at,
  }));
  return answered(rows.slice(-samples.limit));
};

const accounts: Answer = async ({ longShort }, query, now) => {
  const samples = samplesOf(query, now);
  if ('status' in samples) return samples;
  const pulled = await longShort?.pull(samples);
  if (pulled === undefined) return AWAY;
  if (!pulled.ok) return failed(pulled.error);
  const { time, long } = pulled.value.rows;
  const rows = Array.from(time, (at, i) => ({
    symbol: samples.symbol,
    longAccount: long[i]!.toFixed(4),
    shortAccount: (1 - long[i]!).toFixed(4),
    longShortRatio: (long[i]! / (1 - long[i]!)).toFixed(4),
    timestamp: at,
  }));
  return answered(rows.slice(-samples.limit));
};

const tickers: Answer = async ({ spotTickers }, _query, now) => {
  const pulled = await spotTickers?.pull({ asOf: now });
  return pulled?.ok === true ? answered(pulled.value.rows.tickers.map(tickerPayload)) : AWAY;
};

const exchangeInfo: Answer = async ({ spotPairs }, _query, now) => {
  const pulled = await spotPairs?.pull({ asOf: now });
  if (pulled?.ok !== true) return AWAY;
  return answered({ timezone: 'UTC', serverTime: now, symbols: pulled.value.rows.pairs.map(pairPayload) });
};

/** Terms of perps that do not settle every 8 hours. */
const fundingInfo: Answer = async (feeds, _query, now) =>
  perpsOf(feeds, now, ({ symbol, intervalHours }) =>
    intervalHours === 8 ? undefined : { symbol, fundingIntervalHours: intervalHours, disclaimer: false },
  );

/** Calls by path, with their weight. */
const CALLS: Readonly<Record<string, readonly [meter: CexaMeter, weight: number, answer: Answer]>> = {
  '/api/v3/ticker/24hr': ['spot', 80, tickers],
  '/api/v3/exchangeInfo': ['spot', 20, exchangeInfo],
  '/fapi/v1/premiumIndex': [
    'futures',
    10,
    async (feeds, _, now) => perpsOf(feeds, now, (perp) => premiumPayload(perp, now)),
  ],
  '/fapi/v1/ticker/24hr': [
    'futures',
    40,
    async (feeds, _, now) => perpsOf(feeds, now, (perp) => perpTickerPayload(perp, now)),
  ],
  '/fapi/v1/openInterest': ['futures', 1, openInterest],
  '/fapi/v1/fundingInfo': ['funding', 1, fundingInfo],
  '/fapi/v1/fundingRate': ['funding', 1, fundingRate],
  '/futures/data/openInterestHist': ['data', 1, openInterestHist],
  '/futures/data/globalLongShortAccountRatio': ['data', 1, accounts],
};

/**
 * Parses a request.
 *
 * @param began start of the market, epoch ms.
 * @returns undefined for a path of another venue.
 */
export function cexaQuestion(url: string, began: number): CexaQuestion | undefined {
  const { pathname, searchParams: query } = new URL(url, 'http://venue');
  if (!pathname.startsWith(`${CEXA_PATH}/`)) return undefined;
  const path = pathname.slice(CEXA_PATH.length);
  const symbol = query.get('symbol') ?? undefined;
  const coin = symbol === undefined ? undefined : coinOfPerp(symbol);
  const request = path.replace(/^\/(?:(?:api|fapi)\/v\d|futures\/data)\//, '');
  if (path === '/api/v3/klines') {
    const answer: CexaQuestion['answer'] = async (feeds, now) => klines(feeds, query, began, now);
    return { request, meter: 'spot', weight: 2, coin, answer };
  }
  const call = CALLS[path];
  if (call === undefined) return undefined;
  const [meter, weight, answer] = call;
  return { request, meter, weight, coin, answer: async (feeds, now) => answer(feeds, query, now) };
}
