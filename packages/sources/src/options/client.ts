/** Requests of the options venue. */

import { ok } from '@barograph/core';
import type { OptionQuote } from '@barograph/volatility';
import type { Upstream } from '../upstream/ask.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { OptionsVenueConfig } from './config.ts';
import { parseIndex, parseSummary, type IndexRow, indexPayload, refusalOf, summaryPayload } from './payloads.ts';

/** Requests of the venue. Promises never reject; failures are results. */
export interface OptionsClient {
  /** Rows of the index that open within `[from, to]`, epoch ms: the newest rows that fit in one answer. */
  index(coin: string, step: '1h' | '1d', from: number, to: number): Promise<Answered<Parsed<readonly IndexRow[]>>>;
  /** Current options of a coin. */
  summary(coin: string): Promise<Answered<Parsed<readonly OptionQuote[]>>>;
}

/**
 * Creates the requests of the options venue.
 * @param upstream sends requests within the venue's budget.
 */
export function createOptionsClient(upstream: Pick<Upstream, 'request'>, config: OptionsVenueConfig): OptionsClient {
  const { maxBytes, resolutions } = config;
  const common = { weight: 1, priority: 'live', refusalOf, maxBytes } as const;
  return {
    index: async (coin, step, from, to) => {
      const times = { start_timestamp: String(from), end_timestamp: String(to) };
      const query = { currency: coin, ...times, resolution: resolutions[step].word };
      const path = '/api/v2/public/get_volatility_index_data';
      const answer = await upstream.request({ ...common, path, query, schema: indexPayload });
      return answer.ok ? ok({ ...answer.value, value: parseIndex(answer.value.value) }) : answer;
    },
    summary: async (coin) => {
      const path = '/api/v2/public/get_book_summary_by_currency';
      const query = { currency: coin, kind: 'option' };
      const answer = await upstream.request({ ...common, path, query, schema: summaryPayload });
      return answer.ok ? ok({ ...answer.value, value: parseSummary(answer.value.value) }) : answer;
    },
  };
}
