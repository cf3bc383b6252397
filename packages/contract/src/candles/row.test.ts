import { candlesOf, type Candles } from '@barograph/core';
import { atr } from '@barograph/indicators';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candlesBatchReply } from './batch.ts';
import { shownBars } from './row.ts';
import { candlesReply, type CandlesAnswer } from './single.ts';

const { encode: encodeCandles } = candlesReply;
const { encode: encodeCandlesBatch } = candlesBatchReply;

const HOUR = 3_600_000;
const BARS = candlesOf([
  { time: HOUR, open: 1, high: 3, low: 0.5, close: 2, volume: 10 },
  { time: 2 * HOUR, open: 2, high: 2, low: 2, close: 2, volume: 0 },
]);
const ANSWER: CandlesAnswer = {
  coin: 'BTC',
  interval: '1h',
  bars: BARS,
  forming: 2 * HOUR,
  atr: undefined,
  range: undefined,
  unavailable: undefined,
  asOf: 2.5 * HOUR,
  dataSource: 'simulated',
};

describe('encodeCandles', () => {
  it('gives exactly this JSON for a trailing pull', () => {
    expect(JSON.parse(JSON.stringify(encodeCandles(ANSWER)))).toEqual({
      coin: 'BTC',
      symbol: 'BTC',
      interval: '1h',
      candles: [
        { timestamp: HOUR, open: 1, high: 3, low: 0.5, close: 2, volume: 10 },
        { timestamp: 2 * HOUR, open: 2, high: 2, low: 2, close: 2, volume: 0 },
      ],
      count: 2,
      start: null,
      end: null,
      forming_bar_timestamp: 2 * HOUR,
      as_of: 2.5 * HOUR,
      data_source: 'simulated',
      source: 'simulated',
    });
  });

  it('echoes a range in ms, and null for a trailing pull [#327]', () => {
    expect(encodeCandles({ ...ANSWER, range: { start: 5, end: 9 } })).toMatchObject({ start: 5, end: 9 });
    expect(encodeCandles(ANSWER)).toMatchObject({ start: null, end: null });
  });

  it('adds atr to every bar, null where it is NaN, and its period', () => {
    const wire = encodeCandles({ ...ANSWER, atr: { period: 2, values: Float64Array.of(NaN, 1.5), settledFrom: NaN } });
    expect(wire.candles.map(({ atr }) => atr)).toEqual([null, 1.5]);
    expect(wire).toMatchObject({ atr_period: 2, atr_settled_from: null });
  });

  const ramp = (count: number): Candles =>
    candlesOf(
      Array.from({ length: count }, (_, i) => {
        const close = 100 + 10 * Math.sin(i / 5);
        return { time: i * HOUR, open: close, high: close + 2, low: close - 1 - (i % 4), close, volume: 0 };
      }),
    );
  const pulled = (closed: Candles) => ({ asOf: 0, closed, forming: undefined, unavailable: undefined });

  it('names the first bar on which the seed of the ATR weighs less than 1 %', () => {
    // period 2: each bar leaves half of the seed, 0.5^7 is the first below 0.01; the seed stands on bar 2, so bar 9
    const all = shownBars(pulled(ramp(20)), { limit: 20, closedOnly: true, atr: 2 });
    expect(encodeCandles({ ...ANSWER, ...all }).atr_settled_from).toBe(9 * HOUR);
    const few = shownBars(pulled(ramp(9)), { limit: 20, closedOnly: true, atr: 2 });
    expect(encodeCandles({ ...ANSWER, ...few }).atr_settled_from).toBeNull();
    // bars before the first row have settled it, and its first rows are empty all the same
    const last = shownBars(pulled(ramp(20)), { limit: 5, closedOnly: true, atr: 2 });
    expect(encodeCandles({ ...ANSWER, ...last }).atr_settled_from).toBe(17 * HOUR);
  });

  it('has the same ATR of a bar whatever the limit, and none of the first rows', () => {
    const bars = ramp(300);
    const whole = atr(bars, { period: 14 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 299 }), (limit, from) => {
        const shown = shownBars(pulled(bars), { limit, from: from * HOUR, closedOnly: true, atr: 14 });
        const first = Math.max(300 - limit, from);
        expect(shown.bars.time[0]).toBe(first * HOUR);
        expect([...shown.atr!.values]).toEqual(Array.from(whole.subarray(first), (value, i) => (i < 14 ? NaN : value)));
      }),
    );
  });

  it('says why there are no bars', () => {
    const wire = encodeCandles({ ...ANSWER, bars: candlesOf([]), forming: null, unavailable: 'only 1h' });
    expect(wire).toMatchObject({ candles: [], count: 0, status: 'unavailable', reason: 'only 1h' });
  });

  it('is valid under the schema of its reply and free of NaN for any column of ATR', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(candlesReply.schema);
    fc.assert(
      fc.property(fc.double().map(Math.abs), fc.double().map(Math.abs), (a, b) => {
        const wire = encodeCandles({ ...ANSWER, atr: { period: 5, values: Float64Array.of(a, b), settledFrom: NaN } });
        expect(validate(wire), JSON.stringify(validate.errors)).toBe(true);
      }),
    );
  });
});

describe('encodeCandlesBatch', () => {
  const series = new Map([['BTC', { bars: BARS, atr: undefined }]]);
  const base = {
    interval: '1h',
    series,
    pending: [],
    retryAfterSeconds: 3,
    forming: 2 * HOUR,
    atrPeriod: undefined,
    unavailable: undefined,
    asOf: 9,
    dataSource: 'files',
  } as const;

  it('gives exactly this JSON when all came [#334]', () => {
    expect(encodeCandlesBatch(base)).toEqual({
      interval: '1h',
      series: { BTC: encodeCandles(ANSWER).candles },
      pending: [],
      retry_after_s: null,
      complete: true,
      forming_bar_timestamp: 2 * HOUR,
      as_of: 9,
      data_source: 'files',
      source: 'files',
    });
  });

  it('never has a coin in series and pending at once, and holds the retry within 3…30 s [#333] [#335]', () => {
    fc.assert(
      fc.property(fc.subarray(['BTC', 'ETH', 'SOL']), fc.double({ noNaN: true }), (pending, retryAfterSeconds) => {
        const wire = encodeCandlesBatch({ ...base, pending, retryAfterSeconds });
        expect(wire.pending).toEqual(pending.filter((coin) => coin !== 'BTC'));
        expect(wire.complete).toBe(wire.pending.length === 0);
        if (wire.complete) expect(wire.retry_after_s).toBeNull();
        else
          expect([3, 30].map((edge) => Math.sign(wire.retry_after_s! - edge))).toSatisfy(
            ([low, high]: number[]) => low! >= 0 && high! <= 0,
          );
      }),
    );
  });
});
