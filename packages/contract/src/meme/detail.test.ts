import type { MemeDay } from '@barograph/stress';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { candleColumns, candles, DAY_MS } from '@barograph/core';
import { contextOf, jsonOf, viewOf } from '../../test/ask.ts';
import { memeDetail } from './detail.ts';
import { memeDay } from './row.ts';

const DAY: MemeDay = {
  time: 1_700_006_400_000,
  close: 2.5,
  regime: 'bleeding',
  daysInRegime: 4,
  prevRegime: 'euphoric',
  regimeChanged: false,
  ret1d: -1,
  ret7d: -2,
  ret30d: -3,
  volSpike: 0.5,
  volPctile30: 90,
  sma20ExtensionPct: -12.5,
  extensionMax: 44,
  shareOfHigh: 0.25,
};
const EARLY: MemeDay = {
  time: DAY.time,
  close: DAY.close,
  regime: null,
  daysInRegime: null,
  prevRegime: null,
  regimeChanged: false,
  ret1d: null,
  ret7d: null,
  ret30d: null,
  volSpike: null,
  volPctile30: null,
  sma20ExtensionPct: null,
  extensionMax: null,
  shareOfHigh: null,
};

describe('a day of the history', () => {
  it('gives exactly this JSON [#594]', () => {
    expect(JSON.parse(JSON.stringify(memeDay.encode(DAY)))).toEqual({
      timestamp: 1_700_006_400_000,
      close: 2.5,
      regime: 'bleeding',
      days_in_regime: 4,
      prev_regime: 'euphoric',
      regime_changed: false,
      ret_1d: -1,
      ret_7d: -2,
      ret_30d: -3,
      vol_spike: 0.5,
      vol_pctile_30: 90,
      sma20_extension_pct: -12.5,
      extension_max_14d_pct: 44,
      share_of_high_30d: 0.25,
    });
  });

  it('is null while nothing is known, and valid either way', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(memeDay.schema);
    const { timestamp, close, regime_changed, ...rest } = memeDay.encode(EARLY);
    expect([timestamp, close, regime_changed]).toEqual([DAY.time, 2.5, false]);
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    for (const day of [DAY, EARLY]) expect(validate(memeDay.encode(day)), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe('the meme detail', () => {
  it('carries the row at the top level, and its last 60 days', async () => {
    const view = viewOf([{ symbol: 'DOGE', source: 'cexa_spot' }]);
    const columns = candleColumns(70);
    for (let i = 0; i < 70; i++) {
      columns.time[i] = i * DAY_MS;
      for (const name of ['open', 'high', 'low', 'close'] as const) columns[name][i] = 100 + i;
      columns.volume[i] = 1;
    }
    const closedBars = async () => candles(columns);
    const reply = await jsonOf<{ readonly history: readonly { readonly timestamp: number }[] }>(
      memeDetail,
      contextOf(() => view, { closedBars }),
      { path: { symbol: 'doge' } },
    );
    const { history, ...rest } = reply;
    expect(rest).toEqual({ symbol: 'DOGE', source: 'cexa_spot', as_of: 1, data_source: 'files' });
    expect([history.length, history[0]!.timestamp, history.at(-1)!.timestamp]).toEqual([60, 10 * DAY_MS, 69 * DAY_MS]);
    expect(history.at(-1)).toMatchObject({ close: 169, ret_1d: 100 * (169 / 168 - 1) });
  });

  it('has no day where the source has none that fine', async () => {
    const view = viewOf([{ symbol: 'DOGE', source: 'cexa_spot' }]);
    const context = contextOf(() => view, { closedBars: async () => undefined });
    expect(await jsonOf(memeDetail, context, { path: { symbol: 'DOGE' } })).toMatchObject({ history: [] });
  });
});
