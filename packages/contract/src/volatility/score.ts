/** GET /volatility/regime/score: the stress of the market. */

import { VOLATILITY_BANDS, type ScorePart, type VolatilityScore } from '@barograph/volatility';
import { fieldsOf, record } from '../fields.ts';
import { head, type Stamp } from '../shapes/head.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';
import { FIRST_RELEASE } from '../version.ts';
import { volatilityEngine } from './engine.ts';

const SCORE = { minimum: 0, maximum: 100 };
const part = fieldsOf<Readonly<Record<ScorePart, number | null>>>();
const subScores = record(null, {
  cvi_30: part.numberOrNull('Rank of cvi_realized_30; null below 90 days.', (parts) => parts.cvi30, SCORE),
  shock_share: part.numberOrNull(
    'Share of the market in vol_shock by notional, as a score; null without one.',
    (parts) => parts.shockShare,
    SCORE,
  ),
  term_ratio: part.numberOrNull(
    'Median term ratio of the coins, as a score; null without one.',
    (parts) => parts.termRatio,
    SCORE,
  ),
  benchmark: part.numberOrNull('vol_pctile_30 of BTC; null while it has none.', (parts) => parts.benchmark, SCORE),
});

const field = fieldsOf<{ readonly score: VolatilityScore } & Stamp>();
/** The score of the moment. */
export const scoreReply = record('VolatilityScore', {
  composite: field.numberOrNull(
    'Higher is more stress; null while no part of it is known.',
    ({ score }) => score.composite,
    SCORE,
  ),
  band: field.choiceOrNull(
    VOLATILITY_BANDS,
    'Band of the composite: stressed from 80, elevated from 60, normal from 35, calm from 15, else dormant; null without one.',
    ({ score }) => score.band,
  ),
  gross_exposure_multiplier: field.numberOrNull(
    'How much of a book to keep: 1 up to a composite of 40, then in a straight line to 0.5 at 100; null without one.',
    ({ score }) => score.grossExposureMultiplier,
    { minimum: 0.5, maximum: 1 },
  ),
  target_vol: field.number('Volatility to aim at, annualised percent.', ({ score }) => score.targetVol),
  partial: field.flag('A sub-score is missing; the others carry its weight.', ({ score }) => score.partial),
  sub_scores: field.inner(subScores, ({ score }) => score.subScores, 'The parts of the composite.'),
  config_version: field.text('Version of the weights and bands.', ({ score }) => score.configVersion),
  ...stampFields,
  source: sourceFields.source,
});

export const volatilityScoreHead = head('volatility.regime_score', {
  family: 'volatility',
  path: '/volatility/regime/score',
  dataset: 'volatility_score',
  summary: 'The stress of the market, 0 to 100: higher is more.',
  description:
    'A weighted mean of the rank of the index, the share of the market in vol_shock, the median term ratio and the rank of BTC. gross_exposure_multiplier is 1 up to a score of 40 and falls to 0.5 at 100.',
  of: volatilityEngine,
  resource: 'volatility rows',
  reply: scoreReply,
  make: ({ head: { score } }) => ({ score }),
  notes: [
    { date: FIRST_RELEASE, text: 'the answer also carries partial, sub_scores, config_version, as_of and data_source' },
  ],
});
