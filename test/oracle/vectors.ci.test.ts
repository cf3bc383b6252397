/** The published vectors: TA-Lib's regression series and the 47-bar ADX sheet. */

import { existsSync, readFileSync } from 'node:fs';
import { candles, type Candles } from '@barograph/core';
import { adx, atr, bollinger, rsi, sma, type AdxConfig } from '@barograph/indicators';
import { describe, expect, it } from 'vitest';

const VECTORS = '../shared/data/vectors';
const reason = existsSync(VECTORS) ? '' : ' (needs ../shared/data/vectors)';

interface Point {
  readonly pdi: number;
  readonly mdi: number;
  readonly adx: number | null;
}
type Expected = Readonly<Record<AdxConfig['seed'], readonly (Point | null)[]>>;

function load<T>(name: string): T {
  return JSON.parse(readFileSync(`${VECTORS}/${name}`, 'utf8')) as T;
}

function bars({ high, low, close }: Readonly<Record<'high' | 'low' | 'close', readonly number[]>>): Candles {
  const column = (values: readonly number[]): Float64Array => Float64Array.from(values);
  return candles({
    time: column(close.map((_, i) => i)),
    open: column(close),
    high: column(high),
    low: column(low),
    close: column(close),
    volume: column(close.map(() => 0)),
  });
}

function expectAdx(series: Candles, expected: Expected): void {
  for (const seed of ['wilder', 'talib'] as const) {
    const columns = adx(series, { period: 14, seed, onFlat: 'zero' });
    const points = expected[seed];
    const tolerance = { rel: 1e-9, abs: 1e-11 };
    expect(columns.adx).toMatchOracle(
      points.map((point) => point?.adx ?? null),
      tolerance,
    );
    expect(columns.plusDi).toMatchOracle(
      points.map((point) => point?.pdi ?? null),
      tolerance,
    );
    expect(columns.minusDi).toMatchOracle(
      points.map((point) => point?.mdi ?? null),
      tolerance,
    );
  }
}

describe.skipIf(reason !== '')(`published vectors${reason}`, () => {
  it('TA-Lib, 252 bars: ADX and DMI under both seeds', () => {
    const vector = load<{ bars: Parameters<typeof bars>[0]; adx14: Expected }>('talib252.json');
    expectAdx(bars(vector.bars), vector.adx14);
  });

  it('TA-Lib, 252 bars: ATR, and the table as printed', () => {
    type Table = Readonly<Record<'adx' | 'plus_di' | 'minus_di' | 'atr', Readonly<Record<string, number>>>>;
    const vector = load<{ bars: Parameters<typeof bars>[0]; atr14: number[]; talib_table: Table }>('talib252.json');
    const series = bars(vector.bars);
    const range = atr(series, { period: 14 });
    expect(range).toMatchOracle(vector.atr14, { rel: 1e-12, abs: 0 });
    const columns = adx(series, { period: 14, seed: 'talib', onFlat: 'zero' });
    // the table rounds as it likes: its 23.0000 stands for 22.9993, its 3.578 for 3.5782
    const printed: [Float64Array, Readonly<Record<string, number>>][] = [
      [columns.adx, vector.talib_table.adx],
      [columns.plusDi, vector.talib_table.plus_di],
      [columns.minusDi, vector.talib_table.minus_di],
      [range, vector.talib_table.atr],
    ];
    for (const [column, table] of printed) {
      for (const [index, value] of Object.entries(table)) {
        expect(column[Number(index)]).toMatchOracle(value, { rel: 0, abs: 1e-3 });
      }
    }
  });

  it('TA-Lib, 252 bars: RSI(14) and STDDEV(5), the table as printed', () => {
    type Table = Readonly<Record<'rsi' | 'stddev5', Readonly<Record<string, number>>>>;
    const vector = load<{ bars: Parameters<typeof bars>[0]; talib_table: Table }>('talib252.json');
    const series = bars(vector.bars);
    const strength = rsi(series);
    const { lower, middle, upper } = bollinger(series, { period: 5, deviations: 1 });
    for (const [index, value] of Object.entries(vector.talib_table.rsi)) {
      expect(strength[Number(index)]).toMatchOracle(value, { rel: 0, abs: 1e-2 }); // cut to two places, not rounded
    }
    for (const [index, value] of Object.entries(vector.talib_table.stddev5)) {
      const deviation = (upper[Number(index)]! - lower[Number(index)]!) / 2;
      expect(deviation).toMatchOracle(value, { rel: 0, abs: 5e-5 });
    }
    expect([strength[14], strength[15], strength[16], strength[251]]).toMatchOracle(
      [49.1473, 52.3256, 46.0724, 49.6321],
      { rel: 0, abs: 5e-5 },
    );
    expect(middle).toEqual(sma(series, { period: 5 }));
  });

  it('the 47-bar sheet: ADX and DMI under both seeds', () => {
    const vector = load<Parameters<typeof bars>[0] & { expected: Expected }>('adx_47bar.json');
    expectAdx(bars(vector), vector.expected);
  });
});
