import { ENDPOINT_LIST, type ErrorEnvelope } from '@barograph/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDecodable, settleQuery } from '../../src/http/query.ts';
import { endpointOf } from '../endpoints.ts';

const candles = endpointOf('perpdex.candles');
const signum = endpointOf('indicators.signum');

describe('settleQuery', () => {
  it('puts an alias under the name that it stands for [#322]', () => {
    expect(settleQuery(candles, { symbol: 'ETH', limit: '3' })).toEqual({
      ok: true,
      value: { coin: 'ETH', limit: 3 },
    });
    expect(settleQuery(candles, { symbol: 'ETH', coin: 'ETH' })).toEqual({ ok: true, value: { coin: 'ETH' } });
  });

  it('answers 422 when both are sent and differ', () => {
    const result = settleQuery(candles, { symbol: 'ETH', coin: 'BTC' });
    expect(result).toMatchObject({
      ok: false,
      error: { status: 422, body: { detail: [{ loc: ['query', 'symbol'], type: 'alias' }] } },
    });
    expect(JSON.stringify(result)).toMatch(/coin \\"BTC\\" and symbol \\"ETH\\"/);
  });

  it('reads an alias of any operation as the parameter itself', () => {
    const rows = ENDPOINT_LIST.flatMap(([, endpoint]) =>
      Object.entries(endpoint.aliases).map(([alias, name]) => ({ endpoint, alias, name })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...rows), fc.string(), fc.string(), ({ endpoint, alias, name }, one, other) => {
        const documented = settleQuery(endpoint, { [name]: one });
        expect(settleQuery(endpoint, { [alias]: one })).toEqual(documented);
        expect(settleQuery(endpoint, { [alias]: one, [name]: one })).toEqual(documented);
        fc.pre(one !== other);
        expect(settleQuery(endpoint, { [alias]: one, [name]: other })).toMatchObject({ error: { status: 422 } });
      }),
    );
  });

  it('refuses a stranger where the table says so, and lists the accepted names [#132]', () => {
    const result = settleQuery(candles, { foo: '1' });
    const { detail } = (result.ok ? { detail: undefined } : result.error.body) as ErrorEnvelope;
    expect(detail.error).toBe('unknown_parameter');
    expect(detail.accepted).toEqual(['coin', 'interval', 'limit', 'start', 'end', 'atr', 'symbol']);
  });

  it.each([
    ['intervall', ['interval']],
    ['symbl', ['coin']],
    ['con', ['coin']],
    ['zzzzzz', undefined],
  ])('suggests the documented name for %s', (name, suggestions) => {
    const result = settleQuery(candles, { [name]: '1' });
    const { detail } = (result.ok ? { detail: undefined } : result.error.body) as ErrorEnvelope;
    expect(detail.suggestions).toEqual(suggestions);
    expect(detail.message.includes(`did you mean ${suggestions?.[0]}?`)).toBe(suggestions !== undefined);
  });

  it('refuses a stranger on the heatmap, with its accepted names [#132] [#570]', () => {
    const result = settleQuery(endpointOf('indicators.heatmap'), { colour: 'red' });
    const { detail } = (result.ok ? { detail: undefined } : result.error.body) as ErrorEnvelope;
    expect([detail.error, detail.accepted?.join(' ')]).toEqual([
      'unknown_parameter',
      'source interval min_notional_30 color color_4h above_sma200 sort order limit',
    ]);
  });

  it('lets a stranger be elsewhere', () => {
    expect(settleQuery(signum, { foo: '1' }).ok).toBe(true);
  });
});

describe('texts', () => {
  it.each([
    ['limit', '3', 3],
    ['limit', '-3', -3],
    ['limit', '007', 7],
    ['limit', '1e2', '1e2'],
    ['limit', '0x10', '0x10'],
    ['limit', ' 5', ' 5'],
    ['limit', '', ''],
    ['limit', '2.0', '2.0'],
    ['limit', '9'.repeat(400), '9'.repeat(400)],
    ['wait', '2.5', 2.5],
    ['wait', '1e1', 10],
    ['wait', '1e-05', 0.000_01],
    ['wait', '2.5E+0', 2.5],
    ['wait', '1e999', '1e999'],
    ['wait', '1e', '1e'],
    ['wait', 'Infinity', 'Infinity'],
    ['closed_only', 'true', true],
    ['closed_only', 'false', false],
    ['closed_only', '1', '1'],
    ['coins', '42', '42'],
  ])('%s=%j is read as %j', (name, text, value) => {
    const settled = settleQuery(endpointOf('perpdex.candles_batch'), { [name]: text });
    expect(settled).toEqual({ ok: true, value: { [name]: value } });
  });

  it('that came twice stay two', () => {
    expect(settleQuery(signum, { limit: ['1', '2'] })).toEqual({ ok: true, value: { limit: ['1', '2'] } });
  });
});

describe('isDecodable', () => {
  it.each([
    ['/a?b=%20', true],
    ['/a?b=%C3%A9', true],
    ['/a?b=%', false],
    ['/a?b=%zz', false],
    ['/a?b=%FF', false],
    ['/a?b=%C3', false],
  ])('of %s is %s', (url, expected) => {
    expect(isDecodable(url)).toBe(expected);
  });
});
