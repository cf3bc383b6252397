import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerOfText } from '../../src/answer.ts';
import { endpointOf } from '../endpoints.ts';
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
