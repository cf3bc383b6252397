import { BACKTESTING, type KlineRow } from '@barograph/contract';
import { MINUTE_MS, ok } from '@barograph/core';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerOfText } from '../../../runtime/src/answer.ts';
import { closedBars } from '../../../runtime/src/producers/closed-bars.ts';
import { asker } from '../ask.ts';
import { endpointOf } from '../endpoints.ts';
import { simulatedMarket } from '../test-support.ts';
import { acceptsGzip, formOf, keepingOf, matchesTag, readyAnswer, shownUrl } from '../../src/http/send.ts';

describe('acceptsGzip', () => {
  it.each([
    ['gzip', true],
    ['br, GZIP', true],
    ['gzip;q=0.5', true],
    ['*', true],
    ['deflate, *;q=0.1', true],
    [undefined, false],
    ['', false],
    ['br', false],
    ['identity', false],
    ['gzip;q=0', false],
    ['gzip; q=0.0, *', false],
    ['*;q=0', false],
    ['xgzip', false],
  ])('of %j is %s', (header, expected) => {
    expect(acceptsGzip(header)).toBe(expected);
  });
});

describe('an answer', () => {
  it.each([
    [1023, 'plain'],
    [1024, 'packed'],
    [1025, 'packed'],
  ] as const)('of %d bytes is sent %s to a client that takes gzip', async (bytes, form) => {
    const answer = answerOfText('x'.repeat(bytes), 'text/plain');
    const found = formOf({ 'accept-encoding': 'gzip' }, answer, 'all');
    expect(found).toBe(form);
    const { headers, body } = await readyAnswer(found, answer, 'all');
    expect(headers['content-encoding']).toBe(form === 'packed' ? 'gzip' : undefined);
    expect((form === 'packed' ? gunzipSync(body!) : body!).length).toBe(bytes);
    expect(formOf({}, answer, 'all')).toBe('plain');
  });
});

describe('a page of 10,000 archived bars', () => {
  // Real minutes of four perps are packed 6.5 to 7.8 times: their digits do not repeat, and no setting of gzip makes it ten.
  it('is packed more than six times; the documents say about ten [#87~]', async () => {
    const now = Date.UTC(2025, 8, 2);
    const market = simulatedMarket();
    const rows: KlineRow[] = [];
    for (const symbol of ['BTC', 'ETH']) {
      const from = now - 5000 * MINUTE_MS;
      const bars = (await closedBars(market, { symbol, venue: 'perpdex_perp' }, '1m', from, now))!;
      const { time, open, high, low, close, volume } = bars;
      for (let i = 0; i < bars.length; i++) {
        const prices = { open: open[i]!, high: high[i]!, low: low[i]!, close: close[i]! };
        rows.push({ exchange: 'perpdex', symbol, timestamp: time[i]!, ...prices, volume: volume[i]! });
      }
    }
    expect(rows).toHaveLength(10_000);
    const ports = new Map([[BACKTESTING.name, { klines: async () => ok({ rows, next: null }) }]]);
    const ask = asker({ source: market, latest: () => undefined, ports });
    const page = await ask.outcome('backtesting.klines', { query: { limit: 10_000 } });
    const answer = page.ok ? page.value : undefined;
    const packed = await readyAnswer('packed', answer!, 'caller');
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(answer!.json.length / packed.body!.length).toBeGreaterThan(6);
    expect(gunzipSync(packed.body!).equals(answer!.json)).toBe(true);
  });
});

describe('matchesTag', () => {
  const tag = 'W/"abc"';

  it.each([
    ['W/"abc"', true],
    ['"abc"', true],
    ['"x", W/"abc" ', true],
    ['*', true],
    ['"ab"', false],
    ['', false],
    [undefined, false],
  ])('of %j is %s', (header, expected) => {
    expect(matchesTag(header, tag)).toBe(expected);
  });
});

describe('keepingOf', () => {
  it.each([
    ['changelog', 'all'],
    ['stream.delayed', 'all'],
    ['index', 'caller'],
    ['perpdex.candles', 'caller'],
    ['indicators.signum_refresh', 'nobody'],
    ['auth.keys.create', 'nobody'],
    ['auth.keys.me', 'nobody'],
    ['auth.confirm', 'nobody'],
  ] as const)('lets the answer of %s be kept by %s', (id, keeping) => {
    expect(keepingOf(endpointOf(id))).toBe(keeping);
  });
});

describe('shownUrl', () => {
  it.each([
    ['/api/v1/auth/confirm?token=secret', '/api/v1/auth/confirm?token=[hidden]'],
    ['/api/v1/auth/confirm?a=1&TOKEN=secret&b=2', '/api/v1/auth/confirm?a=1&TOKEN=[hidden]&b=2'],
    ['/api/v1/perpdex/candles?coin=BTC', '/api/v1/perpdex/candles?coin=BTC'],
  ])('of %s is %s', (url, shown) => {
    expect(shownUrl(url)).toBe(shown);
  });
});
