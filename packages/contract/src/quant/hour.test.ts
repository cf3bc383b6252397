import { describe, expect, it } from 'vitest';
import { quantFileLink } from './file-link.ts';
import { quantFileCsv } from './file-row.ts';
import { quantHour, quantHoursCsv, type QuantHour } from './hour.ts';
import { HOUR, passes, TIME } from '../../test/quant-cases.ts';

describe('hours on the wire', () => {
  const hour: QuantHour = {
    time: TIME,
    regime: 'squeeze',
    confidence: 0.5,
    rawConfidence: 0.25,
    now: [0, 0.125, 0, 0, 0, 0.875],
    h4: [0.5, 0.5, 0, 0, 0, 0],
    h24: [0, 0, 0, 0, 0.25, 0.75],
    backfilled: false,
    modelVersion: 'm-1',
  };
  const unknown = {
    ...hour,
    regime: null,
    confidence: NaN,
    rawConfidence: NaN,
    now: [],
    h4: [],
    h24: [],
    backfilled: true,
  };

  it('gives flat rows of the columns of a horizon [#460]', () => {
    expect(quantHour.encode({ hour, horizon: '24h' })).toEqual({
      timestamp: TIME,
      regime: 'squeeze',
      regime_id: 5,
      confidence: 0.5,
      raw_confidence: 0.25,
      p_now_0: 0,
      p_now_1: 0.125,
      p_now_2: 0,
      p_now_3: 0,
      p_now_4: 0,
      p_now_5: 0.875,
      p_24h_0: 0,
      p_24h_1: 0,
      p_24h_2: 0,
      p_24h_3: 0,
      p_24h_4: 0.25,
      p_24h_5: 0.75,
      backfilled: false,
      model_version: 'm-1',
    });
    for (const row of [hour, unknown])
      expect(passes(quantHour.schema, quantHour.encode({ hour: row, horizon: undefined }))).toBe(true);
    expect(quantHour.encode({ hour: unknown, horizon: '4h' })).toMatchObject({
      regime: null,
      regime_id: null,
      p_now_0: null,
      p_4h_5: null,
    });
  });

  it('gives exactly this CSV: unknown cells are empty, zeros are not [#471]', () => {
    const [head, first, second, rest] = quantHoursCsv([hour, unknown], '4h').split('\r\n');
    expect(head).toBe(
      'timestamp,regime,regime_id,confidence,raw_confidence,p_now_0,p_now_1,p_now_2,p_now_3,p_now_4,p_now_5,p_4h_0,p_4h_1,p_4h_2,p_4h_3,p_4h_4,p_4h_5,backfilled,model_version',
    );
    expect(first).toBe(`${TIME},squeeze,5,0.5,0.25,0,0.125,0,0,0,0.875,0.5,0.5,0,0,0,0,false,m-1`);
    expect(second).toBe(`${TIME},,,,,,,,,,,,,,,,,true,m-1`);
    expect(rest).toBe('');
    expect(quantHoursCsv([], '4h')).toBe(`${head}\r\n`);
  });

  it('gives exactly this file, with the seam in its last column [#461]', () => {
    const [head, first, second] = [...quantFileCsv([unknown, hour])].join('').split('\r\n');
    expect(head).toBe(
      'timestamp,regime,p_now_0,p_now_1,p_now_2,p_now_3,p_now_4,p_now_5,p_4h_0,p_4h_1,p_4h_2,p_4h_3,p_4h_4,p_4h_5,p_24h_0,p_24h_1,p_24h_2,p_24h_3,p_24h_4,p_24h_5,source',
    );
    expect(first).toBe(`${TIME},,,,,,,,,,,,,,,,,,,,archive`);
    expect(second).toBe(`${TIME},squeeze,0,0.125,0,0,0,0.875,0.5,0.5,0,0,0,0,0,0,0,0,0.25,0.75,live`);
  });

  it('gives exactly this link [#462]', () => {
    const parts = { url: 'https://host/x', expiresIn: 900, rows: 2, from: 0, to: HOUR, modelVersion: 'm-1' };
    const wire = quantFileLink.encode({ ...parts, format: 'parquet', dataSource: 'files' });
    expect(wire).toEqual({
      download_url: 'https://host/x',
      expires_in: 900,
      rows: 2,
      model_version: 'm-1',
      horizons: ['4h', '24h'],
      regime_map: {
        0: 'strong_trend_bull',
        1: 'strong_trend_bear',
        2: 'range_low_vol',
        3: 'choppy_high_vol',
        4: 'vol_spike',
        5: 'squeeze',
      },
      format: 'application/vnd.apache.parquet',
      from: 0,
      to: HOUR,
      data_source: 'files',
      source: 'files',
    });
    expect(passes(quantFileLink.schema, wire)).toBe(true);
    expect(quantFileLink.encode({ ...parts, format: 'csv', dataSource: 'files' }).format).toBe('text/csv');
  });
});
