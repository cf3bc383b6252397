/** No brand in the contract: neutral words stand in for venues and sites, the same way throughout. */

import { describe, expect, it } from 'vitest';
import { CHANGELOG } from './changelog.ts';
import { apiDocument, ENDPOINT_LIST } from './operations.ts';
import { PROBLEM_STATUS } from './problem.ts';

/** Venues, chains of venues and data sites that the neutral words could stand for. */
const BRANDS: RegExp =
  /\b(?:hyper-?liquid|hl|binance|bybit|okx|coinbase|kraken|deribit|dydx|bitget|kucoin|gate\.?io|bitmex|bitfinex|bitstamp|huobi|htx|mexc|aster|paradex|drift|jupiter|uniswap|coingecko|coinmarketcap|coinglass|glassnode|tradingview|yahoo)(?:\b|_)/i;

/** Every text of a JSON value: names of fields and values. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsOf(item)]);
}

describe('names', () => {
  it.each(['hyperliquid', 'a hyperliquid_perp', 'hl_symbol', 'Binance spot', 'gateio'])('%s would be found', (text) => {
    expect(text).toMatch(BRANDS);
  });

  it('are neutral in every path, parameter, field, value and description of the contract [#5]', () => {
    const texts = textsOf([apiDocument(), CHANGELOG, Object.keys(PROBLEM_STATUS)]);
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter((text) => BRANDS.test(text))).toEqual([]);
  });

  it('are those of the documents: perpdex for the perp venue, cexa for the large exchange, pd_ for its symbols [#5]', () => {
    const paths = ENDPOINT_LIST.map(([, { path }]) => path);
    expect(paths.filter((path) => path.startsWith('/api/v1/perpdex/')).length).toBeGreaterThan(0);
    const texts = new Set(textsOf(apiDocument()));
    for (const name of ['perpdex_perp', 'cexa_spot', 'pd_symbol']) expect(texts.has(name), name).toBe(true);
    // Other names of the same things.
    const others = [...texts].filter((text) => /^(?:perp_dex|cex_|dex_b|perp_symbol)/.test(text));
    expect(others).toEqual([]);
  });
});
