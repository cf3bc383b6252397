import { ENDPOINT_LIST } from '@barograph/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { AS_OF, smallMarket, testHost } from '../test-support.ts';

const ROUNDS = process.env['BAROGRAPH_FULL'] === '1' ? 100_000 : 3_000;
const host = await testHost(smallMarket(), createManualClock(AS_OF));
beforeAll(async () => host.start());
afterAll(async () => host.stop());

const PATHS = ENDPOINT_LIST.filter(([, { streaming, family }]) => streaming !== true && family !== 'accounts').map(
  ([, { path }]) => path,
);
const NAMES = [
  ...new Set(ENDPOINT_LIST.flatMap(([, { query }]) => Object.keys(query.properties))),
  'symbol',
  'symbols',
];
const value = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }).map(encodeURIComponent),
  fc.constantFrom('BTC', '-1', '0', '1e9', 'NaN', 'true', 'null', '%', '%00', '[]', '2025-01-01', '__proto__', ',,,'),
  fc.integer().map(String),
);
const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), value), { maxLength: 4 });
const path = fc.oneof(
  // A stream never completes; accounts need a caller, and this host asks nobody who they are.
  fc.constantFrom(...PATHS),
  fc.array(value, { maxLength: 4 }).map((parts) => `/api/v1/${parts.join('/')}`),
  value.map((part) => `/api/v1/indicators/signum-rgg/${part}`),
);
const printable = (text: string): string => text.replaceAll(/[^!-~]/g, '_').replaceAll(/^\/\/+/g, '/');

describe('whatever is asked', () => {
  it('is answered by JSON of the contract, never by a failure of ours', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
        path,
        query,
        fc.constantFrom('', '{', '{"a":1}', 'x'.repeat(100)),
        async (method, where, pairs, payload) => {
          const text = pairs.map(([name, one]) => `${name}=${one}`).join('&');
          const url = printable(text === '' ? where : `${where}?${text}`).replaceAll('#', '%23');
          const body = method === 'POST' || method === 'PUT' ? { payload } : {};
          const reply = await host.server.inject({ method: method as 'GET', url, ...body });
          // this market has too little history for some answers, and they say so
          if (!/"(?:warming_up|model_not_loaded)"/.test(reply.body)) expect(reply.statusCode, url).toBeLessThan(500);
          expect(reply.headers['x-api-version']).toBe('2026-10-08');
          if (reply.body !== '') expect(() => JSON.parse(reply.body) as unknown).not.toThrow();
          expect(reply.body).not.toMatch(/node_modules|\n\s+at /);
        },
      ),
      { numRuns: ROUNDS },
    );
  });
});
