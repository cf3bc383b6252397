import { bucketOpen, INTERVALS, stepMs } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ErrorEnvelope, ValidationErrorBody } from '../problem.ts';
import { barsInRange, decodeCandlesBatchQuery, decodeCandlesQuery } from './query.ts';

const NOW = Date.UTC(2026, 0, 15, 12, 20);
const HOUR = 3_600_000;
const single = { coin: 'BTC', interval: '1h', limit: 200 } as const;
const batch = { coins: 'BTC', interval: '1h', limit: 200, closed_only: false, wait: 8 } as const;

function codeOf(result: ReturnType<typeof decodeCandlesQuery | typeof decodeCandlesBatchQuery>): string {
  if (result.ok) return 'ok';
  const { status, body } = result.error;
  if (status === 422) return `422 ${(body as ValidationErrorBody).detail[0]!.loc.join('.')}`;
  return `${status} ${(body as ErrorEnvelope).detail.error}`;
}

describe('decodeCandlesQuery', () => {
  it('is a trailing pull without start and end', () => {
    expect(decodeCandlesQuery({ ...single, atr: 14 }, NOW)).toEqual({
      ok: true,
      value: { coin: 'BTC', interval: '1h', limit: 200, atr: 14, range: undefined },
    });
  });

  it('ends a range now when only its start is given [#330]', () => {
    const result = decodeCandlesQuery({ ...single, start: String(NOW - HOUR) }, NOW);
    expect(result.ok && result.value.range).toEqual({ start: NOW - HOUR, end: NOW });
  });

  it('gives the 200 bars up to the end when only the end is given, whatever the limit', () => {
    const result = decodeCandlesQuery({ ...single, limit: 5, end: '2026-01-10T00:30Z' }, NOW);
    const range = result.ok ? result.value.range! : { start: NaN, end: NaN };
    expect(range).toEqual({ start: Date.UTC(2026, 0, 10) - 199 * HOUR, end: Date.UTC(2026, 0, 10, 0, 30) });
    expect(barsInRange(range, '1h')).toBe(200);
  });

  it('takes 15,000 bars and refuses 15,001 [#134] [#331]', () => {
    const end = String(Date.UTC(2026, 0, 1));
    const start = (bars: number): string => String(Date.UTC(2026, 0, 1) - (bars - 1) * HOUR);
    expect(codeOf(decodeCandlesQuery({ ...single, start: start(15_000), end }, NOW))).toBe('ok');
    expect(codeOf(decodeCandlesQuery({ ...single, start: start(15_001), end }, NOW))).toBe('400 range_too_large');
  });

  it('names the moment that is none, and a start behind the end', () => {
    expect(codeOf(decodeCandlesQuery({ ...single, start: 'soon' }, NOW))).toBe('422 query.start');
    expect(codeOf(decodeCandlesQuery({ ...single, end: '2024-02-30' }, NOW))).toBe('422 query.end');
    expect(codeOf(decodeCandlesQuery({ ...single, start: String(NOW + 1) }, NOW))).toBe('422 query.start');
    expect(codeOf(decodeCandlesQuery({ ...single, start: String(NOW), end: String(NOW - 1) }, NOW))).toBe(
      '422 query.start',
    );
  });
});

describe('barsInRange', () => {
  it('counts the opens within the range, by brute force', () => {
    const moment = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2025, 0, 20) });
    fc.assert(
      fc.property(moment, moment, fc.constantFrom(...INTERVALS), (a, b, interval) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        let opens = 0;
        for (let open = bucketOpen(start, stepMs(interval)); open <= end; open += stepMs(interval)) {
          if (open >= start) opens++;
        }
        expect(barsInRange({ start, end }, interval)).toBe(opens);
      }),
      { numRuns: 50 },
    );
  });
});

describe('decodeCandlesBatchQuery', () => {
  it('splits, trims and collapses coins, and counts seconds in ms', () => {
    const result = decodeCandlesBatchQuery({ ...batch, coins: ' BTC, eth,,btc ', wait: 0.5 });
    expect(result.ok && result.value.coins.map((coin) => coin.toUpperCase())).toEqual(['BTC', 'ETH']);
    expect(result.ok && result.value.waitMs).toBe(500);
  });

  it('takes 25 coins and refuses 26, counted after duplicates collapsed [#133] [#338]', () => {
    const coins = (count: number): string => Array.from({ length: count }, (_, i) => `C${i}`).join(',');
    expect(codeOf(decodeCandlesBatchQuery({ ...batch, coins: coins(25) }))).toBe('ok');
    expect(codeOf(decodeCandlesBatchQuery({ ...batch, coins: `${coins(25)},c0,C1` }))).toBe('ok');
    expect(codeOf(decodeCandlesBatchQuery({ ...batch, coins: coins(26) }))).toBe('400 too_many_coins');
  });

  it('asks for at least one coin', () => {
    expect(codeOf(decodeCandlesBatchQuery({ ...batch, coins: ' , ,' }))).toBe('422 query.coins');
  });
});
