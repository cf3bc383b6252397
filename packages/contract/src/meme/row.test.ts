import { MEME_REGIMES, type MemeRow } from '@barograph/stress';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MEME_REGIMES as WIRE_REGIMES } from '../parameters.ts';
import { isReady, memeRow } from './row.ts';

const ROW: MemeRow = {
  configVersion: 'meme/1',
  symbol: 'PEPE',
  source: 'cexa_spot',
  regime: 'ignition',
  daysInRegime: 2,
  prevRegime: 'dormant',
  regimeChanged: false,
  ret1d: 9.5,
  ret7d: 12.25,
  ret30d: -3,
  volSpike: 2.5,
  volPctile30: 40,
  sma20ExtensionPct: 8.5,
  extensionMax: 11,
  shareOfHigh: 0.75,
  pdSymbol: 'kPEPE',
  fundingRate: 0.000_012_5,
  oiUsd: 2_500_000,
  price: 0.000_012,
  computedFrom: 1_700_006_400_000,
  stale: false,
};

const encode = (row: MemeRow) => (isReady(row) ? memeRow.encode(row) : undefined);

describe('the meme row', () => {
  it('gives exactly this JSON [#596]', () => {
    expect(JSON.parse(JSON.stringify(encode(ROW)))).toEqual({
      symbol: 'PEPE',
      source: 'cexa_spot',
      regime: 'ignition',
      days_in_regime: 2,
      prev_regime: 'dormant',
      regime_changed: false,
      ret_1d: 9.5,
      ret_7d: 12.25,
      ret_30d: -3,
      vol_spike: 2.5,
      vol_pctile_30: 40,
      sma20_extension_pct: 8.5,
      extension_max_14d_pct: 11,
      share_of_high_30d: 0.75,
      pd_symbol: 'kPEPE',
      funding_rate: 0.000_012_5,
      oi_usd: 2_500_000,
      price: 0.000_012,
      computed_from: 1_700_006_400_000,
      stale: false,
      config_version: 'meme/1',
    });
  });

  it('is null where nothing is known, and leaves ret_1d out', () => {
    const bare = { ret1d: null, ret7d: null, ret30d: null, volSpike: null, volPctile30: null, pdSymbol: null };
    const wire = encode({ ...ROW, ...bare, prevRegime: null, fundingRate: null, oiUsd: null });
    expect(wire).toMatchObject({ ret_7d: null, ret_30d: null, vol_spike: null, vol_pctile_30: null, pd_symbol: null });
    expect(wire).toMatchObject({ prev_regime: null, funding_rate: null, oi_usd: null });
    expect(wire).not.toHaveProperty('ret_1d');
    expect(encode({ ...ROW, ret1d: 0 })).toHaveProperty('ret_1d', 0);
  });

  it.each(['regime', 'daysInRegime', 'price', 'computedFrom'] as const)('is undefined while %s is null', (field) => {
    expect(encode({ ...ROW, [field]: null })).toBeUndefined();
  });

  it('lets no NaN or infinity out, whatever the engine says, and is valid under the schema of its reply', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(memeRow.schema);
    const messy = fc.oneof(fc.double(), fc.constant(null));
    fc.assert(
      fc.property(fc.tuple(messy, messy, messy, messy, messy), ([a, b, c, d, e]) => {
        const row = { ...ROW, ret1d: a, ret7d: b, ret30d: c, sma20ExtensionPct: d, fundingRate: e };
        expect(validate(encode(row)), JSON.stringify(validate.errors)).toBe(true);
      }),
    );
  });

  it('[#598] knows the labels of the engine, in their order', () => {
    expect(WIRE_REGIMES).toEqual(MEME_REGIMES);
  });
});

const SCHEMA = new URL('../../../../../shared/spec/schemas/meme_regime_row.json', import.meta.url);

describe.skipIf(!existsSync(SCHEMA))('meme rows against the schema of the contract (needs ../shared/spec)', () => {
  it.each(MEME_REGIMES)('[#596] a row that is %s holds, whole and bare', (regime) => {
    const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    const bare = { ret1d: null, ret7d: null, ret30d: null, volSpike: null, volPctile30: null, sma20ExtensionPct: null };
    for (const row of [ROW, { ...ROW, ...bare, prevRegime: null, pdSymbol: null, fundingRate: null, oiUsd: null }]) {
      expect(validate(encode({ ...row, regime })), JSON.stringify(validate.errors)).toBe(true);
    }
  });
});
