import { candleColumns, candles, DAY_MS } from '@barograph/core';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { contextOf, jsonOf, viewOf } from '../../test/ask.ts';
import { technicalDetail } from './detail.ts';
import { technicalDay } from './row.ts';

describe('a day of the history', () => {
  it('[#588] gives exactly this JSON, null where not defined', () => {
    const day = { time: 1_700_006_400_000, close: 2.5, rsi: 55, bbBandwidth: 12, sma200: null, above200: null };
    const wire = technicalDay.encode(day);
    expect(wire).toEqual({
      timestamp: 1_700_006_400_000,
      close: 2.5,
      rsi: 55,
      bb_bandwidth: 12,
      sma_200: null,
      above_200: null,
    });
    const validate = new Ajv({ allowUnionTypes: true }).compile(technicalDay.schema);
    expect(validate(wire), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe('the technical detail', () => {
  it('[#588] carries the row at the top level and its last 60 days, oldest first', async () => {
    const view = viewOf([{ symbol: 'BTC', source: 'perpdex_perp' }], { warming: [], breadth: {} }, 7);
    const columns = candleColumns(70);
    columns.time.set(Float64Array.from({ length: 70 }, (_, i) => i * DAY_MS));
    for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) columns[name].fill(2);
    const context = contextOf(() => view, { closedBars: async () => candles(columns) });
    const { history, ...rest } = await jsonOf<{ readonly history: readonly { readonly timestamp: number }[] }>(
      technicalDetail,
      context,
      { path: { symbol: 'kbtc' } },
    );
    expect(rest).toEqual({ symbol: 'BTC', source: 'perpdex_perp', as_of: 7, data_source: 'files' });
    expect([history.length, history[0]!.timestamp, history.at(-1)!.timestamp]).toEqual([60, 10 * DAY_MS, 69 * DAY_MS]);
  });
});
