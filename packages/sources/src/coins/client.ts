/** Requests of the source of coins. */

import { ok } from '@barograph/core';
import type { CoinContract } from '@barograph/stress';
import type { Static, TSchema } from 'typebox';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { Upstream } from '../upstream/ask.ts';
import type { CoinsConfig } from './config.ts';
import {
  parseCategories,
  parseContracts,
  parseDetail,
  parseMarkets,
  type PageRow,
  categoriesPayload,
  detailPayload,
  listPayload,
  marketsPayload,
  refusalOf,
} from './payloads.ts';

/** Requests of the source. Promises never reject; failures are results. */
export interface CoinsClient {
  /** A page of the table, from 1. */
  page(page: number): Promise<Answered<Parsed<readonly PageRow[]>>>;
  categories(): Promise<Answered<Parsed<readonly string[]>>>;
  contracts(): Promise<Answered<Parsed<ReadonlyMap<string, readonly CoinContract[]>>>>;
  /** Categories of one coin. */
  categoriesOf(id: string): Promise<Answered<Parsed<readonly string[]>>>;
}

/**
 * Creates the requests of the source of coins.
 * @param upstream within the budget of the source.
 */
export function createCoinsClient(upstream: Pick<Upstream, 'request'>, config: CoinsConfig): CoinsClient {
  const { maxBytes, perPage } = config;
  const ask = async <S extends TSchema, Rows>(
    path: string,
    query: Readonly<Record<string, string>>,
    schema: S,
    parse: (payload: Static<S>) => Parsed<Rows>,
  ): Promise<Answered<Parsed<Rows>>> => {
    const answer = await upstream.request({
      path: `/api/v3${path}`,
      query,
      schema,
      weight: 1,
      priority: 'live',
      refusalOf,
      maxBytes,
    });
    return answer.ok ? ok({ ...answer.value, value: parse(answer.value.value) }) : answer;
  };
  const paged = { vs_currency: 'usd', order: 'market_cap_desc', price_change_percentage: '7d' };
  const brief = {
    localization: 'false',
    tickers: 'false',
    market_data: 'false',
    community_data: 'false',
    developer_data: 'false',
    sparkline: 'false',
  };
  return {
    page: async (page) =>
      ask('/coins/markets', { ...paged, per_page: String(perPage), page: String(page) }, marketsPayload, parseMarkets),
    categories: async () => ask('/coins/categories', {}, categoriesPayload, parseCategories),
    contracts: async () => ask('/coins/list', { include_platform: 'true' }, listPayload, parseContracts),
    categoriesOf: async (id) => ask(`/coins/${encodeURIComponent(id)}`, brief, detailPayload, parseDetail),
  };
}
