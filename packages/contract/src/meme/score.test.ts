import { MEME_BANDS, MEME_SCORE_PARTS, memeScore, type MemeScore } from '@barograph/stress';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contextOf, jsonOf, outcomeOf, viewOf } from '../../test/ask.ts';
import { isScored, memeScore as scoreRecord, type MemeScoreWire } from './score-row.ts';
import { memeScoreHead } from './score.ts';

const SCORE: MemeScore = {
  configVersion: 'meme-score/1',
  score: 61.5,
  exactScore: 61.512,
  partial: true,
  inputsAvailable: { momentum: true, heat: true, volume: true, extension: true, funding: false },
  subScores: { momentum: 60, heat: 55, volume: 70, extension: 61, funding: null },
  effectiveWeights: { momentum: 0.4, heat: 0.2, volume: 0.2, extension: 0.2, funding: 0 },
  band: 'heating',
  coins: 12,
  coMovement: 0.625,
  memeSeason: false,
  shareAheadOfBtc: 0.75,
  medianFunding: null,
  freshIssuance: 20,
  freshListings: 2,
};
const validate = new Ajv({ allowUnionTypes: true }).compile(memeScoreHead.reply);
const encode = (score: MemeScore) => (isScored(score) ? scoreRecord.encode(score) : null);
const contextWith = (score: MemeScore) => {
  const view = viewOf([], { warming: [], score: encode(score) }, 1_700_000_000_000);
  return contextOf(() => view);
};
const answer = async (score: MemeScore): Promise<MemeScoreWire> => jsonOf(memeScoreHead, contextWith(score));
const NONE = memeScore({ coins: [], btcRet30d: null, freshListings: null });

describe('the meme score', () => {
  it('gives exactly this JSON [#597]', async () => {
    expect(await answer(SCORE)).toEqual({
      composite: 61.5,
      band: 'heating',
      partial: true,
      inputs_available: { momentum: true, heat: true, volume: true, extension: true, funding: false },
      sub_scores: { momentum: 60, heat: 55, volume: 70, extension: 61, funding: null },
      effective_weights: { momentum: 0.4, heat: 0.2, volume: 0.2, extension: 0.2, funding: 0 },
      co_movement: 0.625,
      meme_season: false,
      share_ahead_of_btc: 0.75,
      fresh_issuance: 20,
      fresh_listings_7d: 2,
      coins: 12,
      config_version: 'meme-score/1',
      as_of: 1_700_000_000_000,
      data_source: 'files',
      source: 'files',
    });
  });

  it('leaves out co-movement and funding that are not known, and keeps a gauge that no one counts as null', async () => {
    const wire = await answer({ ...SCORE, coMovement: null, freshIssuance: null });
    expect(Object.keys(wire).filter((key) => key === 'co_movement' || key === 'median_funding')).toEqual([]);
    expect(wire.fresh_issuance).toBeNull();
    const funded = await answer({ ...SCORE, medianFunding: -1e-5 });
    expect(funded).toMatchObject({ median_funding: -1e-5 });
  });

  it('[#151] is 503 with a long Retry-After when no part is known', async () => {
    expect(await outcomeOf(memeScoreHead, contextWith(NONE))).toMatchObject({
      error: { status: 503, headers: { 'retry-after': '3600' }, body: { detail: { error: 'warming_up' } } },
    });
  });

  it.each(MEME_BANDS)(
    'is valid under the schema of its reply when %s, and names the parts of the engine',
    async (band) => {
      const wire = await answer({ ...SCORE, band });
      expect(validate(wire), JSON.stringify(validate.errors)).toBe(true);
      expect(Object.keys(wire.sub_scores)).toEqual(MEME_SCORE_PARTS);
    },
  );
});

const SCHEMA = new URL('../../../../../shared/spec/schemas/meme_regime_score.json', import.meta.url);

describe.skipIf(!existsSync(SCHEMA))('the meme score against the schema of the contract (needs ../shared/spec)', () => {
  it.each(MEME_BANDS)('[#597] holds when %s', async (band) => {
    const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    for (const score of [SCORE, { ...SCORE, coMovement: null, medianFunding: 1e-5 }]) {
      expect(validate(await answer({ ...score, band })), JSON.stringify(validate.errors)).toBe(true);
    }
  });
});
