import type { VolatilityRecord, VolatilityRow } from '@barograph/volatility';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isReady, isReadyDay, volatilityDay, volatilityRow, type VolatilityRowWire } from './row.ts';

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

const encode = (row: VolatilityRow): VolatilityRowWire | undefined =>
  isReady(row) ? volatilityRow.encode(row) : undefined;

describe('the volatility row on the wire', () => {
  it('is exactly this JSON [#401] [#402]', () => {
    expect(JSON.parse(JSON.stringify(encode(ROW)))).toEqual(ITEM);
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
    const item = encode(early);
    expect(item).toMatchObject({ rv_cc_30: null, vol_pctile_30: null, rv_z_30: null, prev_regime: null });
    const validate = new Ajv({ allowUnionTypes: true }).compile(volatilityRow.schema);
    for (const row of [item, encode(ROW)]) {
      expect(validate(row), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  it('is undefined without a regime', () => {
    expect(encode({ ...ROW, regime: null, daysInRegime: null, daysCompressed: null })).toBeUndefined();
  });

  const SEED = '../shared/spec/schemas/volatility_regime_row.json';
  it.skipIf(!existsSync(SEED))('is valid under the schema of the specification (needs ../shared)', () => {
    const schema = JSON.parse(readFileSync(SEED, 'utf8')) as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(validate(encode(ROW)), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe('a day of the history on the wire', () => {
  const DAY_WIRE = {
    timestamp: 1_700_006_400_000,
    regime: 'compressed',
    raw_regime: 'normal',
    days_in_regime: 4,
    ...DAY,
  };
  const early: VolatilityRecord = { ...RECORD, regime: null, rawRegime: null, daysInRegime: null, rvZ30: null };

  it('is exactly this JSON, with null before the first regime', () => {
    const days = [early, RECORD].filter(isReadyDay).map(volatilityDay.encode);
    expect(JSON.parse(JSON.stringify(days))).toEqual([
      { ...DAY_WIRE, regime: null, raw_regime: null, days_in_regime: null, rv_z_30: null },
      DAY_WIRE,
    ]);
    const validate = new Ajv({ allowUnionTypes: true }).compile(volatilityDay.schema);
    for (const day of days) expect(validate(day), JSON.stringify(validate.errors)).toBe(true);
  });

  it('is no day before the first one, and names its columns in this order', () => {
    expect(isReadyDay({ ...RECORD, computedFrom: null })).toBe(false);
    expect(volatilityDay.columns).toEqual(Object.keys(DAY_WIRE));
  });
});
