import type { VolatilityRecord, VolatilityRow } from '@barograph/volatility';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  encodeVolatilityDetail,
  encodeVolatilityItem,
  VolatilityDetailWire,
  VolatilityItemWire,
} from './volatility-row.ts';

const RECORD: VolatilityRecord = {
  regime: 'compressed',
  rawRegime: 'normal',
  daysInRegime: 4,
  prevRegime: 'vol_shock',
  regimeChanged: false,
  daysCompressed: 4,
  rvCc7: 31,
  rvCc30: 41.5,
  rvParkinson7: 32,
  rvParkinson30: 42.5,
  rvGk7: 30,
  rvGk30: 40,
  volPctile30: 12.5,
  rvZ30: -1.25,
  rvZ7: -1.5,
  termStructureRatio: 0.75,
  volTargetMultiplier: 1.5,
  multiplierAtFloor: false,
  multiplierFloorDays: 0,
  computedFrom: 1_700_006_400_000,
};
const ROW: VolatilityRow = {
  ...RECORD,
  configVersion: 'volatility-regime/1',
  symbol: 'kPEPE',
  source: 'perpdex_perp',
  isStable: false,
  notional30: 1_250_000,
  staleCycles: 2,
  stale: false,
};
const DAY = {
  rv_gk_30: 40,
  rv_gk_7: 30,
  rv_cc_30: 41.5,
  rv_cc_7: 31,
  rv_parkinson_30: 42.5,
  rv_parkinson_7: 32,
  vol_pctile_30: 12.5,
  rv_z_30: -1.25,
  rv_z_7: -1.5,
  term_structure_ratio: 0.75,
  vol_target_multiplier: 1.5,
};
const ITEM = {
  symbol: 'kPEPE',
  source: 'perpdex_perp',
  regime: 'compressed',
  raw_regime: 'normal',
  days_in_regime: 4,
  days_compressed: 4,
  prev_regime: 'vol_shock',
  regime_changed: false,
  ...DAY,
  vol: { multiplier_at_floor: false, multiplier_floor_days: 0 },
  is_stable: false,
  notional_30: 1_250_000,
  stale_cycles: 2,
  stale: false,
  computed_from: 1_700_006_400_000,
  config_version: 'volatility-regime/1',
};

describe('encodeVolatilityItem', () => {
  it('gives exactly this JSON [#401] [#402]', () => {
    expect(JSON.parse(JSON.stringify(encodeVolatilityItem(ROW)))).toEqual(ITEM);
  });

  it('keeps null where a number is not defined yet, and is valid under the schema of the reply', () => {
    const early: VolatilityRow = {
      ...ROW,
      rvCc30: null,
      volPctile30: null,
      rvZ30: null,
      rvZ7: null,
      termStructureRatio: null,
      prevRegime: null,
      notional30: null,
    };
    const item = encodeVolatilityItem(early);
    expect(item).toMatchObject({ rv_cc_30: null, vol_pctile_30: null, rv_z_30: null, prev_regime: null });
    const validate = new Ajv({ allowUnionTypes: true }).compile(VolatilityItemWire);
    for (const one of [item, encodeVolatilityItem(ROW)]) {
      expect(validate(one), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  it('is undefined without a regime', () => {
    expect(encodeVolatilityItem({ ...ROW, regime: null, daysInRegime: null, daysCompressed: null })).toBeUndefined();
  });

  const SEED = '../shared/spec/schemas/volatility_regime_row.json';
  it.skipIf(!existsSync(SEED))('is valid under the schema of the specification (needs ../shared)', () => {
    const schema = JSON.parse(readFileSync(SEED, 'utf8')) as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(validate(encodeVolatilityItem(ROW)), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe('encodeVolatilityDetail', () => {
  const detail = encodeVolatilityDetail({
    row: encodeVolatilityItem(ROW)!,
    history: [{ ...RECORD, regime: null, rawRegime: null, daysInRegime: null, rvZ30: null }, RECORD],
    asOf: 7,
    dataSource: 'files',
  });

  it('carries the row at the top level, and days oldest first', () => {
    const day = { timestamp: 1_700_006_400_000, regime: 'compressed', raw_regime: 'normal', days_in_regime: 4, ...DAY };
    expect(JSON.parse(JSON.stringify(detail))).toEqual({
      ...ITEM,
      history: [{ ...day, regime: null, raw_regime: null, days_in_regime: null, rv_z_30: null }, day],
      as_of: 7,
      data_source: 'files',
    });
  });

  it('is valid under the schema of its reply', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(VolatilityDetailWire);
    expect(validate(detail), JSON.stringify(validate.errors)).toBe(true);
  });
});
