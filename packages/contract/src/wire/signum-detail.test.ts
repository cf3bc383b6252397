import { describe, expect, it } from 'vitest';
import { encodeSignumBar, encodeSignumDay, encodeSignumDetail } from './signum-detail.ts';
import type { SignumItemWire } from './signum-row.ts';

const POINT = {
  time: 1_700_006_400_000,
  close: 2.5,
  color: 'red',
  barsInColor: 4,
  adx: 30,
  plusDi: 10,
  minusDi: 20,
} as const;
const EARLY = { ...POINT, color: null, barsInColor: null, adx: null, plusDi: NaN, minusDi: null };
const ROW = { symbol: 'BTC' } as SignumItemWire;

describe('history points', () => {
  it('count days for days and bars for bars', () => {
    const shared = { timestamp: 1_700_006_400_000, close: 2.5, color: 'red', adx: 30, plus_di: 10, minus_di: 20 };
    expect(encodeSignumDay(POINT)).toEqual({ ...shared, days_in_color: 4 });
    expect(encodeSignumBar(POINT)).toEqual({ ...shared, bars_in_color: 4 });
  });

  it('are null while nothing is defined', () => {
    const nothing = { color: null, adx: null, plus_di: null, minus_di: null, days_in_color: null };
    expect(encodeSignumDay(EARLY)).toEqual({ timestamp: 1_700_006_400_000, close: 2.5, ...nothing });
  });
});

describe('encodeSignumDetail', () => {
  const base = { row: ROW, history: [POINT], asOf: 7, dataSource: 'files' } as const;

  it('carries the row at the top level and only the histories that were asked for', () => {
    expect(encodeSignumDetail({ ...base, intraday: undefined, h4: undefined })).toEqual({
      symbol: 'BTC',
      history: [encodeSignumDay(POINT)],
      as_of: 7,
      data_source: 'files',
    });
  });

  it('adds the 1h and the 4h history', () => {
    const detail = encodeSignumDetail({ ...base, intraday: { asOf: 6, history: [POINT] }, h4: [POINT, POINT] });
    expect(detail).toMatchObject({
      intraday_history: [encodeSignumBar(POINT)],
      intraday_as_of: 6,
      h4_history: [encodeSignumBar(POINT), encodeSignumBar(POINT)],
    });
  });
});
