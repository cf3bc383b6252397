import { SIGNUM_COLORS, type SignumRow } from '@barograph/indicators';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { encodeSignumRow, isReady, signumRow } from './row.ts';

const ROW: SignumRow = {
  configVersion: 'signum/1',
  symbol: 'kPEPE',
  source: 'perpdex_perp',
  color: 'grey',
  daysInColor: 2,
  adx: 19.5,
  plusDi: 21.25,
  minusDi: 20.5,
  flippedAt: 1_700_006_400_000,
  price: 0.0125,
  pctChange24h: -1.5,
  quoteVolume24h: 1_250_000,
  computedFrom: 1_700_006_400_000,
  isFinal: true,
  colorLive: 'red',
  adxLive: 25.5,
  daysInColorLive: 1,
  flipAlert: true,
  intradayDisagrees: true,
  flipAlertReason: '4x1h red',
  recentFlip: true,
  intradayTimeframe: '1h',
  h4Color: null,
  h4Adx: null,
  h4PlusDi: null,
  h4MinusDi: null,
  h4BarsInColor: null,
  h4ComputedFrom: null,
  range: { high: 0.02, low: 0.01, position: 0.25 },
  pegged: false,
  settled: true,
  stale: false,
  incompleteDays: 3,
};

describe('encodeSignumRow', () => {
  it('gives exactly this JSON [#572] [#578]', () => {
    expect(JSON.parse(JSON.stringify(encodeSignumRow(ROW)))).toEqual({
      symbol: 'kPEPE',
      source: 'perpdex_perp',
      color: 'grey',
      days_in_color: 2,
      adx: 19.5,
      plus_di: 21.25,
      minus_di: 20.5,
      flipped_at: 1_700_006_400_000,
      price: 0.0125,
      pct_change_24h: -1.5,
      quote_volume_24h: 1_250_000,
      computed_from: 1_700_006_400_000,
      is_final: true,
      color_live: 'red',
      adx_live: 25.5,
      days_in_color_live: 1,
      flip_alert: true,
      intraday_disagrees: true,
      flip_alert_reason: '4x1h red',
      recent_flip: true,
      intraday_timeframe: '1h',
      h4_color: null,
      h4_adx: null,
      h4_plus_di: null,
      h4_minus_di: null,
      h4_bars_in_color: null,
      h4_computed_from: null,
      range_20d: { range_high: 0.02, range_low: 0.01, position: 0.25 },
      pegged: false,
      settled: true,
      stale: false,
      incomplete_days: 3,
      config_version: 'signum/1',
    });
  });

  it('carries the 20-day range on rows that have one and no field of that name on others [#576]', () => {
    expect(encodeSignumRow({ ...ROW, color: 'red', range: null })).not.toHaveProperty('range_20d');
  });

  it('lets no NaN or infinity out, whatever the engine says', () => {
    const messy = fc.oneof(fc.double(), fc.constant(null));
    fc.assert(
      fc.property(fc.tuple(messy, messy, messy, messy, messy, messy), ([a, b, c, d, e, f]) => {
        const row = { ...ROW, adx: a, plusDi: b, adxLive: c, price: d, h4Adx: e, pctChange24h: f };
        for (const value of Object.values(encodeSignumRow(row))) {
          expect(typeof value !== 'number' || Number.isFinite(value)).toBe(true);
        }
      }),
    );
  });
});

describe('a ready row', () => {
  it('has a colour, and is valid under the schema of its reply', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(signumRow.schema);
    expect(isReady(ROW)).toBe(true);
    const item = encodeSignumRow(ROW);
    expect(validate(item), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each(['color', 'daysInColor', 'adx', 'price', 'computedFrom', 'colorLive', 'adxLive', 'daysInColorLive'] as const)(
    'is none whose %s is not defined yet',
    (field) => {
      expect(isReady({ ...ROW, [field]: null })).toBe(false);
      if (!field.startsWith('color')) expect(isReady({ ...ROW, [field]: NaN })).toBe(false);
    },
  );
});

const SCHEMA = new URL('../../../../../shared/spec/schemas/signum_row.json', import.meta.url);

describe.skipIf(!existsSync(SCHEMA))('SIGNUM rows against the schema of the contract (needs ../shared/spec)', () => {
  it.each(SIGNUM_COLORS)('a %s row holds', (color) => {
    const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    const item = encodeSignumRow({ ...ROW, color, range: color === 'grey' ? ROW.range : null });
    expect(validate(item), JSON.stringify(validate.errors)).toBe(true);
  });
});
