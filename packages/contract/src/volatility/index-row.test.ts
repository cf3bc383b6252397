import {
  variancePremium,
  type IndexHistoryPoint,
  type MarketVolatility,
  type VolatilityScore,
} from '@barograph/volatility';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { indexPoint, indexReply } from './index-row.ts';
import { scoreReply } from './score.ts';

const MIX = { vol_shock: 0.25, mean_reverting: 0, compressed: 0.25, expanding: 0, normal: 0.5 };
const MARKET: MarketVolatility = {
  cviRealized30: 60,
  cviRealized7: 50,
  regimeMix: { byCount: MIX, byNotional: null },
  medianTermRatio: 1,
  benchmarkTermRatio: 1,
  benchmarkPctile30: 50,
};
const POINT: IndexHistoryPoint = {
  date: Date.UTC(2026, 7, 24),
  cviRealized30: 60,
  cviRealized7: 50,
  cviPctile30: 70,
  cviPctile7: null,
  compositeScore: 62.5,
  sentiment: 'NERVOUS',
  partial: true,
  backfilled: false,
};
const SCORE: VolatilityScore = {
  configVersion: 'volatility-score/1',
  composite: 55.5,
  band: 'normal',
  grossExposureMultiplier: 0.87,
  targetVol: 60,
  partial: false,
  subScores: { cvi30: 70, shockShare: 30, termRatio: 50, benchmark: null },
};
const valid = (schema: object, value: unknown): string => {
  const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
  return validate(value) ? 'valid' : JSON.stringify(validate.errors);
};
const bySpecification = (name: string, value: unknown): string => {
  const schema = JSON.parse(readFileSync(`../shared/spec/schemas/${name}.json`, 'utf8')) as object;
  const validate = new Ajv2020({ strict: false }).compile(schema);
  return validate(value) ? 'valid' : JSON.stringify(validate.errors);
};
const withoutSpecification = !existsSync('../shared/spec/schemas');

const index = indexReply.encode({
  market: MARKET,
  index: POINT,
  majors: { BTC: variancePremium(55, 42.5), ETH: variancePremium(null, 60) },
  asOf: 7,
  dataSource: 'files',
});

describe('the index', () => {
  it('is exactly this JSON [#387] [#388]', () => {
    expect(JSON.parse(JSON.stringify(index))).toEqual({
      cvi_realized_30: 60,
      cvi_realized_7: 50,
      composite_score: 62.5,
      sentiment: 'NERVOUS',
      regime_mix: { by_count: MIX, by_notional: null },
      majors: {
        BTC: { realized: 42.5, implied: 55, vrp: 12.5 },
        ETH: { realized: 60, implied: null, vrp: null },
      },
      cvi_pctile_30: 70,
      cvi_pctile_7: null,
      partial: true,
      config_version: 'volatility-index/1',
      as_of: 7,
      data_source: 'files',
      source: 'files',
    });
  });

  it('is valid under the schema of its reply', () => {
    expect(valid(indexReply.schema, index)).toBe('valid');
  });

  it.skipIf(withoutSpecification)('is valid under the schema of the specification (needs ../shared)', () => {
    const majors = { BTC: { realized: 42.5, implied: 55, vrp: 12.5 } };
    expect(bySpecification('volatility_index', { ...index, majors })).toBe('valid');
  });
});

describe('a point of the history', () => {
  const point = indexPoint.encode(POINT);

  it('is exactly this JSON [#389]', () => {
    expect(JSON.parse(JSON.stringify(point))).toEqual({
      date: '2026-08-24',
      cvi_realized_30: 60,
      cvi_realized_7: 50,
      composite_score: 62.5,
      sentiment: 'NERVOUS',
      backfilled: false,
    });
    expect(valid(indexPoint.schema, point)).toBe('valid');
  });

  it.skipIf(withoutSpecification)('is valid under the specification (needs ../shared)', () => {
    expect(bySpecification('volatility_index_history_point', point)).toBe('valid');
  });
});

describe('the score', () => {
  const score = scoreReply.encode({ score: SCORE, asOf: 7, dataSource: 'files' });

  it('is exactly this JSON [#407]', () => {
    expect(score).toEqual({
      composite: 55.5,
      band: 'normal',
      gross_exposure_multiplier: 0.87,
      target_vol: 60,
      partial: false,
      sub_scores: { cvi_30: 70, shock_share: 30, term_ratio: 50, benchmark: null },
      config_version: 'volatility-score/1',
      as_of: 7,
      data_source: 'files',
      source: 'files',
    });
  });

  it('is valid under the schema of its reply', () => {
    expect(valid(scoreReply.schema, score)).toBe('valid');
  });

  it.skipIf(withoutSpecification)('is valid under the schema of the specification (needs ../shared)', () => {
    expect(bySpecification('volatility_regime_score', score)).toBe('valid');
  });
});
