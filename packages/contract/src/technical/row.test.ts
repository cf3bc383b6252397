import type { TechnicalRow } from '@barograph/indicators';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { technicalBreadth } from './engine.ts';
import { encodeTechnicalRow, isReady, technicalRow } from './row.ts';

const ROW: TechnicalRow = {
  configVersion: 'technical/1',
  symbol: 'kPEPE',
  source: 'perpdex_perp',
  price: 0.0125,
  dailyClose: 0.012,
  computedFrom: 1_700_006_400_000,
  sma50: 0.011,
  sma100: 0.0125,
  sma200: 0.01,
  distFrom50Pct: 9.5,
  distFrom100Pct: -4,
  distFrom200Pct: 20,
  above50: true,
  above100: false,
  above200: true,
  lastCross: { type: 'golden', at: 1_699_920_000_000, barsAgo: 2 },
  maState: 'reclaim_200',
  daysInState: 3,
  rsi1d: 81.5,
  rsiZone1d: 'overbought',
  rsiExtreme1d: true,
  rsi1h: 44,
  rsiZone1h: 'neutral',
  rsiExtreme1h: false,
  bbBandwidth: 18.25,
  bbBandwidthPctile: 22.5,
  bandState: 'in_squeeze',
  daysInBandState: 4,
  inSqueeze: true,
  squeezeDays: 4,
  expanding: false,
  rangeHigh: 0.013,
  rangeLow: 0.01,
  positionInRange: 0.83,
  rangeZone: 'near_high',
  levels: [
    { kind: 'support', price: 0.012, strength: 3, distPct: -4 },
    { kind: 'resistance', price: 0.0135, strength: 1, distPct: 8 },
  ],
  pegged: false,
  settled: true,
  stale: false,
};
/** A coin on its first day. */
const YOUNG: TechnicalRow = {
  ...(Object.fromEntries(Object.keys(ROW).map((name) => [name, null])) as unknown as TechnicalRow),
  configVersion: 'technical/1',
  symbol: 'NEW',
  source: 'cexa_spot',
  price: 2,
  dailyClose: 2,
  computedFrom: 1_700_006_400_000,
  levels: [],
  pegged: false,
  settled: false,
  stale: false,
};
const ITEM = encodeTechnicalRow(ROW);

describe('encodeTechnicalRow', () => {
  it('[#584] [#585] [#591] gives exactly this JSON', () => {
    expect(JSON.parse(JSON.stringify(encodeTechnicalRow(ROW)))).toEqual({
      symbol: 'kPEPE',
      source: 'perpdex_perp',
      price: 0.0125,
      close_1d: 0.012,
      computed_from: 1_700_006_400_000,
      sma_50: 0.011,
      sma_100: 0.0125,
      sma_200: 0.01,
      dist_from_50_pct: 9.5,
      dist_from_100_pct: -4,
      dist_from_200_pct: 20,
      above_50: true,
      above_100: false,
      above_200: true,
      last_cross: { type: 'golden', at: 1_699_920_000_000, bars_ago: 2 },
      ma_state: 'reclaim_200',
      days_in_state: 3,
      rsi_1d: 81.5,
      rsi_1d_zone: 'overbought',
      rsi_1d_extreme: true,
      rsi_1h: 44,
      rsi_1h_zone: 'neutral',
      rsi_1h_extreme: false,
      bb_bandwidth: 18.25,
      bb_bandwidth_pctile: 22.5,
      bb: 'in_squeeze',
      bb_days: 4,
      in_squeeze: true,
      squeeze_days: 4,
      expanding: false,
      range_high: 0.013,
      range_low: 0.01,
      position_in_range: 0.83,
      range_zone: 'near_high',
      sr: [
        { kind: 'support', price: 0.012, strength: 3, dist_pct: -4 },
        { kind: 'resistance', price: 0.0135, strength: 1, dist_pct: 8 },
      ],
      pegged: false,
      settled: true,
      stale: false,
      config_version: 'technical/1',
    });
  });

  it('carries nulls per field: a coin on its first day is a row, valid under the schema of its reply', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(technicalRow.schema);
    for (const row of [ROW, YOUNG]) {
      const item = encodeTechnicalRow(row);
      expect(isReady(row)).toBe(true);
      expect(validate(item), JSON.stringify(validate.errors)).toBe(true);
    }
    expect(encodeTechnicalRow(YOUNG)).toMatchObject({ sma_50: null, last_cross: null, above_200: null, sr: [] });
  });

  it('lets no NaN or infinity out, whatever the engine says', () => {
    const messy = fc.oneof(fc.double(), fc.constant(null));
    fc.assert(
      fc.property(fc.tuple(messy, messy, messy, messy, messy), ([a, b, c, d, e]) => {
        const row = { ...ROW, price: a, sma200: b, rsi1h: c, bbBandwidth: d, positionInRange: e };
        for (const value of Object.values(encodeTechnicalRow(row))) {
          expect(typeof value !== 'number' || Number.isFinite(value)).toBe(true);
        }
      }),
    );
  });
});

describe('a ready row', () => {
  it.each(['price', 'dailyClose', 'computedFrom'] as const)('is none without %s', (field) => {
    expect(isReady({ ...ROW, [field]: null })).toBe(false);
    expect(isReady({ ...ROW, [field]: NaN })).toBe(false);
  });
});

const breadth = (historyDays: number, percentile: number | null) =>
  technicalBreadth.encode({ total: 4, inSqueeze: 1, pctInSqueeze: 25, historyDays, percentile });
const SCHEMAS = new URL('../../../../../shared/spec/schemas/', import.meta.url);

describe.skipIf(!existsSync(SCHEMAS))('the schemas of the contract (needs ../shared/spec)', () => {
  const faults = (name: string, value: unknown): unknown => {
    const schema = JSON.parse(readFileSync(new URL(name, SCHEMAS), 'utf8')) as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    return validate(value) ? [] : validate.errors;
  };

  it.each([
    ['technical_row.json', [ITEM, encodeTechnicalRow(YOUNG)]],
    ['sr_level.json', ITEM.sr],
    ['technical_breadth.json', [breadth(12, 62.5), breadth(9, null)]],
  ])('%s holds', (name, values) => {
    for (const value of values) expect(faults(name, value)).toEqual([]);
  });
});
