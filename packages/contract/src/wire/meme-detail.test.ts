import type { MemeDay } from '@barograph/stress';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { encodeMemeDay, encodeMemeDetail, MemeDayWire } from './meme-detail.ts';
import type { MemeRowWire } from './meme-row.ts';

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
    expect(JSON.parse(JSON.stringify(encodeMemeDay(DAY)))).toEqual({
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
    const validate = new Ajv({ allowUnionTypes: true }).compile(MemeDayWire);
    const { timestamp, close, regime_changed, ...rest } = encodeMemeDay(EARLY);
    expect([timestamp, close, regime_changed]).toEqual([DAY.time, 2.5, false]);
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    for (const day of [DAY, EARLY]) expect(validate(encodeMemeDay(day)), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe('encodeMemeDetail', () => {
  it('carries the row at the top level, and its days', () => {
    const row = { symbol: 'DOGE' } as MemeRowWire;
    expect(encodeMemeDetail({ row, history: [EARLY, DAY], asOf: 7, dataSource: 'files' })).toEqual({
      symbol: 'DOGE',
      history: [encodeMemeDay(EARLY), encodeMemeDay(DAY)],
      as_of: 7,
      data_source: 'files',
    });
  });
});
