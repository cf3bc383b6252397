/** Requests of the large exchange, each with its weight. */

import { HOUR_MS, ok, stepMs, type Interval } from '@barograph/core';
import type { Static, TSchema } from 'typebox';
import type { UpstreamAsk } from '../upstream/ask.ts';
import type { Priority } from '../upstream/budget.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { SpotPairs, SpotTickers } from '../market/venues.ts';
import type { CexaConfig, SampleStep } from './config.ts';
import { askOnward, askPages, pagesOf, type Span } from './paged.ts';
import {
  parseAccounts,
  parseOpenInterest,
  parseOpenInterestHistory,
  parsePerpTickers,
  parsePremiums,
  parseSettlements,
  parseTerms,
  type AccountsSample,
  type OpenInterestSample,
  type Premium,
  type SettlementPrint,
} from './payloads-futures.ts';
import { parseKlines, parsePairs, parseTickers, type Kline } from './payloads-spot.ts';
import {
  accountsPayload,
  klinesPayload,
  openInterestHistoryPayload,
  openInterestPayload,
  pairsPayload,
  premiumsPayload,
  refusalOf,
  settlementsPayload,
  termsPayload,
  perpTickersPayload,
  tickersPayload,
} from './payloads.ts';
import type { Ask, CexaUpstreams } from './upstreams.ts';

/** Answer of a request, parsed into rows. */
type Asked<Rows> = Promise<Answered<Parsed<Rows>>>;

/** Requests of the venue. Promises never reject; failures are results. Spans are of epoch ms, both ends included. */
export interface CexaClient {
  tickers(): Asked<SpotTickers>;
  pairs(): Asked<SpotPairs>;
  /** Bars that open within the span; the last one may still be open. */
  klines(symbol: string, interval: Interval, span: Span, priority: Priority): Asked<readonly Kline[]>;
  premiums(): Asked<readonly Premium[]>;
  /** Hours between settlements by perp, for the perps that the venue lists. */
  terms(): Asked<ReadonlyMap<string, number>>;
  /** 24-hour notional by perp, USD. */
  perpTickers(): Asked<ReadonlyMap<string, number>>;
  settlements(symbol: string, span: Span): Asked<readonly SettlementPrint[]>;
  openInterest(symbol: string): Asked<readonly OpenInterestSample[]>;
  openInterestHistory(symbol: string, step: SampleStep, span: Span): Asked<readonly OpenInterestSample[]>;
  accounts(symbol: string, step: SampleStep, span: Span): Asked<readonly AccountsSample[]>;
}

/** Parses an answer. */
async function read<S extends TSchema, Rows>(
  ask: Ask,
  request: UpstreamAsk<S>,
  parse: (value: Static<S>) => Parsed<Rows>,
): Asked<Rows> {
  const answer = await ask({ ...request, refusalOf });
  return answer.ok ? ok({ ...answer.value, value: parse(answer.value.value) }) : answer;
}

/** Query parameters of a span. */
function times({ from, to }: Span): Readonly<Record<'startTime' | 'endTime', string>> {
  return { startTime: String(from), endTime: String(to) };
}

/** Requests of the spot market. */
function spotRequests(
  spot: Ask,
  { weights, rows, maxBytes }: CexaConfig,
  now: () => number,
): Pick<CexaClient, 'tickers' | 'pairs' | 'klines'> {
  const live = { priority: 'live', maxBytes } as const;
  return {
    tickers: async () =>
      read(
        spot,
        { path: '/api/v3/ticker/24hr', weight: weights.tickers, schema: tickersPayload, ...live },
        parseTickers,
      ),
    pairs: async () => {
      // Permission sets are half of a large answer.
      const query = { showPermissionSets: 'false' };
      const ask = { path: '/api/v3/exchangeInfo', query, weight: weights.pairs, schema: pairsPayload, ...live };
      return read(spot, ask, parsePairs);
    },
    klines: async (symbol, interval, span, priority) => {
      const page = async (span: Span): Asked<readonly Kline[]> => {
        const query = { symbol, interval, limit: String(rows.klines), ...times(span) };
        const ask = { path: '/api/v3/klines', query, weight: weights.klines, priority, schema: klinesPayload };
        return read(spot, ask, (value) => parseKlines(value, interval, now()));
      };
      return askOnward(span, stepMs(interval), rows.klines, page, now);
    },
  };
}

/** Requests of the perps: current state and settlements. */
function perpRequests(
  { futures, funding }: Pick<CexaUpstreams['ask'], 'futures' | 'funding'>,
  { weights, rows, maxBytes }: CexaConfig,
  now: () => number,
): Pick<CexaClient, 'premiums' | 'terms' | 'perpTickers' | 'settlements' | 'openInterest'> {
  const live = { priority: 'live', maxBytes } as const;
  return {
    premiums: async () =>
      read(
        futures,
        { path: '/fapi/v1/premiumIndex', weight: weights.premiums, schema: premiumsPayload, ...live },
        parsePremiums,
      ),
    terms: async () =>
      read(funding, { path: '/fapi/v1/fundingInfo', weight: weights.light, schema: termsPayload, ...live }, parseTerms),
    perpTickers: async () =>
      read(
        futures,
        { path: '/fapi/v1/ticker/24hr', weight: weights.perpTickers, schema: perpTickersPayload, ...live },
        parsePerpTickers,
      ),
    settlements: async (symbol, span) => {
      const page = async (span: Span): Asked<readonly SettlementPrint[]> => {
        const query = { symbol, limit: String(rows.settlements), ...times(span) };
        const ask = { path: '/fapi/v1/fundingRate', query, weight: weights.light, schema: settlementsPayload };
        return read(funding, ask, parseSettlements);
      };
      return askOnward(span, HOUR_MS, rows.settlements, page, now);
    },
    openInterest: async (symbol) => {
      const ask = { path: '/fapi/v1/openInterest', query: { symbol }, weight: weights.light };
      return read(futures, { ...ask, schema: openInterestPayload }, parseOpenInterest);
    },
  };
}

/** Requests of sampled perp data, which the venue keeps for some weeks. */
function sampleRequests(
  data: Ask,
  { weights, rows, sampleSteps }: CexaConfig,
  now: () => number,
): Pick<CexaClient, 'openInterestHistory' | 'accounts'> {
  const history = async <S extends TSchema, Row>(
    path: string,
    schema: S,
    parse: (value: Static<S>) => Parsed<readonly Row[]>,
    symbol: string,
    step: SampleStep,
    span: Span,
  ): Asked<readonly Row[]> => {
    const page = async (span: Span): Asked<readonly Row[]> => {
      const query = { symbol, period: step, limit: String(rows.samples), ...times(span) };
      return read(data, { path, query, weight: weights.light, schema }, parse);
    };
    return askPages(pagesOf(span, sampleSteps[step], rows.samples), page, now);
  };
  return {
    openInterestHistory: async (symbol, step, span) =>
      history(
        '/futures/data/openInterestHist',
        openInterestHistoryPayload,
        parseOpenInterestHistory,
        symbol,
        step,
        span,
      ),
    accounts: async (symbol, step, span) =>
      history('/futures/data/globalLongShortAccountRatio', accountsPayload, parseAccounts, symbol, step, span),
  };
}

/**
 * Creates the requests of the venue.
 * @param now epoch ms.
 */
export function createCexaClient(
  { spot, futures, funding, data }: CexaUpstreams['ask'],
  config: CexaConfig,
  now: () => number,
): CexaClient {
  return {
    ...spotRequests(spot, config, now),
    ...perpRequests({ futures, funding }, config, now),
    ...sampleRequests(data, config, now),
  };
}
